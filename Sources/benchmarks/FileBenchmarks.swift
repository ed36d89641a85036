import Foundation
import TypedDefaults

/// What reaches the disk, against Foundation's ways to put it there.
enum FileBenchmarks {
    static var all: [Benchmark] {
        [
            manySets, oneSet(.binary), oneSet(.xml), oneSetAgainstTheDisk, load(.binary), load(.xml),
        ]
    }

    private static func file(_ name: String) -> URL {
        FileManager.default.temporaryDirectory.appending(component: "benchmark-\(name).plist")
    }

    private static func remove(_ file: URL) throws {
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }

    /// One sample is so many keys: Foundation's cost per key grows with their number.
    private static var manySets: Benchmark {
        Benchmark(
            name: "set 10,000 keys and flush, PropertyListFileStore, per key",
            floorName: "UserDefaults and synchronize()",
            limit: 0.02, iterations: 10_000, samples: 3, warmsUp: false
        ) {
            let file = file("sets")
            var suites = 0
            return Benchmark.Sides { count in
                try remove(file)
                let store = try PropertyListFileStore(url: file)
                for number in 0..<count { try store.setValue(.integer(Int64(number)), forKey: "key \(number)") }
                try store.flush()
            } floor: { count in
                suites += 1
                let raw = try UserDefaultsBenchmarks.raw(holding: ["level": 0], in: "sets-\(suites)")
                for number in 0..<count { raw.set(number, forKey: "key \(number)") }
                _ = raw.synchronize()
            }
        }
    }

    private static func oneSet(_ format: PropertyListFileStore.Format) -> Benchmark {
        Benchmark(
            name: "set one of 10,000 keys and flush, PropertyListFileStore, \(format)",
            floorName: "UserDefaults and synchronize()", limit: 1 / 3.0, iterations: 2, samples: 9
        ) {
            let values = ReadAndWriteBenchmarks.values(10_000)
            let store = try store(values, in: file("set-\(format)"), format)
            let raw = try UserDefaultsBenchmarks.raw(holding: values.compactMapValues(\.number), in: "\(format)")
            var number = 0
            return Benchmark.Sides {
                for _ in 0..<$0 {
                    number += 1
                    try store.setValue(.integer(Int64(number)), forKey: "level")
                    try store.flush()
                }
            } floor: {
                for _ in 0..<$0 {
                    number += 1
                    raw.set(number, forKey: "level")
                    _ = raw.synchronize()
                }
            }
        }
    }

    private static var oneSetAgainstTheDisk: Benchmark {
        Benchmark(
            name: "set one of 10 keys and flush, PropertyListFileStore", floorName: "write, fsync, rename",
            iterations: 10
        ) {
            let store = try store(ReadAndWriteBenchmarks.values(10), in: file("small"), .binary)
            let bytes = try Data(contentsOf: file("small"))
            let other = file("floor")
            let temporary = file("floor-new")
            var number = 0
            return Benchmark.Sides {
                for _ in 0..<$0 {
                    number += 1
                    try store.setValue(.integer(Int64(number)), forKey: "level")
                    try store.flush()
                }
            } floor: {
                for _ in 0..<$0 { try replace(other, by: bytes, through: temporary) }
            }
        }
    }

    private static func replace(_ file: URL, by bytes: Data, through temporary: URL) throws {
        try bytes.write(to: temporary)
        let handle = try FileHandle(forUpdating: temporary)
        try handle.synchronize()
        try handle.close()
        rename(temporary.path, file.path)
    }

    private static func load(_ format: PropertyListFileStore.Format) -> Benchmark {
        Benchmark(
            name: "load 10,000 keys, \(format)", floorName: "PropertyListSerialization and conversion", limit: 0.5,
            iterations: 1, samples: 15
        ) {
            let file = file("load-\(format)")
            _ = try store(ReadAndWriteBenchmarks.values(10_000), in: file, format)
            return Benchmark.Sides {
                for _ in 0..<$0 { consume(try PropertyListFileStore(url: file, format: format)) }
            } floor: {
                for _ in 0..<$0 {
                    let bytes = try Data(contentsOf: file)
                    let objects = try PropertyListSerialization.propertyList(from: bytes, format: nil)
                    guard let objects = objects as? [String: Any] else { throw BenchmarkError.noValue }
                    consume(objects.compactMapValues { ($0 as? Int).flatMap { PropertyListValue($0) } })
                }
            }
        }
    }

    private static func store(
        _ values: [String: PropertyListValue], in file: URL, _ format: PropertyListFileStore.Format
    ) throws -> PropertyListFileStore {
        try remove(file)
        let store = try PropertyListFileStore(url: file, format: format)
        _ = try store.commit(DefaultsBatch(edits: values))
        try store.flush()
        return store
    }
}

extension PropertyListValue {
    fileprivate var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}
