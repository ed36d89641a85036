import Dispatch
import Foundation
import Testing
import TypedDefaults

/// Where handlers run: inline, on a queue, on an actor.
@Suite("Delivery of changes", .timeLimit(.minutes(5)))
struct DeliveryTests {
    private func counter(in kind: StoreKind) throws -> DefaultsEntry<Int> {
        Defaults.value("n").whenNil(use: 0).bound(to: try kind.make())
    }

    @Test("inline, a handler has run when the write returns, on the writer's thread", arguments: StoreKind.allCases)
    func inline(kind: StoreKind) throws {
        let entry = try counter(in: kind)
        let isSameThread = Recorder<Bool>()
        nonisolated(unsafe) let writer = Thread.current
        let observation = entry.observe { _ in isSameThread.record(Thread.current === writer) }
        entry.value = 1
        #expect(isSameThread.values == [true])
        observation.cancel()
    }

    @Test(
        "on a queue, each change comes once, in order and one at a time, even where the queue is concurrent",
        arguments: StoreKind.allCases, [false, true]
    )
    func onQueue(kind: StoreKind, isConcurrent: Bool) async throws {
        let entry = try counter(in: kind)
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "test", attributes: isConcurrent ? .concurrent : [])
        queue.setSpecific(key: key, value: true)
        let heard = Mailbox<[Int]>()
        let observation = entry.observe(initial: true, on: queue) { change in
            #expect(DispatchQueue.getSpecific(key: key) == true)
            heard.send([change.oldValue, change.newValue])
        }
        for value in 1...200 { entry.value = value }
        let expected = [[0, 0]] + (1...200).map { [$0 - 1, $0] }
        #expect(await heard.next(201) == expected)
        observation.cancel()
    }

    @Test(
        "on the main actor, a handler uses its state without further ado, each change once and in order",
        arguments: StoreKind.allCases
    )
    @MainActor
    func onMainActor(kind: StoreKind) async throws {
        final class Label {
            var texts: [String] = []
        }
        let entry = try counter(in: kind)
        let label = Label()
        let isDone = Mailbox<Void>()
        let observation = entry.observe(initial: true, on: MainActor.shared) { change in
            label.texts.append("\(change.oldValue)-\(change.newValue)")
            if change.newValue == 100 { isDone.send(()) }
        }
        // Writers elsewhere, while the main actor is free.
        await Task.detached { for value in 1...100 { entry.value = value } }.value
        _ = await isDone.next(1)
        #expect(label.texts == ["0-0"] + (1...100).map { "\($0 - 1)-\($0)" })
        observation.cancel()
    }

    @Test("cancelled on the main actor, nothing that was on its way arrives", arguments: StoreKind.allCases)
    @MainActor
    func cancelOnMainActor(kind: StoreKind) async throws {
        let entry = try counter(in: kind)
        var heard = 0
        let observation = entry.observe(initial: true, on: MainActor.shared) { _ in heard += 1 }
        for value in 1...10 { entry.value = value }
        observation.cancel()
        let later = Mailbox<Void>()
        let second = entry.observe(initial: true, on: MainActor.shared) { _ in later.send(()) }
        _ = await later.next(1)
        #expect(heard == 0)
        second.cancel()
    }

    private actor Cache {
        private(set) var limits: [Int] = []
        private var observation: DefaultsObservation?
        private let onDeinit: Mailbox<Void>

        init(onDeinit: Mailbox<Void>) {
            self.onDeinit = onDeinit
        }

        deinit {
            onDeinit.send(())
        }

        func follow(_ entry: DefaultsEntry<Int>, reporting heard: Mailbox<Int>) {
            observation = entry.observe(initial: true, on: self) { cache, change in
                cache.limits.append(change.newValue)
                heard.send(change.newValue)
            }
        }
    }

    @Test(
        "on an actor, each change comes once and in order, and the actor is not kept alive",
        arguments: StoreKind.allCases
    )
    func onActor(kind: StoreKind) async throws {
        let entry = try counter(in: kind)
        let heard = Mailbox<Int>()
        let isGone = Mailbox<Void>()
        var cache: Cache? = Cache(onDeinit: isGone)
        await cache?.follow(entry, reporting: heard)
        for value in 1...100 { entry.value = value }
        #expect(await heard.next(101) == Array(0...100))
        #expect(await cache?.limits == Array(0...100))
        cache = nil
        _ = await isGone.next(1)
        entry.value = 101
    }

    @Test(
        "cancel waits for a handler that runs on another thread, and nothing comes after it",
        arguments: StoreKind.allCases
    )
    func cancelWaits(kind: StoreKind) async throws {
        let entry = try counter(in: kind)
        let started = DispatchSemaphore(value: 0)
        let finished = Recorder<Int>()
        let observation = entry.observe { change in
            started.signal()
            Thread.sleep(forTimeInterval: 0.05)
            finished.record(change.newValue)
        }
        DispatchQueue.global().async { entry.value = 1 }
        await wait(for: started)
        observation.cancel()
        #expect(finished.values == [1])
        entry.value = 2
        #expect(finished.values == [1])
    }

    @Test("a handler may cancel its own observation, and cancelling twice is harmless", arguments: StoreKind.allCases)
    func cancelFromWithin(kind: StoreKind) throws {
        let entry = try counter(in: kind)
        let heard = Recorder<Int>()
        let own = Recorder<DefaultsObservation>()
        own.record(
            entry.observe { change in
                heard.record(change.newValue)
                own.values.last?.cancel()
                entry.value = 9
            })
        entry.value = 1
        entry.value = 2
        #expect(heard.values == [1])
        own.values.last?.cancel()
    }

    @Test("an observer that another one cancels while both are to hear of a commit does not hear of it")
    func cancelledMeanwhile() {
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: InMemoryStore())
        let heard = Recorder<Int?>()
        let second = Recorder<DefaultsObservation>()
        let first = entry.observe { _ in second.values.last?.cancel() }
        second.record(entry.observe { heard.record($0.newValue) })
        entry.value = 1
        #expect(heard.values == [])
        first.cancel()
    }

    @Test(
        "no lock is held while a handler runs: it may wait for others that use the store",
        arguments: StoreKind.allCases
    )
    func handlersMayWait(kind: StoreKind) async throws {
        let entry = try counter(in: kind)
        let other: DefaultsEntry<Int> = Defaults.value("m").whenNil(use: 0).bound(to: entry.currentStore)
        let seen = Recorder<[Int]>()
        let isDone = Mailbox<Void>()
        let queue = DispatchQueue(label: "other")
        let observation = entry.observe { change in
            queue.sync {
                other.value = change.newValue * 10
                let last = Recorder<Int>()
                let inner = entry.observe(initial: true) { last.record($0.newValue) }
                inner.cancel()
                seen.record([entry.value, other.value] + last.values)
            }
        }
        DispatchQueue.global().async {
            entry.value = 4
            isDone.send(())
        }
        _ = await isDone.next(1)
        #expect(seen.values == [[4, 40, 4]])
        observation.cancel()
    }

    @Test("the first value comes before all changes, and counts those before it", arguments: StoreKind.allCases)
    func firstValueFirst(kind: StoreKind) throws {
        let entry = try counter(in: kind)
        let heard = Recorder<[Int]>()
        let observation = entry.observe(initial: true) { change in
            heard.record([change.oldValue, change.newValue])
            if change.newValue < 3 { entry.value = change.newValue + 1 }
        }
        observation.cancel()
        #expect(heard.values == [[0, 0], [0, 1], [1, 2], [2, 3]])
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
