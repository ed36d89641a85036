import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

private enum ProfileDefaults: DefaultsNamespace {
    static let base = InMemoryStore()
    static let store: any DefaultsStore = base.prefixed("profile.")
    static let name: DefaultsEntry<String?> = value("name")
    static let count: DefaultsEntry<Int> = value("count").whenNil(use: 0)
}

@Suite("Prefixed stores")
struct PrefixedStoreTests {
    @Test("a prefixed store conforms, and so does one within another")
    func conformance() throws {
        try StoreConformance.check { InMemoryStore(["foreign": 1]).prefixed("p.") }
        try StoreConformance.check { InMemoryStore(["p.foreign": 1]).prefixed("p.").prefixed("caf\u{E9}") }
    }

    @Test("a namespace has a prefix by its store", arguments: StoreKind.allCases)
    func namespace(kind: StoreKind) throws {
        ProfileDefaults.name.value = "Ada"
        #expect(ProfileDefaults.base.value(forKey: "profile.name") == "Ada")
        ProfileDefaults.name.clear()

        // One for each user, known only when the program runs.
        let base = try kind.make()
        for user in ["ada", "eve"] {
            ProfileDefaults.withStore(base.prefixed("user.\(user).")) { ProfileDefaults.name.value = user }
        }
        #expect(base.storedKeys == ["user.ada.name", "user.eve.name"])
        ProfileDefaults.withStore(base.prefixed("user.eve.")) {
            #expect(ProfileDefaults.name.value == "eve")
            #expect(ProfileDefaults.currentStore.storedKeys == ["name"])
        }
    }

    @Test("observers hear of writes through the prefix, around it and by twins, once", arguments: StoreKind.allCases)
    func observation(kind: StoreKind) throws {
        let base = try kind.make()
        let heard = Recorder<[String?]>()
        let below = Recorder<String>()
        let entry = ProfileDefaults.name.bound(to: base.prefixed("p."))
        let twin = ProfileDefaults.name.bound(to: base.prefixed("p."))
        let observations = [
            entry.observe { heard.record([$0.oldValue, $0.newValue]) },
            base.observe { below.record($0.changes.map(\.key).joined()) },
        ]
        entry.value = "a"
        try base.setValue("b", forKey: "p.name")
        twin.value = "c"
        try base.setValue("d", forKey: "name")
        try base.setValue("e", forKey: "p.other")
        for observation in observations { observation.cancel() }
        #expect(heard.values == [[nil, "a"], ["a", "b"], ["b", "c"]])
        #expect(below.values == ["p.name", "p.name", "p.name", "name", "p.other"])
    }

    @Test("a transaction on the store below takes in what is written through prefixes", arguments: StoreKind.allCases)
    func transactions(kind: StoreKind) throws {
        struct Failure: Error {}
        let base = try kind.make()
        let prefixed = base.prefixed("p.")
        let told = Recorder<String>()
        let entry = ProfileDefaults.count.bound(to: prefixed)
            .didSet { new, _ in told.record("\(new) \(base.stored("p.count") == 4)") }
        #expect(throws: Failure.self) {
            try base.transaction {
                entry.value = 1
                ProfileDefaults.name.bound(to: base).value = "q"
                #expect(entry.value == 1)
                throw Failure()
            }
        }
        #expect(base.storedKeys == [])
        #expect(told.values == [])
        try base.transaction {
            entry.value = 3
            try prefixed.transaction { entry.value += 1 }
            #expect(told.values == [])
        }
        #expect(base.stored("p.count") == 4)
        #expect(told.values == ["3 true", "4 true"])
    }

    @Test("didSet waits for the commit of the store at the bottom, through layers and prefixes")
    func didSetThroughLayers() throws {
        struct Failure: Error {}
        let base = InMemoryStore()
        let layered = LayeredStore([.init(.stored, base), .init(.registered, InMemoryStore(["p.count": 10]))])
        let told = Recorder<Int>()
        let entry = ProfileDefaults.count.bound(to: layered.prefixed("p.")).didSet { new, _ in told.record(new) }
        #expect(throws: Failure.self) {
            try base.transaction {
                entry.value += 1
                throw Failure()
            }
        }
        #expect(told.values == [])
        try base.transaction {
            entry.value += 1
            #expect(told.values == [])
        }
        #expect(told.values == [11])
        #expect(base.value(forKey: "p.count") == 11)
    }

    @Test("keys split at the prefix whatever follows it, in any canonical form")
    func unicode() throws {
        let base = InMemoryStore()
        let prefixed = base.prefixed("e")
        let heard = Recorder<PropertyListValue?>()
        let observation = prefixed.observe { heard.record($0.changes.first?.newValue) }
        try prefixed.setValue(1, forKey: "\u{301}x")
        #expect(base.value(forKey: "\u{E9}x") == 1)
        #expect(try prefixed.keys() == ["\u{301}x"])

        let composed = base.prefixed("caf\u{E9}.")
        try base.setValue(2, forKey: "cafe\u{301}.x")
        #expect(composed.stored("x") == 2)
        #expect(try composed.keys() == ["x"])
        observation.cancel()
        #expect(heard.values == [1])
    }
}
