import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

private struct Failure: Error {}

private enum MigratorDefaults: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let number: DefaultsEntry<Int> = value("number").whenNil(use: 0)
}

@Suite("The migrator")
struct DefaultsMigratorTests {
    /// A migrator whose steps 1 to 3 each note that they ran.
    private func migrator(ran: Recorder<Int>, failingIn failing: Int? = nil) -> DefaultsMigrator {
        var migrator = DefaultsMigrator()
        for step in 1...3 {
            migrator.register("step \(step)") { store in
                ran.record(step)
                try store.setValue(.integer(Int64(step)), forKey: "data")
                if step == failing { throw Failure() }
            }
        }
        return migrator
    }

    @Test("D1: each step runs once, in order, from whatever state", arguments: StoreKind.allCases, 0...3)
    func states(kind: StoreKind, done: Int) throws {
        let store = try kind.make()
        try store.setValue("old", forKey: "data")
        let names: [PropertyListValue] = (1...3).prefix(done).map { .string("step \($0)") }
        if done > 0 { try store.setValue(.array(names), forKey: "TypedDefaults.migrations") }
        let ran = Recorder<Int>()
        let migrator = migrator(ran: ran)
        #expect(try migrator.migrate(store) == (1...3).dropFirst(done).map { "step \($0)" })
        #expect(ran.values == Array((1...3).dropFirst(done)))
        #expect(try migrator.migrate(store) == [])
        #expect(ran.values.count == 3 - done)
        #expect(store.stored("TypedDefaults.migrations") == ["step 1", "step 2", "step 3"])
    }

    @Test("D1: a step that fails leaves the store as the one before left it", arguments: StoreKind.allCases)
    func failure(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue("old", forKey: "data")
        let ran = Recorder<Int>()
        #expect(throws: Failure.self) { try migrator(ran: ran, failingIn: 2).migrate(store) }
        #expect(ran.values == [1, 2])
        #expect(store.stored("data") == 1)
        #expect(store.stored("TypedDefaults.migrations") == ["step 1"])
        #expect(try migrator(ran: ran).migrate(store) == ["step 2", "step 3"])
        #expect(store.stored("data") == 3)
    }

    @Test("D1: on a fresh install no step runs, then or later", arguments: StoreKind.allCases)
    func fresh(kind: StoreKind) throws {
        let store = try kind.make()
        let ran = Recorder<Int>()
        let migrator = migrator(ran: ran)
        #expect(try migrator.migrate(store) == [])
        try store.setValue("new", forKey: "data")
        #expect(try migrator.migrate(store) == [])
        #expect(ran.values.isEmpty)
        #expect(store.stored("data") == "new")
    }

    @Test("entries in a step belong to its transaction", arguments: StoreKind.allCases)
    func entries(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(1, forKey: "number")
        var migrator = DefaultsMigrator()
        migrator.register("add") { _ in MigratorDefaults.number.value += 1 }
        migrator.register("fail") { _ in
            MigratorDefaults.number.value += 1
            throw Failure()
        }
        MigratorDefaults.withStore(store) {
            #expect(throws: Failure.self) { try migrator.migrate(store) }
            #expect(MigratorDefaults.number.value == 2)
        }
    }

    @Test("two migrators of one store keep apart by their record's key")
    func recordKeys() throws {
        let store = InMemoryStore(["data": 1])
        for key in ["a", "b"] {
            var migrator = DefaultsMigrator(recordKey: key)
            migrator.register("same name") { try $0.updateValue(forKey: "data") { $0 = $0 == 1 ? 2 : 3 } }
            #expect(try migrator.migrate(store) == ["same name"])
        }
        #expect(store.value(forKey: "data") == 3)
    }

    @Test("a record that is none is an error that names its key, and no step runs")
    func damagedRecord() throws {
        let store = InMemoryStore(["TypedDefaults.migrations": 5])
        let ran = Recorder<Int>()
        let error = #expect(throws: DefaultsError.self) { try migrator(ran: ran).migrate(store) }
        #expect(error?.key == "TypedDefaults.migrations")
        #expect(ran.values.isEmpty)
    }

    @Test("in a store that is not available nothing is written", arguments: FailingStore.Operation.allCases)
    func unavailable(operation: FailingStore.Operation) throws {
        for values: [String: PropertyListValue] in [[:], ["data": "old"]] {
            let store = FailingStore(values)
            store.fail(operation, with: DefaultsError(.unavailable))
            let ran = Recorder<Int>()
            let error = #expect(throws: DefaultsError.self) { try migrator(ran: ran).migrate(store) }
            #expect(error?.code == .unavailable)
            store.recover()
            // What could not be saved stays in memory, and the steps after it did not run.
            if operation != .flushing { #expect(store.storedKeys == Set(values.keys)) }
            #expect(ran.values.count <= 1)
        }
    }

    @Test("a step runs once however many migrate at once", arguments: StoreKind.allCases)
    func concurrent(kind: StoreKind) async throws {
        let store = try kind.make()
        try store.setValue(0, forKey: "number")
        var migrator = DefaultsMigrator()
        migrator.register("add") { try $0.updateValue(forKey: "number") { $0 = $0 == 0 ? 1 : 2 } }
        try await withThrowingTaskGroup { [migrator] group in
            for _ in 0..<8 { group.addTask { try migrator.migrate(store) } }
            try await group.waitForAll()
        }
        #expect(store.stored("number") == 1)
    }
}
