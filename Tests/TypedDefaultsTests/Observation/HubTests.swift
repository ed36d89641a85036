import Foundation
import Testing

@testable import TypedDefaults

/// The hub as the state machine that it is, step by step.
@Suite("Change hub")
struct HubTests {
    private typealias Change = DefaultsChange<PropertyListValue?>

    private func observer(
        _ filters: Set<KeyFilter>, isHolding: Bool = false, _ heard: Recorder<UInt64> = Recorder()
    ) -> HubObserver {
        HubObserver(filters: filters, isHolding: isHolding) { observer, event in
            observer.pass {
                if case .commit(let commit) = event { heard.record(commit.sequenceNumber) } else { heard.record(0) }
            }
        }
    }

    /// The state machine, for use in expectations.
    private final class StateBox {
        private var state = HubState()

        func add(_ observer: HubObserver) { state.add(observer) }
        func remove(_ observer: HubObserver) -> Bool { state.remove(observer) }
        func beginDelivering() -> Bool { state.beginDelivering() }
        func nextDeliveries() -> [HubState.Delivery] { state.nextDeliveries() }
        func enqueue(_ changes: [Change], muting muted: Set<UInt64>) {
            state.enqueue(changes, isExternal: false) { CommitContext(muted: muted) }
        }
    }

    private func change(_ key: String) -> Change {
        Change(key: key, oldValue: nil, newValue: 1)
    }

    private func commit(_ keys: String..., to state: StateBox, muting muted: Set<UInt64> = []) {
        state.enqueue(keys.map(change), muting: muted)
    }

    @Test("who hears of a commit is settled when it is taken in")
    func settledEarly() {
        let state = StateBox()
        let early = observer([.key("a")])
        let late = observer([.key("a")])
        state.add(early)
        commit("a", to: state)
        state.add(late)
        commit("a", to: state)
        #expect(state.nextDeliveries().map(\.observers.count) == [1, 2])
    }

    @Test("an observer of several keys hears of a commit once, and those who came first hear first")
    func once() {
        let state = StateBox()
        let all = observer([.all])
        let several = observer([.key("a"), .key("b"), .prefix("a"), .prefix("z")])
        let one = observer([.key("b")])
        for observer in [all, several, one] { state.add(observer) }
        commit("a", "b", to: state)
        commit("zz", to: state)
        commit("c", to: state)
        let recipients = state.nextDeliveries().map { $0.observers.map(\.id) }
        #expect(recipients == [[all.id, several.id, one.id], [all.id, several.id], [all.id]])
    }

    @Test("nothing is queued for nobody: unobserved keys, muted observers, removed ones")
    func queuedForNobody() {
        let state = StateBox()
        let first = observer([.key("a")])
        state.add(first)
        commit("b", to: state)
        commit("a", to: state, muting: [first.id])
        #expect(!state.beginDelivering())
        commit("a", to: state)
        let wasThere = state.remove(first)
        let isThere = state.remove(first)
        #expect(wasThere && !isThere)
        #expect(!state.beginDelivering())
        state.add(first)
        #expect(!state.beginDelivering())
    }

    @Test("one thread delivers at a time, until nothing is left")
    func oneDeliverer() {
        let state = StateBox()
        state.add(observer([.all]))
        commit("a", to: state)
        let begins = [state.beginDelivering(), state.beginDelivering()]
        #expect(begins == [true, false])
        #expect(state.nextDeliveries().count == 1)
        commit("a", to: state)
        commit("a", to: state)
        #expect(!state.beginDelivering())
        #expect(state.nextDeliveries().map(\.commit.sequenceNumber) == [2, 3])
        #expect(state.nextDeliveries().isEmpty)
        commit("a", to: state)
        #expect(state.beginDelivering())
    }

    @Test("what was taken in but not delivered goes neither to later observers nor astray")
    func notAstray() {
        let hub = DefaultsHub()
        let heard = Recorder<UInt64>()
        let first = observer([.key("a")], heard)
        hub.add(first)
        hub.enqueue([change("a")])
        hub.remove(first)
        first.cancel(isWaiting: true)
        #expect(!hub.isObserved)
        // The writer comes to deliver when nobody is counted any more.
        hub.deliver()
        let second = observer([.key("a")], heard)
        hub.add(second)
        hub.deliver()
        #expect(heard.values == [])
        hub.enqueue([change("a")])
        hub.deliver()
        #expect(heard.values == [2])
    }

    @Test("a hub that is not observed takes nothing in")
    func unobserved() {
        let hub = DefaultsHub()
        let heard = Recorder<UInt64>()
        hub.enqueue([change("a")])
        let first = observer([.key("a")], heard)
        hub.add(first)
        hub.deliver()
        hub.enqueue([])
        hub.deliver()
        #expect(heard.values == [])
    }

    @Test("an observer that waits for its first value hears it first, and then only of commits after it")
    func holding() {
        let hub = DefaultsHub()
        let heard = Recorder<UInt64>()
        let first = observer([.key("a")], isHolding: true, heard)
        hub.add(first)
        for _ in 0..<3 {
            hub.enqueue([change("a")])
            hub.deliver()
        }
        #expect(heard.values == [])
        #expect(first.newestCommit == 3)
        first.open(with: .initial([:]), after: 2)
        #expect(heard.values == [0, 3])
        hub.enqueue([change("a")])
        hub.deliver()
        #expect(heard.values == [0, 3, 4])
    }

    @Test("keys that no character separates from a prefix still have it, and an empty prefix is all keys")
    func filters() {
        #expect(KeyFilter.all.matches(""))
        #expect(KeyFilter.prefix("a.").matches("a.b"))
        #expect(!KeyFilter.prefix("a.").matches("a"))
        #expect(!KeyFilter.key("a").matches("a.b"))
        #expect(KeyFilter.key("e\u{301}").matches("\u{E9}"))
    }
}
