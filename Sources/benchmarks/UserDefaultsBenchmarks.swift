import Foundation
import TypedDefaults

/// The store on Foundation's user defaults, against the raw calls.
enum UserDefaultsBenchmarks {
    static var all: [Benchmark] { [read, data] }

    private static let suite = "TypedDefaults.benchmarks"

    private enum Space: DefaultsNamespace {
        static let store: any DefaultsStore = InMemoryStore()
    }

    static func store() throws -> any DefaultsStore { try UserDefaultsStore(suite: suite) }

    static func raw() throws -> UserDefaults {
        guard let defaults = UserDefaults(suiteName: suite) else { throw BenchmarkError.noValue }
        return defaults
    }

    /// A suite that holds values, from a file: setting them one by one takes Foundation many seconds.
    static func raw(holding values: [String: Int64], in name: String) throws -> UserDefaults {
        let environment = ProcessInfo.processInfo.environment
        let folder = URL(filePath: environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config")
        let suite = "\(suite).\(name)"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
            .write(to: folder.appending(component: suite + ".plist"))
        guard let defaults = UserDefaults(suiteName: suite) else { throw BenchmarkError.noValue }
        guard defaults.object(forKey: "level") != nil else { throw BenchmarkError.noValue }
        return defaults
    }

    private static var read: Benchmark {
        Benchmark(
            name: "read a number through two rules, UserDefaultsStore", floorName: "object(forKey:) as? Int",
            limit: 1.15,
            iterations: 5_000
        ) {
            let entry: DefaultsEntry<Int> = Space.value("level").whenNil(use: 10).ensure(when: { $0 < 10 }, use: 10)
                .bound(to: try store())
            try entry.write(42)
            let raw = try raw()
            return Benchmark.Sides {
                var sum = 0
                for _ in 0..<$0 { sum &+= entry.value }
                consume(sum)
            } floor: {
                var sum = 0
                for _ in 0..<$0 { sum &+= raw.object(forKey: "level") as? Int ?? 0 }
                consume(sum)
            } tearDown: {
                entry.clear()
            }
        }
    }

    private static var data: Benchmark {
        Benchmark(
            name: "read 1 MB of data, UserDefaultsStore", floorName: "data(forKey:)", limit: 0.05, iterations: 1,
            samples: 7
        ) {
            let entry: DefaultsEntry<Data?> = Space.value("blob").bound(to: try store())
            try entry.write(Data(repeating: 7, count: 1_000_000))
            let raw = try raw()
            return Benchmark.Sides {
                for _ in 0..<$0 { consume(entry.value) }
            } floor: {
                for _ in 0..<$0 { consume(raw.data(forKey: "blob")) }
            } tearDown: {
                entry.clear()
            }
        }
    }
}
