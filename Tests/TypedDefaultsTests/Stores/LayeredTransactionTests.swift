import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

@Suite("Transactions on layered stores")
struct LayeredTransactionTests {
    private let managed = InMemoryStore(name: "managed")
    private let stored = InMemoryStore(name: "stored")
    private let registered = InMemoryStore(name: "registered")

    private func make() -> LayeredStore {
        LayeredStore([.init(.managed, managed), .init(.stored, stored), .init(.registered, registered)])
    }

    private func entry(in store: any DefaultsStore) -> DefaultsEntry<Int> {
        Defaults.value("n").whenNil(use: 0).bound(to: store)
    }

    @Test("transactions work on the whole and on a layer of it")
    func transactions() throws {
        let store = make()
        let entry = entry(in: store)
        try store.transaction {
            entry.value = 1
            #expect(entry.value == 1)
            #expect(stored.value(forKey: "n") == nil)
        }
        #expect(stored.value(forKey: "n") == 1)
        try stored.transaction {
            entry.value = 2
            #expect(entry.value == 2)
        }
        #expect(entry.value == 2)
    }

    @Test("didSet of its entries waits for a transaction on a layer, and an error undoes what they wrote")
    func layerTransactions() throws {
        let store = make()
        let told = Recorder<[Int]>()
        let entry = entry(in: store).didSet { told.record([$0, $1, stored.value(forKey: "n") == 2 ? 1 : 0]) }
        try stored.transaction {
            entry.value = 1
            try store.transaction { entry.value += 1 }
            #expect(told.values == [])
        }
        #expect(told.values == [[1, 0, 1], [2, 1, 1]])
        for transaction in [store.transaction, stored.transaction] as [(() throws -> Void) throws -> Void] {
            #expect(throws: DefaultsError.self) {
                try transaction {
                    entry.value = 7
                    throw DefaultsError(.rejected)
                }
            }
        }
        #expect(stored.value(forKey: "n") == 2)
        #expect(told.values.count == 2)
    }

    @Test("a transaction takes in what is written to the layer itself, and runs once")
    func writingAroundTheLayers() throws {
        let store = make()
        var runs = 0
        try store.transaction {
            runs += 1
            if runs > 2 { throw DefaultsError(.rejected) }
            entry(in: store).value += 1
            entry(in: stored).value += 1
            #expect(entry(in: store).value == 2)
            entry(in: registered).value += 5
            #expect(stored.value(forKey: "n") == nil)
        }
        #expect(runs == 1)
        #expect(stored.value(forKey: "n") == 2)
        #expect(registered.value(forKey: "n") == 5)
    }

    @Test("a transaction runs again when a layer that it does not write to has changed")
    func layerConflicts() throws {
        let store = make()
        try managed.setValue(1, forKey: "n")
        let runs = Recorder<Int>()
        try store.transaction {
            let value = entry(in: store).value
            runs.record(value)
            if runs.values.count == 1 {
                onOtherThread { entry(in: managed).value = 2 }
                #expect(entry(in: store).value == 1)
            }
            Defaults.value("copy").whenNil(use: 0).bound(to: store).value = value
        }
        #expect(runs.values == [1, 2])
        #expect(stored.value(forKey: "copy") == 2)
    }

    @Test("what a transaction on one layer has not committed is announced to nobody")
    func deliveryWithinTransactions() throws {
        let store = make()
        let heard = Recorder<[Int]>()
        let observation = entry(in: store).observe { heard.record([$0.oldValue, $0.newValue]) }
        try managed.transaction {
            entry(in: managed).value = 9
            try stored.setValue(1, forKey: "n")
            #expect(heard.values == [[0, 1]])
        }
        #expect(heard.values == [[0, 1], [1, 9]])
        observation.cancel()
    }

    @Test("several prefixes of one store can be layers of it", arguments: StoreKind.allCases)
    func prefixes(kind: StoreKind) throws {
        let base = try kind.make()
        let store = LayeredStore([
            .init(.stored, base.prefixed("user.")), .init(.registered, base.prefixed("all.")),
        ])
        let heard = Recorder<[Int]>()
        let observation = entry(in: store).observe { heard.record([$0.oldValue, $0.newValue]) }
        try base.setValue(1, forKey: "all.n")
        try store.transaction {
            entry(in: store).value += 1
            try base.prefixed("user.").setValue(3, forKey: "m")
            observation.withoutNotifying { entry(in: store).value += 1 }
        }
        #expect(base.stored("user.n") == 3)
        #expect(base.stored("user.m") == 3)
        try base.removeValue(forKey: "user.n")
        #expect(heard.values == [[0, 1], [3, 1]])
        observation.cancel()
    }
}
