import Foundation
import TypedDefaults

/// Two threads that read at once, against one.
enum ThreadBenchmarks {
    static var all: [Benchmark] {
        [
            reading("InMemoryStore, bound") { store in bound(InMemoryStore(store)) },
            reading("InMemoryStore, by bootstrap") { values in
                Settings.bootstrap(InMemoryStore(values))
                return Settings.level
            },
            reading("PropertyListFileStore, bound") { values in bound(try ReadAndWriteBenchmarks.fileStore(values)) },
        ]
    }

    private enum Settings: DefaultsNamespace {
        static let store: any DefaultsStore = InMemoryStore()
        static let level: DefaultsEntry<Int> = value("level").whenNil(use: 10).ensure(when: { $0 < 10 }, use: 10)
    }

    private static func bound(_ store: any DefaultsStore) -> DefaultsEntry<Int> {
        Settings.level.bound(to: store)
    }

    private static func reading(
        _ what: String, _ make: @escaping ([String: PropertyListValue]) throws -> DefaultsEntry<Int>
    ) -> Benchmark {
        Benchmark(
            name: "read a number on 2 threads at once, \(what), per read", floorName: "on one thread", limit: 1 / 1.6,
            iterations: 1_000_000
        ) {
            let entry = try make(ReadAndWriteBenchmarks.values(10))
            let read: @Sendable (Int) -> Void = { count in
                var sum = 0
                for _ in 0..<count { sum &+= entry.value }
                consume(sum)
            }
            return Benchmark.Sides { count in
                let isDone = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    read(count / 2)
                    isDone.signal()
                }
                read(count / 2)
                isDone.wait()
            } floor: {
                read($0)
            } tearDown: {
                Settings.bootstrap(nil)
            }
        }
    }
}
