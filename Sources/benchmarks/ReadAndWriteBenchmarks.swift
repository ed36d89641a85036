import Foundation
import TypedDefaults

/// A namespace that keeps its own store.
private enum Own: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let level: DefaultsEntry<Int> = value("level").whenNil(use: 10).ensure(when: { $0 < 10 }, use: 10)
    static let plain: DefaultsEntry<Int?> = value("level")

    static func fill(_ values: [String: PropertyListValue]) throws {
        let absent = Dictionary(try store.keys().map { ($0, PropertyListValue?.none) }) { $1 }
        _ = try store.commit(DefaultsBatch(edits: absent.merging(values) { $1 }))
    }
}

/// A namespace whose store is replaced for the process.
private enum Replaced: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let level: DefaultsEntry<Int> = value("level").whenNil(use: 10).ensure(when: { $0 < 10 }, use: 10)
    static let plain: DefaultsEntry<Int?> = value("level")
}

/// Reading and writing one number in stores of our own, against a dictionary under the same lock.
enum ReadAndWriteBenchmarks {
    static var all: [Benchmark] {
        let rows = [10, 1_000, 100_000].flatMap { count in
            [
                read("InMemoryStore", count) {
                    try Own.fill($0)
                } operation: { count in
                    var sum = 0
                    for _ in 0..<count { sum &+= Own.level.value }
                    consume(sum)
                },
                read("PropertyListFileStore", count) {
                    Replaced.bootstrap(try fileStore($0))
                } operation: { count in
                    var sum = 0
                    for _ in 0..<count { sum &+= Replaced.level.value }
                    consume(sum)
                },
                write("InMemoryStore", count, limit: 2) {
                    try Own.fill($0)
                } operation: { count in
                    for number in 0..<count { Own.plain.value = number }
                },
                write("PropertyListFileStore", count, limit: nil) {
                    Replaced.bootstrap(try fileStore($0))
                } operation: { count in
                    for number in 0..<count { Replaced.plain.value = number }
                },
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

    private static func read(
        _ storeName: String, _ count: Int, prepare: @escaping ([String: PropertyListValue]) throws -> Void,
        operation: @escaping (Int) -> Void
    ) -> Benchmark {
        Benchmark(
            name: "read a number through two rules, \(storeName), \(count) keys", floorName: "locked look-up",
            limit: 1.5, iterations: 200_000
        ) {
            let values = values(count)
            let floor = LockedTable(values)
            try prepare(values)
            return Benchmark.Sides(operation: operation) {
                var sum = 0
                for _ in 0..<$0 {
                    if case .integer(let number)? = floor.value(forKey: "level") { sum &+= Int(number) }
                }
                consume(sum)
            } tearDown: {
                Replaced.bootstrap(nil)
            }
        }
    }

    private static func write(
        _ storeName: String, _ count: Int, limit: Double?,
        prepare: @escaping ([String: PropertyListValue]) throws -> Void, operation: @escaping (Int) -> Void
    ) -> Benchmark {
        Benchmark(
            name: "write a number, \(storeName), \(count) keys", floorName: "locked insert", limit: limit,
            iterations: 200_000
        ) {
            let values = values(count)
            let floor = LockedTable(values)
            try prepare(values)
            return Benchmark.Sides(operation: operation) {
                for number in 0..<$0 { floor.setValue(.integer(Int64(number)), forKey: "level") }
            } tearDown: {
                Replaced.bootstrap(nil)
            }
        }
    }

    private static func readAfterWrite(
        _ storeName: String, _ make: @escaping ([String: PropertyListValue]) throws -> any DefaultsStore
    ) -> Benchmark {
        Benchmark(
            name: "write and read a number, \(storeName), 100000 keys", floorName: "the same with 10 keys", limit: 1.2,
            iterations: 100_000
        ) {
            let large = Replaced.level.bound(to: try make(values(100_000)))
            let small = Replaced.level.bound(to: try make(values(10)))
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
