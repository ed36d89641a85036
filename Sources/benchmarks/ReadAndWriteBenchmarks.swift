import Foundation
import TypedDefaults

private enum Settings: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let level: DefaultsEntry<Int> = value("level").whenNil(use: 10).ensure(when: { $0 < 10 }, use: 10)
    static let plain: DefaultsEntry<Int?> = value("level")
}

/// Reading and writing one number in stores of our own, against a dictionary under the same lock.
enum ReadAndWriteBenchmarks {
    static var all: [Benchmark] {
        let rows = [10, 1_000, 100_000].flatMap { count in
            [
                read("InMemoryStore", count) { InMemoryStore($0) },
                read("PropertyListFileStore", count, fileStore),
                write("InMemoryStore", count, limit: 2) { InMemoryStore($0) },
                write("PropertyListFileStore", count, limit: nil, fileStore),
            ]
        }
        return rows + [
            readAfterWrite("InMemoryStore") { InMemoryStore($0) }, readAfterWrite("PropertyListFileStore", fileStore),
        ]
    }

    /// A store in a temporary file, which holds the values.
    static func fileStore(_ values: [String: PropertyListValue]) throws -> any DefaultsStore {
        let file = FileManager.default.temporaryDirectory.appending(component: "benchmark-\(values.count).plist")
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        let store = try PropertyListFileStore(url: file)
        _ = try store.commit(DefaultsBatch(edits: values))
        try store.flush()
        return store
    }

    static func values(_ count: Int) -> [String: PropertyListValue] {
        var values = Dictionary(
            uniqueKeysWithValues: (0..<count).map { ("key \($0)", PropertyListValue.integer(Int64($0))) })
        values["level"] = 42
        return values
    }

    static func read(
        _ storeName: String, _ count: Int, _ make: @escaping ([String: PropertyListValue]) throws -> any DefaultsStore
    ) -> Benchmark {
        Benchmark(
            name: "read a number through two rules, \(storeName), \(count) keys", floorName: "locked look-up",
            limit: 1.5,
            iterations: 200_000
        ) {
            let values = values(count)
            let floor = LockedTable(values)
            Settings.bootstrap(try make(values))
            return Benchmark.Sides {
                var sum = 0
                for _ in 0..<$0 { sum &+= Settings.level.value }
                consume(sum)
            } floor: {
                var sum = 0
                for _ in 0..<$0 {
                    if case .integer(let number)? = floor.value(forKey: "level") { sum &+= Int(number) }
                }
                consume(sum)
            } tearDown: {
                Settings.bootstrap(nil)
            }
        }
    }

    static func write(
        _ storeName: String, _ count: Int, limit: Double?,
        _ make: @escaping ([String: PropertyListValue]) throws -> any DefaultsStore
    ) -> Benchmark {
        Benchmark(
            name: "write a number, \(storeName), \(count) keys", floorName: "locked insert", limit: limit,
            iterations: 200_000
        ) {
            let values = values(count)
            let floor = LockedTable(values)
            Settings.bootstrap(try make(values))
            return Benchmark.Sides {
                for number in 0..<$0 { Settings.plain.value = number }
            } floor: {
                for number in 0..<$0 { floor.setValue(.integer(Int64(number)), forKey: "level") }
            } tearDown: {
                Settings.bootstrap(nil)
            }
        }
    }

    static func readAfterWrite(
        _ storeName: String, _ make: @escaping ([String: PropertyListValue]) throws -> any DefaultsStore
    ) -> Benchmark {
        Benchmark(
            name: "write and read a number, \(storeName), 100000 keys", floorName: "the same with 10 keys", limit: 1.2,
            iterations: 100_000
        ) {
            let large = Settings.level.bound(to: try make(values(100_000)))
            let small = Settings.level.bound(to: try make(values(10)))
            func writeAndRead(_ entry: DefaultsEntry<Int>, _ count: Int) {
                var sum = 0
                for number in 0..<count {
                    entry.value = number
                    sum &+= entry.value
                }
                consume(sum)
            }
            return Benchmark.Sides {
                writeAndRead(large, $0)
            } floor: {
                writeAndRead(small, $0)
            }
        }
    }
}
