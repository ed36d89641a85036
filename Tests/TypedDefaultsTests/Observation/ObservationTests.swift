import Foundation
import Testing
import TypedDefaults

private enum Mode: String, Defaultable {
    case light, dark
}

private struct Profile: Codable, Defaultable, Equatable {
    var name = "Ada"
    var tags: Set<Int> = []
}

/// A type whose values can't be compared.
private struct Opaque: Codable, Defaultable {
    var number: Int
}

/// What observers of one entry hear, on every store.
@Suite("Observation")
struct ObservationTests {
    @Test(
        "every key can be observed, whatever is in it, and hears one event for each write",
        arguments: StoreKind.allCases,
        ["ab", "a.b", "com.app.token", "@x", "@", ".", "", "ключ", "a b", "e\u{301}", "🗝"]
    )
    func everyKey(kind: StoreKind, key: String) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int> = Defaults.value(key).whenNil(use: 0).bound(to: store)
        let heard = Recorder<[Int]>()
        let observation = entry.observe { heard.record([$0.oldValue, $0.newValue]) }
        entry.value = 1
        entry.value = 2
        try store.setValue(3, forKey: key)
        observation.cancel()
        #expect(heard.values == [[0, 1], [1, 2], [2, 3]])
    }

    @Test("canonically equivalent keys are one key to an observer", arguments: StoreKind.allCases)
    func equivalentKeys(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int?> = Defaults.value("caf\u{E9}").bound(to: store)
        let heard = Recorder<Int?>()
        let observation = entry.observe { heard.record($0.newValue) }
        try store.setValue(1, forKey: "cafe\u{301}")
        observation.cancel()
        #expect(heard.values == [1])
    }

    @Test("a change of another key is not heard", arguments: StoreKind.allCases)
    func otherKeys(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int?> = Defaults.value("a").bound(to: store)
        let heard = Recorder<Int?>()
        let observation = entry.observe { heard.record($0.newValue) }
        for number in 0..<10 { try store.setValue(.integer(Int64(number)), forKey: "b") }
        entry.value = 1
        try store.setValue(1, forKey: "aa")
        observation.cancel()
        #expect(heard.values == [1])
    }

    @Test("there is no first event unless it is asked for, and then exactly one", arguments: StoreKind.allCases)
    func initial(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(true, forKey: "muted")
        let didSet = Recorder<Bool>()
        let muted: DefaultsEntry<Bool> = Defaults.value("muted").whenNil(use: false)
            .didSet { new, _ in didSet.record(new) }.bound(to: store)
        let heard = Recorder<[Bool]>()
        let first = muted.observe { heard.record([$0.oldValue, $0.newValue]) }
        #expect(heard.values == [])
        let second = muted.observe(initial: true) { heard.record([$0.oldValue, $0.newValue]) }
        #expect(heard.values == [[true, true]])
        #expect(didSet.values == [])
        first.cancel()
        second.cancel()
    }

    @Test("writing an equal value is silent, and no write is heard of twice", arguments: StoreKind.allCases)
    func equalWrites(kind: StoreKind) throws {
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: try kind.make())
        let heard = Recorder<Int>()
        let observation = entry.observe { heard.record($0.newValue) }
        for value in [0, 1, 1, 2, 2] { entry.value = value }
        observation.cancel()
        #expect(heard.values == [1, 2])
    }

    @Test("values that differ as stored but not as read are silent", arguments: StoreKind.allCases)
    func equalAfterRules(kind: StoreKind) throws {
        let store = try kind.make()
        let heard = Recorder<String>()
        func listen<T>(_ entry: DefaultsEntry<T>) -> DefaultsObservation {
            entry.bound(to: store).observe { heard.record($0.key) }
        }
        let observations = [
            listen(Defaults.value("clamped").whenNil(use: 5).clamped(to: 0...10)),
            listen(Defaults.value("number").whenNil(use: 0.0)),
            listen(Defaults.value("floats") as DefaultsEntry<[Double]?>),
            listen(Defaults.value("set") as DefaultsEntry<Set<Int>?>),
            listen(Defaults.value("profile").whenNil(use: Profile())),
            listen(Defaults.value("opaque") as DefaultsEntry<Opaque?>),
        ]
        let writes: [(String, [PropertyListValue?])] = [
            ("clamped", [10, 11, 12]), ("number", [1, 1.0, "1"]), ("number", [.real(.nan), "nan"]),
            ("floats", [[.real(.nan), 1], [.real(.nan), 1]]), ("set", [[1, 2], [2, 1]]),
            ("profile", [["name": "B", "tags": [1, 2]], ["name": "B", "tags": [2, 1]]]),
            ("opaque", [["number": 1], ["number": 1.0], ["number": 1, "later": 2]]),
        ]
        for (key, values) in writes {
            heard.removeAll()
            for value in values { try store.setValue(value, forKey: key) }
            #expect(heard.values == [key])
        }
        for observation in observations { observation.cancel() }
    }

    @Test(
        "old and new are what the rules make of them, and the default stands in for nothing",
        arguments: StoreKind.allCases
    )
    func rules(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 5).clamped(to: 1...10).bound(to: store)
        let heard = Recorder<[Int]>()
        let observation = entry.observe { heard.record([$0.oldValue, $0.newValue]) }
        try store.setValue(100, forKey: "n")
        entry.value = -3
        try store.removeValue(forKey: "n")
        observation.cancel()
        #expect(heard.values == [[5, 10], [10, 1], [1, 5]])
    }

    @Test("values of every kind of type arrive decoded, and nil when there are none", arguments: StoreKind.allCases)
    func decoded(kind: StoreKind) throws {
        let store = try kind.make()
        func check<T: Equatable & Sendable>(_ entry: DefaultsEntry<T?>, _ first: T, _ second: T) {
            let entry = entry.bound(to: store)
            let heard = Recorder<[T?]>()
            let observation = entry.observe { heard.record([$0.oldValue, $0.newValue]) }
            entry.value = first
            entry.value = second
            entry.value = nil
            observation.cancel()
            #expect(heard.values == [[nil, first], [first, second], [second, nil]])
        }
        check(Defaults.value("mode"), Mode.light, .dark)
        check(Defaults.value("profile"), Profile(), Profile(name: "Bob", tags: [1, 2]))
        check(Defaults.value("url"), URL(filePath: "/a b"), URL(filePath: "/ü"))
        check(Defaults.value("date"), Date(timeIntervalSince1970: 0.125), Date(timeIntervalSince1970: 1))
        check(Defaults.value("modes"), [Mode.dark], [.dark, .light])
    }

    @Test("a value that can't be decoded counts as absent, and is reported once", arguments: StoreKind.allCases)
    func undecodable(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 5).bound(to: store)
        let heard = Recorder<[Int]>()
        let reports = Recorder<DefaultsError>()
        let observation = entry.observe { heard.record([$0.oldValue, $0.newValue]) }
        try DefaultsReporter.withReporter(reports.reporter) {
            entry.value = 1
            try store.setValue("many", forKey: "n")
            #expect(entry.value == 5)
            entry.value = 2
        }
        observation.cancel()
        #expect(heard.values == [[5, 1], [1, 5], [5, 2]])
        #expect(reports.values.map(\.code) == [.typeMismatch])
        #expect(try store.value(forKey: "n") == 2)
    }

    @Test("whoever writes, each observer hears it: another entry, the store, a batch", arguments: StoreKind.allCases)
    func whoeverWrites(kind: StoreKind) throws {
        let store = try kind.make()
        let one: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        let other: DefaultsEntry<String?> = Defaults.value("n").bound(to: store)
        let heard = Recorder<Int?>()
        let alsoHeard = Recorder<Int?>()
        let observations = [
            one.observe { heard.record($0.newValue) }, one.observe { alsoHeard.record($0.newValue) },
        ]
        other.value = "7"
        try store.setValue(8, forKey: "n")
        _ = try store.commit(DefaultsBatch(edits: ["n": 9, "m": 1]))
        one.update { $0 = 10 }
        other.clear()
        for observation in observations { observation.cancel() }
        #expect(heard.values == [7, 8, 9, 10, nil])
        #expect(alsoHeard.values == heard.values)
    }

    @Test("a transaction is heard of once, after it, and one that fails is not", arguments: StoreKind.allCases)
    func transactions(kind: StoreKind) throws {
        struct Failure: Error {}
        let store = try kind.make()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: store)
        let heard = Recorder<[Int]>()
        try store.transaction {
            // It is the store that is observed, not the transaction.
            let observation = entry.observe(initial: true) { heard.record([$0.oldValue, $0.newValue]) }
            observation.cancel()
        }
        let observation = entry.observe { heard.record([$0.oldValue, $0.newValue]) }
        try store.transaction {
            for value in 1...3 { entry.value = value }
            #expect(heard.values.count == 1)
        }
        #expect(throws: Failure.self) {
            try store.transaction {
                entry.value = 4
                throw Failure()
            }
        }
        observation.cancel()
        #expect(heard.values == [[0, 0], [0, 3]])
    }

    @Test("a handler reads the new value, and may write: it hears that in turn", arguments: StoreKind.allCases)
    func reentrance(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: store)
        let other: DefaultsEntry<Int> = Defaults.value("m").whenNil(use: 0).bound(to: store)
        let heard = Recorder<[Int]>()
        let observation = entry.observe { change in
            heard.record([change.newValue, entry.value])
            if change.newValue < 5 { entry.update { $0 += 1 } }
            other.value = change.newValue
        }
        // Every observer hears of one commit before any hears of the next.
        let late = Recorder<Int>()
        let second = entry.observe { late.record($0.newValue) }
        entry.value = 3
        observation.cancel()
        second.cancel()
        #expect(heard.values == [[3, 3], [4, 4], [5, 5]])
        #expect(late.values == [3, 4, 5])
        #expect(other.value == 5)
    }

    @Test(
        "a first value that is saved on reading is the value that is stored, and heard of once",
        arguments: StoreKind.allCases
    )
    func generated(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<UUID> = Defaults.value("id").whenNil(save: UUID()).bound(to: store)
        let raw: DefaultsEntry<String?> = Defaults.value("id").bound(to: store)
        let heard = Recorder<[UUID]>()
        let rawHeard = Recorder<String?>()
        let observations = [
            entry.observe(initial: true) { heard.record([$0.oldValue, $0.newValue]) },
            entry.observe { heard.record([$0.oldValue, $0.newValue]) },
            raw.observe { rawHeard.record($0.newValue) },
        ]
        let first = entry.value
        #expect(raw.value == first.uuidString)
        entry.clear()
        let second = entry.value
        #expect(first != second)
        #expect(heard.values == [[first, first], [first, second], [first, second]])
        #expect(rawHeard.values == [nil, second.uuidString])
        for observation in observations { observation.cancel() }
    }

    @Test("a handler has the stores of who observes, not of who writes", arguments: StoreKind.allCases)
    func scope(kind: StoreKind) throws {
        let store = try kind.make()
        let mine = InMemoryStore(["who": "observer"])
        let theirs = InMemoryStore(["who": "writer"])
        let who: DefaultsEntry<String?> = Defaults.value("who")
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        let heard = Recorder<String?>()
        let observation = Defaults.withStore(mine) { entry.observe { _ in heard.record(who.value) } }
        try Defaults.withStore(theirs) {
            entry.value = 1
            try theirs.transaction {
                who.value = "transaction"
                entry.value = 2
            }
        }
        observation.cancel()
        #expect(heard.values == ["observer", "observer"])
    }

    @Test("an entry observes the store it had when the observation began")
    func replacedStore() {
        enum Space: DefaultsNamespace {
            static let store: any DefaultsStore = InMemoryStore()
        }
        let entry: DefaultsEntry<Int?> = Space.value("n")
        let heard = Recorder<Int?>()
        let observation = entry.observe { heard.record($0.newValue) }
        Space.bootstrap(InMemoryStore())
        entry.value = 1
        Space.bootstrap(nil)
        entry.value = 2
        observation.cancel()
        #expect(heard.values == [2])
    }
}
