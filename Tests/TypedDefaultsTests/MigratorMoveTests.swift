import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

@Suite("Moving to another store")
struct MigratorMoveTests {
    private func migrator(from source: any DefaultsStore) -> DefaultsMigrator {
        var migrator = DefaultsMigrator()
        migrator.register("move", movingFrom: source)
        migrator.register("after") { try $0.setValue(true, forKey: "after") }
        return migrator
    }

    @Test(
        "all values move, those that the new store has stay, and the old store is empty", arguments: StoreKind.allCases)
    func move(kind: StoreKind) throws {
        let source = try kind.make()
        let store = InMemoryStore(["b": "newer"])
        for key in ["a", "b", "c.d"] { try source.setValue("old", forKey: key) }
        let migrator = migrator(from: source)
        #expect(try migrator.migrate(store) == ["move", "after"])
        #expect(store.value(forKey: "a") == "old")
        #expect(store.value(forKey: "b") == "newer")
        #expect(store.value(forKey: "c.d") == "old")
        #expect(source.storedKeys == [])
        // It does not happen again.
        try source.setValue("later", forKey: "e")
        #expect(try migrator.migrate(store) == [])
        #expect(source.storedKeys == ["e"])
    }

    @Test("with both stores empty it is a fresh install")
    func fresh() throws {
        let store = InMemoryStore()
        let source = InMemoryStore()
        let migrator = migrator(from: source)
        #expect(try migrator.migrate(store) == [])
        source.set("later", forKey: "a")
        #expect(try migrator.migrate(store) == [])
        #expect(source.keys() == ["a"])
    }

    @Test("the old store is not emptied before the new one is saved, and is so by the next run")
    func failedFlush() throws {
        let source = InMemoryStore(["a": 1])
        let store = FailingStore()
        let migrator = migrator(from: source)
        store.fail(.flushing, with: DefaultsError(.writeFailed))
        #expect(throws: DefaultsError.self) { try migrator.migrate(store) }
        #expect(source.value(forKey: "a") == 1)
        store.recover()
        #expect(try migrator.migrate(store) == ["after"])
        #expect(source.keys().isEmpty)
        #expect(store.stored("a") == 1)
    }

    @Test("when the old store can't be emptied, the next run goes on with that")
    func failedEmptying() throws {
        let source = FailingStore(["a": 1, "b": 2])
        let store = InMemoryStore()
        source.fail(.writing, with: DefaultsError(.writeFailed))
        #expect(throws: DefaultsError.self) { try migrator(from: source).migrate(store) }
        source.recover()
        #expect(source.storedKeys == ["a", "b"])
        // What the program has changed since is not overwritten, and what it removed does not come back.
        store.set(5, forKey: "a")
        store.set(nil, forKey: "b")
        #expect(try migrator(from: source).migrate(store) == ["after"])
        #expect(store.value(forKey: "a") == 5)
        #expect(store.value(forKey: "b") == nil)
        #expect(source.stored("a") == nil)
    }

    @Test("while the old store can't be read nothing moves")
    func unreadableSource() throws {
        let source = FailingStore(["a": 1])
        source.fail(.reading, with: DefaultsError(.unavailable))
        let store = InMemoryStore(["b": 1])
        #expect(throws: DefaultsError.self) { try migrator(from: source).migrate(store) }
        #expect(store.keys() == ["b"])
    }

    @Test("a store that is moved to itself keeps its values, whatever object stands for it")
    func same() throws {
        let memory = InMemoryStore(["a": 1])
        #expect(try migrator(from: memory).migrate(memory) == ["move", "after"])
        #expect(memory.value(forKey: "a") == 1)

        let name = TestHome.newSuiteName()
        let suite = try UserDefaultsStore(suite: name)
        try suite.setValue(1, forKey: "a")
        _ = try migrator(from: UserDefaultsStore(suite: name)).migrate(suite)
        #expect(suite.stored("a") == 1)
    }

    @Test("a part of a store can move into or out of a prefix")
    func prefixes() throws {
        let base = InMemoryStore(["old.a": 1, "b": 2])
        #expect(try migrator(from: base.prefixed("old.")).migrate(base) == ["move", "after"])
        #expect(base.keys() == ["a", "b", "after", "TypedDefaults.migrations"])

        let other = InMemoryStore(["a": 1])
        _ = try migrator(from: other).migrate(other.prefixed("p."))
        #expect(other.value(forKey: "p.a") == 1)
        #expect(other.value(forKey: "a") == nil)
        #expect(other.value(forKey: "p.after") == true)
    }

    @Test("steps of the old store are not the new one's")
    func recordsStayApart() throws {
        let source = InMemoryStore(["a": 1, "TypedDefaults.migrations": ["after"]])
        let store = InMemoryStore()
        #expect(try migrator(from: source).migrate(store) == ["move", "after"])
        #expect(source.keys().isEmpty)
    }
}

extension InMemoryStore {
    /// Sets a value. One that can't be set is an issue of the test.
    fileprivate func set(_ value: PropertyListValue?, forKey key: String) {
        do { try setValue(value, forKey: key) } catch { Issue.record(error) }
    }
}
