import Foundation
import Observation
import Testing

@testable import TypedDefaults

/// The Observation framework sees entries, on every store.
@Suite("The Observation framework", .timeLimit(.minutes(5)))
struct TrackingTests {
    private func counter(_ key: String = "n", in store: any DefaultsStore) -> DefaultsEntry<Int> {
        Defaults.value(key).whenNil(use: 0).bound(to: store)
    }

    /// How often a change is told of while `change` runs, after `read` was tracked.
    private func notifications(reading read: () -> Void, changing change: () -> Void) -> Int {
        let count = Recorder<Void>()
        withObservationTracking(read) { count.record(()) }
        change()
        return count.values.count
    }

    @Test("reading an entry tracks its key alone, and once", arguments: StoreKind.allCases)
    func keyAlone(kind: StoreKind) throws {
        let store = try kind.make()
        let entry = counter(in: store)
        let other = counter("m", in: store)
        let reads: [@Sendable () throws -> Void] = [
            { _ = entry.value }, { _ = try entry.read() }, { _ = entry.isStored },
        ]
        for (index, read) in reads.enumerated() {
            let quiet: () -> Void = { do { try read() } catch {} }
            #expect(notifications(reading: quiet) { other.value += 1 } == 0)
            #expect(notifications(reading: quiet) { entry.value = entry.value } == (index == 0 ? 1 : 0))
            #expect(notifications(reading: quiet) { entry.value += 1 } == 1)
            let isToldOnce = notifications(reading: quiet) {
                for _ in 0..<3 { entry.value += 1 }
            }
            #expect(isToldOnce == 1)
        }
        #expect(notifications(reading: { _ = (entry.value, other.value) }) { other.value += 1 } == 1)
        #expect(notifications(reading: {}) { entry.value += 1 } == 0)
    }

    @Test("two trackings of one key are both told, nested ones too", arguments: StoreKind.allCases)
    func several(kind: StoreKind) throws {
        let entry = counter(in: try kind.make())
        let told = Recorder<Int>()
        withObservationTracking {
            _ = entry.value
            withObservationTracking {
                _ = entry.value
            } onChange: {
                told.record(2)
            }
        } onChange: {
            told.record(1)
        }
        withObservationTracking {
            _ = entry.value
        } onChange: {
            told.record(3)
        }
        entry.value = 1
        #expect(told.values.sorted() == [1, 2, 3])
    }

    @Test("when a change is told of, the new value can be read, and written", arguments: StoreKind.allCases)
    func newValue(kind: StoreKind) throws {
        let entry = counter(in: try kind.make())
        let seen = Recorder<Int>()
        withObservationTracking {
            _ = entry.value
        } onChange: {
            seen.record(entry.value)
            entry.value = 7
        }
        entry.value = 1
        #expect(seen.values == [1])
        #expect(entry.value == 7)
    }

    @Test("a read in a transaction, of a record and of a view with a prefix is tracked", arguments: StoreKind.allCases)
    func otherReads(kind: StoreKind) throws {
        struct Settings: DefaultsRecord {
            var volume = 5
            var name: String?
        }
        let store = try kind.make()
        let entry = counter(in: store)
        let inTransaction = { do { try store.transaction { _ = entry.value } } catch {} }
        #expect(notifications(reading: inTransaction) { entry.value = 1 } == 1)
        let settings = Defaults.record("Settings", Settings.self).bound(to: store)
        #expect(notifications(reading: { _ = settings.value }) { settings.value.name = "x" } == 1)
        #expect(notifications(reading: { _ = settings.value }) { entry.value += 1 } == 0)
        // The view is gone before the change.
        let read = { _ = counter(in: store.prefixed("p.")).value }
        #expect(notifications(reading: read) { counter("p.n", in: store).value = 1 } == 1)
    }

    @Test("trackers are kept for keys that were read and have not changed since, and for no others")
    func trackersAreReleased() {
        let store = InMemoryStore()
        #expect(!store.hub.isObserved)
        for number in 0..<1000 {
            let entry = counter("key \(number)", in: store)
            #expect(notifications(reading: { _ = (entry.value, entry.value) }) { entry.value = 1 } == 1)
        }
        #expect(!store.hub.isObserved)
        _ = counter(in: store).value
        #expect(!store.hub.isObserved)
    }

    @Test("the probe knows whether reads are tracked, on each thread")
    func probe() async {
        #expect(!TrackingProbe.shared.isTracking())
        let inside = Recorder<Bool>()
        withObservationTracking {
            for _ in 0..<3 { inside.record(TrackingProbe.shared.isTracking()) }
        } onChange: {
        }
        #expect(inside.values == [true, true, true])
        #expect(!TrackingProbe.shared.isTracking())
    }

    @Test("no change is missed between a read and its tracking", arguments: StoreKind.allCases)
    func race(kind: StoreKind) async throws {
        let entry = counter(in: try kind.make())
        let writer = Task.detached { for value in 1...2000 { entry.value = value } }
        var last = -1
        while last < 2000 {
            let told = DispatchSemaphore(value: 0)
            last = withObservationTracking {
                entry.value
            } onChange: {
                told.signal()
            }
            // Missing a change would be waiting here for ever.
            if last < 2000 { await wait(for: told) }
        }
        await writer.value
    }

    @Test("Observations gives an entry's values", arguments: StoreKind.allCases)
    func observations(kind: StoreKind) async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let store = try kind.make()
        let (left, right) = (counter("left", in: store), counter("right", in: store))
        let sums = Mailbox<Int>()
        let task = Task {
            for await sum in Observations({ left.value + right.value }) { sums.send(sum) }
        }
        #expect(await sums.next(1) == [0])
        for (entry, expected) in [(left, 1), (right, 2), (left, 3)] {
            entry.value += 1
            #expect(await sums.next(1) == [expected])
        }
        task.cancel()
        left.value += 1
        await task.value
    }

    private func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}
