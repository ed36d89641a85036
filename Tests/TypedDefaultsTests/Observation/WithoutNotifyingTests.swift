import Foundation
import Testing
import TypedDefaults

/// Writing what one observes without hearing oneself, on every store.
@Suite("Writing without notifying")
struct WithoutNotifyingTests {
    private let heard = Recorder<Int>()
    private let otherHeard = Recorder<Int>()

    private func observe(
        _ entry: DefaultsEntry<Int>
    ) -> (own: DefaultsObservation, other: DefaultsObservation) {
        (
            entry.observe { [heard] in heard.record($0.newValue) },
            entry.observe { [otherHeard] in otherHeard.record($0.newValue) }
        )
    }

    private func counter(in kind: StoreKind) throws -> DefaultsEntry<Int> {
        Defaults.value("n").whenNil(use: 0).bound(to: try kind.make())
    }

    @Test("the write takes place and all hear of it but this observation", arguments: StoreKind.allCases)
    func applied(kind: StoreKind) throws {
        let entry = try counter(in: kind)
        let (own, other) = observe(entry)
        own.withoutNotifying { entry.value = 1 }
        #expect(entry.value == 1)
        entry.value = 2
        #expect(heard.values == [2])
        #expect(otherHeard.values == [1, 2])
        own.cancel()
        other.cancel()
    }

    @Test(
        "it nests, ends when the body throws, and two observations can be silent at once",
        arguments: StoreKind.allCases
    )
    func nested(kind: StoreKind) throws {
        struct Failure: Error {}
        let entry = try counter(in: kind)
        let (own, other) = observe(entry)
        own.withoutNotifying {
            own.withoutNotifying { entry.value = 1 }
            entry.value = 2
            other.withoutNotifying { entry.value = 3 }
        }
        #expect(throws: Failure.self) {
            try own.withoutNotifying {
                entry.value = 4
                throw Failure()
            }
        }
        entry.value = 5
        #expect(heard.values == [5])
        #expect(otherHeard.values == [1, 2, 4, 5])
        own.cancel()
        other.cancel()
    }

    @Test("a handler that writes what it observes does not hear itself", arguments: StoreKind.allCases)
    func fromWithin(kind: StoreKind) throws {
        let entry = try counter(in: kind)
        let own = Recorder<DefaultsObservation>()
        own.record(
            entry.observe { [heard] change in
                heard.record(change.newValue)
                own.values.last?.withoutNotifying { entry.value = change.newValue * 2 }
            })
        entry.value = 1
        #expect(entry.value == 2)
        #expect(heard.values == [1])
        own.values.last?.cancel()
        own.removeAll()
    }

    @Test("what others write in response is heard of", arguments: StoreKind.allCases)
    func responses(kind: StoreKind) throws {
        let entry = try counter(in: kind)
        let responder = entry.observe { change in
            if change.newValue == 1 { entry.value = 100 }
        }
        let (own, other) = observe(entry)
        own.withoutNotifying { entry.value = 1 }
        #expect(heard.values == [100])
        #expect(otherHeard.values == [1, 100])
        for observation in [responder, own, other] { observation.cancel() }
    }

    @Test("other threads and tasks are heard of meanwhile; child tasks are not", arguments: StoreKind.allCases)
    func tasks(kind: StoreKind) async throws {
        let entry = try counter(in: kind)
        let (own, other) = observe(entry)
        await own.withoutNotifying {
            await Task.detached { entry.value = 1 }.value
            async let child: Void = { entry.value = 2 }()
            await child
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    entry.value = 3
                    continuation.resume()
                }
            }
            entry.value = 4
        }
        #expect(heard.values == [1, 3])
        #expect(otherHeard.values == [1, 2, 3, 4])
        own.cancel()
        other.cancel()
    }

    @Test("in a transaction it holds for what was written within it", arguments: StoreKind.allCases)
    func transactions(kind: StoreKind) throws {
        let entry = try counter(in: kind)
        let second: DefaultsEntry<Int> = Defaults.value("m").whenNil(use: 0).bound(to: entry.currentStore)
        let (own, other) = observe(entry)
        try entry.currentStore.transaction {
            own.withoutNotifying { entry.update { $0 = 1 } }
            second.value = 1
        }
        try entry.currentStore.transaction {
            own.withoutNotifying { entry.value = 2 }
            entry.value = 3
        }
        try own.withoutNotifying { try entry.currentStore.transaction { entry.value = 4 } }
        #expect(heard.values == [3])
        #expect(otherHeard.values == [1, 3, 4])
        own.cancel()
        other.cancel()
    }
}
