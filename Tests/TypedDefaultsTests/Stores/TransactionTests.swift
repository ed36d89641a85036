import Foundation
import Testing
import TypedDefaultsTesting

@testable import TypedDefaults

@Suite("Transactions")
struct TransactionTests {
    private struct Failure: Error {}

    private struct Accounts: Sendable {
        let store: any DefaultsStore
        let a: DefaultsEntry<Int>
        let b: DefaultsEntry<Int>

        init(_ store: any DefaultsStore) {
            self.store = store
            a = Defaults.value("a").whenNil(use: 0).bound(to: store)
            b = Defaults.value("b").whenNil(use: 0).bound(to: store)
        }
    }

    @Test("its entries read what it wrote, others see nothing before its end", arguments: StoreKind.allCases)
    func isolation(kind: StoreKind) throws {
        let accounts = Accounts(try kind.make())
        let seenByOthers = try accounts.store.transaction {
            accounts.a.value = 1
            accounts.b.value = accounts.a.value + 1
            #expect(accounts.b.value == 2)
            #expect(accounts.a.isStored)
            return onOtherThread { accounts.a.value }
        }
        #expect(seenByOthers == 0)
        #expect([accounts.a.value, accounts.b.value] as [Int] == [1, 2])
    }

    @Test("an error undoes all of it", arguments: StoreKind.allCases)
    func rollback(kind: StoreKind) throws {
        let accounts = Accounts(try kind.make())
        accounts.a.value = 1
        #expect(throws: Failure.self) {
            try accounts.store.transaction {
                accounts.a.clear()
                accounts.b.value = 5
                throw Failure()
            }
        }
        #expect([accounts.a.value, accounts.b.value] as [Int] == [1, 0])
        #expect(try accounts.store.keys() == ["a"])
    }

    @Test("it runs again when another writer has changed what it read", arguments: StoreKind.allCases)
    func conflict(kind: StoreKind) throws {
        let accounts = Accounts(try kind.make())
        let runs = Recorder<Int>()
        try accounts.store.transaction {
            let value = accounts.a.value
            runs.record(value)
            if runs.values.count == 1 { onOtherThread { accounts.a.value = 10 } }
            accounts.b.value = value + 1
        }
        #expect(runs.values == [0, 10])
        #expect(accounts.b.value == 11)
    }

    @Test("one within another is part of it, and can be undone alone", arguments: StoreKind.allCases)
    func nested(kind: StoreKind) throws {
        let accounts = Accounts(try kind.make())
        try accounts.store.transaction {
            accounts.a.value = 1
            try accounts.store.transaction { accounts.b.value = accounts.a.value }
            #expect(throws: Failure.self) {
                try accounts.store.transaction {
                    accounts.a.value = 9
                    throw Failure()
                }
            }
            #expect(onOtherThread { accounts.b.value } == 0)
        }
        #expect([accounts.a.value, accounts.b.value] as [Int] == [1, 1])
        #expect(throws: Failure.self) {
            try accounts.store.transaction {
                try accounts.store.transaction { accounts.b.value = 7 }
                throw Failure()
            }
        }
        #expect(accounts.b.value == 1)
    }

    @Test("its changes are announced as one commit, after which didSet runs once", arguments: StoreKind.allCases)
    func announcement(kind: StoreKind) throws {
        let store = try kind.make()
        let accounts = Accounts(store)
        let log = Recorder<String>()
        let logged = accounts.a.didSet { new, old in log.record("didSet \(old) to \(new)") }
        let observations = [accounts.a, accounts.b].map { entry in
            entry.observe { change in
                log.record("\(change.key) \(change.oldValue) to \(change.newValue), b is \(accounts.b.value)")
            }
        }
        try store.transaction {
            logged.value = 1
            accounts.b.value = 2
            #expect(log.values == [])
        }
        #expect(log.values == ["a 0 to 1, b is 2", "b 0 to 2, b is 2", "didSet 0 to 1"])
        observations.forEach { $0.cancel() }
    }

    @Test("no money is made or lost between threads", arguments: StoreKind.allCases)
    func sum(kind: StoreKind) throws {
        let accounts = Accounts(try kind.make())
        let failures = Recorder<any Error>()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<300 {
                do {
                    try accounts.store.transaction {
                        accounts.a.value -= thread
                        accounts.b.value += thread
                    }
                } catch {
                    failures.record(error)
                }
            }
        }
        #expect(failures.values.isEmpty)
        #expect([accounts.a.value, accounts.b.value] as [Int] == [-8400, 8400])
    }

    @Test("a task that outlives it reads and writes the store itself", arguments: StoreKind.allCases)
    func outliving(kind: StoreKind) async throws {
        let accounts = Accounts(try kind.make())
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let task = try accounts.store.transaction {
            accounts.a.value = 1
            return Task {
                for await _ in gate { break }
                accounts.b.value = accounts.a.value + 1
            }
        }
        accounts.a.value = 5
        open.yield()
        await task.value
        #expect(accounts.b.value == 6)
    }

    @Test("update and whenNil(save:) take part in it", arguments: StoreKind.allCases)
    func otherWriters(kind: StoreKind) throws {
        let store = try kind.make()
        let accounts = Accounts(store)
        let id: DefaultsEntry<UUID> = Defaults.value("id").whenNil(save: UUID()).bound(to: store)
        #expect(throws: Failure.self) {
            try store.transaction {
                accounts.a.update { $0 += 1 }
                _ = id.value
                #expect(accounts.a.value == 1)
                throw Failure()
            }
        }
        #expect(try store.keys() == [])
    }

    @Test("what is done by keys takes part in it, on the store that it passes", arguments: StoreKind.allCases)
    func keys(kind: StoreKind) throws {
        let base = try kind.make()
        try base.setValue(1, forKey: "a")
        for store in [base, LayeredStore([.init(.stored, base)]), base.prefixed("")] as [any DefaultsStore] {
            #expect(throws: Failure.self) {
                try store.transaction { store in
                    try store.setValue(2, forKey: "a")
                    try store.updateValue(forKey: "b") { $0 = 3 }
                    #expect(Accounts(store).a.value == 2)
                    #expect(try store.keys() == ["a", "b"])
                    throw Failure()
                }
            }
            #expect(base.storedKeys == ["a"])
            try store.transaction { store in
                try store.setValue(store.value(forKey: "a"), forKey: "c")
                try store.removeValue(forKey: "a")
                #expect(base.stored("a") == 1)
            }
            #expect(base.storedKeys == ["c"])
            try store.transaction { store in
                try store.setValue(store.value(forKey: "c"), forKey: "a")
                try store.removeValue(forKey: "c")
            }
        }
    }

    @Test("its tasks lose none of each other's updates")
    func concurrentUpdates() throws {
        let base = InMemoryStore()
        let overlay = OverlayStore(over: base)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<2_000 { Accounts(overlay).a.update { $0 += 1 } }
        }
        #expect(base.storedKeys == [])
        #expect(try overlay.finish())
        #expect(base.value(forKey: "a") == 16_000)
    }

    @Test("a store that refuses it keeps all it had")
    func refusal() throws {
        let store = FailingStore(["a": 1])
        let accounts = Accounts(store)
        store.fail(.writing, with: DefaultsError(.writeFailed))
        let error = #expect(throws: DefaultsError.self) { try store.transaction { accounts.a.value = 2 } }
        #expect(error?.code == .writeFailed)
        #expect(accounts.a.value == 1)
    }

    @Test("observers hear of one commit, and who made it unheard hears nothing", arguments: StoreKind.allCases)
    func commits(kind: StoreKind) throws {
        let store = try kind.make()
        let accounts = Accounts(store)
        let commits = Recorder<[String]>()
        let all = store.observe { commits.record($0.changes.map(\.key).sorted()) }
        let own = Recorder<Int>()
        let observation = accounts.a.observe { own.record($0.newValue) }
        let twin = Recorder<Int>()
        let other = Accounts(store).a.observe { twin.record($0.newValue) }
        try store.transaction {
            observation.withoutNotifying { accounts.a.value = 1 }
            accounts.b.value = 2
        }
        #expect(commits.values == [["a", "b"]])
        #expect(own.values == [])
        #expect(twin.values == [1])
        try store.transaction {
            observation.withoutNotifying { accounts.a.value = 2 }
            accounts.a.value = 3
        }
        #expect(own.values == [3])
        try store.transaction {
            accounts.a.value = 7
            accounts.a.value = 3
        }
        #expect(commits.values.count == 2)
        for observation in [all, observation, other] { observation.cancel() }
    }

    @Test("withoutNotifying holds for entries behind a prefix too", arguments: StoreKind.allCases)
    func unheardPrefix(kind: StoreKind) throws {
        let base = try kind.make()
        let accounts = Accounts(base.prefixed("p."))
        let heard = Recorder<String>()
        let a = accounts.a.observe { heard.record("a \($0.newValue)") }
        let b = accounts.b.observe { heard.record("b \($0.newValue)") }
        for (number, store) in [base, accounts.store].enumerated() {
            try store.transaction {
                a.withoutNotifying { accounts.a.value = number + 1 }
                accounts.b.value = number + 1
            }
        }
        #expect(heard.values == ["b 1", "b 2"])
        for observation in [a, b] { observation.cancel() }
    }

    @Test("didSet runs once, however often it had to run", arguments: StoreKind.allCases)
    func repeatedDidSet(kind: StoreKind) throws {
        let store = try kind.make()
        let accounts = Accounts(store)
        let told = Recorder<[Int]>()
        let entry = accounts.a.didSet { new, old in told.record([old, new, accounts.b.value]) }
        var runs = 0
        try store.transaction {
            runs += 1
            entry.value += 1
            accounts.b.value = 5
            if runs == 1 { onOtherThread { accounts.a.value = 10 } }
        }
        #expect(runs == 2)
        #expect(told.values == [[10, 11, 5]])
    }

    @Test("one on the store that a namespace has within it is part of it", arguments: StoreKind.allCases)
    func namespace(kind: StoreKind) throws {
        let store = try kind.make()
        let count: DefaultsEntry<Int> = Defaults.value("count").whenNil(use: 0)
        try Defaults.withStore(store) {
            try Defaults.transaction {
                count.value = 1
                #expect(throws: Failure.self) {
                    try Defaults.currentStore.transaction {
                        count.value = 2
                        throw Failure()
                    }
                }
                #expect(count.value == 1)
                try Defaults.currentStore.transaction { count.value += 2 }
                let prefixed = Defaults.currentStore.prefixed("p.")
                #expect(throws: Failure.self) {
                    try Defaults.transaction {
                        count.bound(to: prefixed).value = 9
                        #expect(count.bound(to: prefixed).value == 9)
                        throw Failure()
                    }
                }
                #expect(onOtherThread { store.storedKeys } == [])
            }
            #expect(count.value == 3)
        }
        #expect(store.storedKeys == ["count"])
    }

    @Test("on a prefix of a store it takes in what is written to the store itself", arguments: StoreKind.allCases)
    func prefix(kind: StoreKind) throws {
        let base = try kind.make()
        let below = Accounts(base)
        let prefixed = Accounts(base.prefixed("p."))
        var runs = 0
        try prefixed.store.transaction {
            runs += 1
            if runs > 2 { throw Failure() }
            prefixed.a.value += 1
            try base.updateValue(forKey: "b") { $0 = 1 }
            below.b.value += 1
            Accounts(base.prefixed("p.")).a.value += 1
            #expect(prefixed.a.value == 2)
        }
        #expect(runs == 1)
        #expect(base.stored("p.a") == 2)
        #expect(below.b.value == 2)
        #expect(throws: Failure.self) {
            try prefixed.store.transaction {
                below.b.value = 9
                throw Failure()
            }
        }
        #expect(below.b.value == 2)
    }
}
