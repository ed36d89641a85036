import Dispatch
import Foundation
import Testing

@testable import TypedDefaults

/// Observation while many threads write. With `TYPED_DEFAULTS_SOAK=1` it goes on for longer.
@Suite("Observation under load", .timeLimit(.minutes(10)))
struct ObservationStressTests {
    private static let writeCount = ProcessInfo.processInfo.environment["TYPED_DEFAULTS_SOAK"] == "1" ? 100_000 : 8_000

    /// What one observer heard.
    private final class Listener: Sendable {
        let changes = Recorder<[Int]>()
        let isCancelled = Recorder<Bool>()
        let lateCalls = Recorder<Void>()

        func handle(_ change: DefaultsChange<Int>) {
            if !isCancelled.values.isEmpty { lateCalls.record(()) }
            changes.record([change.oldValue, change.newValue])
        }

        func cancel(_ observation: DefaultsObservation) {
            observation.cancel()
            isCancelled.record(true)
        }
    }

    @Test(
        "8 threads write, 4 observers listen, others come and go: each hears an unbroken piece of the commit order, once",
        arguments: StoreKind.allCases
    )
    func everyChangeOnce(kind: StoreKind) async throws {
        weak var weakStore: (any DefaultsStore)?
        let weakListeners = Recorder<WeakListener>()
        try run(on: try kind.make(), weakStore: &weakStore, weakListeners)
        // The consuming tasks and queues end on their own time.
        for _ in 0..<1000 where weakListeners.values.contains(where: { $0.listener != nil }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(weakListeners.values.allSatisfy { $0.listener == nil })
        #expect(weakStore == nil)
    }

    private struct WeakListener: Sendable {
        weak var listener: Listener?
    }

    private func run(
        on store: any DefaultsStore, weakStore: inout (any DefaultsStore)?, _ weakListeners: Recorder<WeakListener>
    ) throws {
        weakStore = store
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: store)
        let count = Self.writeCount
        let order = Recorder<[Int]>()
        // Values are unique, so the chain of old and new values is the commit order.
        let reference = store.observe { commit in
            for change in commit.changes where change.key == "n" {
                order.record([number(change.oldValue), number(change.newValue)])
            }
        }
        let queue = DispatchQueue(label: "listener", attributes: .concurrent)
        let steady = (0..<4).map { _ in Listener() }
        let observations = [
            entry.observe(initial: true) { [steady] in steady[0].handle($0) },
            entry.observe { [steady] in steady[1].handle($0) },
            entry.observe(initial: true, on: queue) { [steady] in steady[2].handle($0) },
            entry.observe(initial: true, on: queue) { [steady] in steady[3].handle($0) },
        ]
        let isRunning = Recorder<Void>()
        isRunning.record(())
        let passing = Recorder<Listener>()
        let comers = DispatchGroup()
        for comer in 0..<2 {
            DispatchQueue.global().async(group: comers) {
                while !isRunning.values.isEmpty, passing.values.count < 4000 {
                    let listener = Listener()
                    let observation =
                        comer == 0
                        ? entry.observe(initial: true) { listener.handle($0) }
                        : entry.observe(initial: true, on: queue) { listener.handle($0) }
                    Thread.sleep(forTimeInterval: 0.0005)
                    listener.cancel(observation)
                    passing.record(listener)
                }
            }
        }
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for value in 0..<(count / 8) {
                do {
                    // Raw writes, and now and then a batch, a removal or a write of another key.
                    let new = PropertyListValue.integer(Int64(thread * count + value + 1))
                    switch value % 16 {
                    case 0: _ = try store.commit(DefaultsBatch(edits: ["n": new, "m": new]))
                    case 1: try store.setValue(new, forKey: "other")
                    default: try store.setValue(new, forKey: "n")
                    }
                } catch {
                    Issue.record(error)
                }
            }
        }
        isRunning.removeAll()
        comers.wait()
        let last = entry.value
        // Whoever delivers may still be at it; a queue's handlers too.
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline, !steady.allSatisfy({ $0.changes.values.last?[1] == last }) {
            Thread.sleep(forTimeInterval: 0.005)
        }
        for (listener, observation) in zip(steady, observations) { listener.cancel(observation) }
        reference.cancel()

        let commits = order.values
        #expect(commits.last?[1] == last)
        #expect(zip(commits, commits.dropFirst()).allSatisfy { $0[1] == $1[0] })
        let places = Dictionary(commits.enumerated().map { ($1[1], $0) }) { first, _ in first }
        #expect(places.count == commits.count)
        for (index, listener) in (steady + passing.values).enumerated() {
            weakListeners.record(WeakListener(listener: listener))
            let heard = listener.changes.values
            #expect(listener.lateCalls.values.isEmpty)
            if index < 4 { #expect(heard.last?[1] == last) }
            if index == 1 { #expect(heard == commits) }
            // Each hears a piece without a gap: what was new is old next, beginning with the first value.
            let isUnbroken = zip(heard, heard.dropFirst()).allSatisfy { $0[1] == $1[0] }
            let isInOrder = heard.dropFirst().allSatisfy { change in
                places[change[1]].map { commits[$0] == change } ?? false
            }
            #expect(isUnbroken && isInOrder, "observer \(index)")
        }
    }

    @Test("updates under load end with the last value and never go back", arguments: StoreKind.allCases)
    func updates(kind: StoreKind) async throws {
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: try kind.make())
        let count = Self.writeCount / 8
        let consumers = (0..<4).map { _ in
            Task {
                var last = -1
                for await value in entry.updates {
                    #expect(value > last)
                    last = value
                    if value == count * 4 { break }
                }
                return last
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<count { entry.update { $0 += 1 } } }
            }
        }
        for consumer in consumers { #expect(await consumer.value == count * 4) }
    }
}

private func number(_ value: PropertyListValue?) -> Int {
    if case .integer(let number) = value { Int(number) } else { 0 }
}
