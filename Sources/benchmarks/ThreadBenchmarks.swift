import Foundation
import TypedDefaults

/// Two threads that read at once, against one.
enum ThreadBenchmarks {
    static var all: [Benchmark] {
        [
            // What counts where two cores are free, and where they are not.
            passing("InMemoryStore, bound") { bound(InMemoryStore($0)) },
            passing("InMemoryStore, by bootstrap", bootstrapped),
            passing("PropertyListFileStore, bound") { bound(try ReadAndWriteBenchmarks.fileStore($0)) },
            working("InMemoryStore, bound") { bound(InMemoryStore($0)) },
            working("InMemoryStore, by bootstrap", bootstrapped),
            working("PropertyListFileStore, bound") { bound(try ReadAndWriteBenchmarks.fileStore($0)) },
        ]
    }

    private static func bootstrapped(_ values: [String: PropertyListValue]) -> DefaultsEntry<Int> {
        Settings.bootstrap(InMemoryStore(values))
        return Settings.level
    }

    private static func passing(
        _ what: String, _ make: @escaping ([String: PropertyListValue]) throws -> DefaultsEntry<Int>
    ) -> Benchmark {
        Benchmark(
            name: "read a number on 2 threads, \(what), time per read", floorName: "on one thread", limit: 1 / 1.6,
            iterations: 1_000_000
        ) {
            try sides(make)
        }
    }

    private static func working(
        _ what: String, _ make: @escaping ([String: PropertyListValue]) throws -> DefaultsEntry<Int>
    ) -> Benchmark {
        Benchmark(
            name: "read a number on 2 threads, \(what), processor time per read", floorName: "on one thread",
            limit: 2 / 1.6, iterations: 1_000_000, countsProcessorTime: true
        ) {
            try sides(make)
        }
    }

    private enum Settings: DefaultsNamespace {
        static let store: any DefaultsStore = InMemoryStore()
        static let level: DefaultsEntry<Int> = value("level").whenNil(use: 10).ensure(when: { $0 < 10 }, use: 10)
    }

    private static func bound(_ store: any DefaultsStore) -> DefaultsEntry<Int> {
        Settings.level.bound(to: store)
    }

    private static func sides(
        _ make: ([String: PropertyListValue]) throws -> DefaultsEntry<Int>
    ) throws -> Benchmark.Sides {
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
