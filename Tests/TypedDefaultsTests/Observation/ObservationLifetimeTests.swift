import Foundation
import Testing
import TypedDefaults

/// An object that observes.
private final class Owner: Sendable {
    let heard: Recorder<Int?>

    init(_ heard: Recorder<Int?>) {
        self.heard = heard
    }

    func handle(_ change: DefaultsChange<Int?>) {
        heard.record(change.newValue)
    }
}

/// How long observations last, and what they keep alive.
@Suite("Lifetime of observations")
struct ObservationLifetimeTests {
    private let heard = Recorder<Int?>()

    private func entry(in kind: StoreKind) throws -> DefaultsEntry<Int?> {
        Defaults.value("n").bound(to: try kind.make())
    }

    @Test("an observation ends when it is released", arguments: StoreKind.allCases)
    func released(kind: StoreKind) throws {
        let entry = try entry(in: kind)
        var observation: DefaultsObservation? = entry.observe { [heard] in heard.record($0.newValue) }
        entry.value = 1
        #expect(observation != nil)
        observation = nil
        entry.value = 2
        #expect(heard.values == [1])
    }

    @Test(
        "an owner that holds its observation, and is weakly held by the handler, goes away",
        arguments: StoreKind.allCases
    )
    func ownerGoesAway(kind: StoreKind) throws {
        let entry = try entry(in: kind)
        weak var weakOwner: Owner?
        do {
            let owner = Owner(heard)
            weakOwner = owner
            let observation = entry.observe { [weak owner] in owner?.handle($0) }
            entry.value = 1
            withExtendedLifetime((owner, observation)) {}
        }
        #expect(weakOwner == nil)
        entry.value = 2
        #expect(heard.values == [1])
    }

    @Test(
        "cancelled or released, an observation lets go of its handler, whatever the delivery",
        arguments: StoreKind.allCases
    )
    @MainActor
    func handlersAreReleased(kind: StoreKind) async throws {
        let entry = try entry(in: kind)
        let queue = DispatchQueue(label: "test")
        for form in 0..<6 {
            weak var weakOwner: Owner?
            do {
                let owner = Owner(heard)
                weakOwner = owner
                let observation =
                    switch form {
                    case 0: entry.observe(initial: true) { owner.handle($0) }
                    case 1: entry.observe(on: queue) { owner.handle($0) }
                    case 2: entry.observe(on: MainActor.shared) { owner.handle($0) }
                    case 3: Defaults.observe(entry, entry, initial: true) { new, _ in owner.heard.record(new) }
                    case 4: entry.currentStore.observe { _ in owner.heard.record(nil) }
                    default: entry.observe(on: MainActor.shared) { _, change in owner.handle(change) }
                    }
                entry.value = form
                observation.cancel()
            }
            // A consuming task ends on its own time.
            for _ in 0..<10_000 where weakOwner != nil { await Task.yield() }
            queue.sync {}
            for _ in 0..<100 where weakOwner != nil { try await Task.sleep(for: .milliseconds(1)) }
            #expect(weakOwner == nil, "form \(form)")
        }
    }

    @Test("an observation, an entry and a store go away when nobody uses them")
    func nothingLeaks() {
        weak var weakStore: InMemoryStore?
        weak var weakObservation: DefaultsObservation?
        do {
            let store = InMemoryStore()
            let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
            let observation = entry.observe(initial: true) { [heard] in heard.record($0.newValue) }
            entry.value = 1
            _ = store.changes
            _ = entry.updates.makeAsyncIterator()
            weakStore = store
            weakObservation = observation
            withExtendedLifetime(observation) {}
        }
        #expect(weakObservation == nil)
        #expect(weakStore == nil)
    }

    @Test("tied to an owner, an observation needs no keeping and ends with the owner", arguments: StoreKind.allCases)
    func tied(kind: StoreKind) throws {
        let entry = try entry(in: kind)
        weak var weakOwner: Owner?
        weak var weakObservation: DefaultsObservation?
        do {
            let owner = Owner(heard)
            weakOwner = owner
            weakObservation = entry.observe { [heard] in heard.record($0.newValue) }.tie(to: owner)
            entry.value = 1
            entry.value = 2
            withExtendedLifetime(owner) {}
        }
        #expect(weakOwner == nil)
        entry.value = 3
        #expect(heard.values == [1, 2])
        #expect(weakObservation == nil)
    }

    @Test("observations whose owners are gone are let go of although nothing changes")
    func sweeping() throws {
        weak var first: DefaultsObservation?
        let handled = heard
        for index in 0..<10_000 {
            let owner = Owner(handled)
            let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: InMemoryStore())
            let observation = entry.observe { handled.record($0.newValue) }.tie(to: owner)
            if index == 0 { first = observation }
            if first == nil { break }
        }
        #expect(first == nil)
    }

    @Test("cancelled, a tied observation is let go of at once", arguments: StoreKind.allCases)
    func cancelledTie(kind: StoreKind) throws {
        let entry = try entry(in: kind)
        let owner = Owner(heard)
        weak var weakObservation: DefaultsObservation?
        do {
            let observation = entry.observe { [heard] in heard.record($0.newValue) }.tie(to: owner)
            weakObservation = observation
            entry.value = 1
            observation.cancel()
        }
        entry.value = 2
        #expect(weakObservation == nil)
        #expect(heard.values == [1])
        withExtendedLifetime(owner) {}
    }

    @Test("untied, an observation goes on without the owner for as long as it is kept", arguments: StoreKind.allCases)
    func untied(kind: StoreKind) throws {
        let entry = try entry(in: kind)
        var observation: DefaultsObservation?
        do {
            let owner = Owner(heard)
            observation = entry.observe { [heard] in heard.record($0.newValue) }.tie(to: owner)
            observation?.untie()
        }
        entry.value = 1
        observation = nil
        entry.value = 2
        #expect(heard.values == [1])
        #expect(observation == nil)
    }
}
