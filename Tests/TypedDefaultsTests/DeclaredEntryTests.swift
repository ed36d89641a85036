import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

// Each test has a namespace of its own, since what is declared stays so.

private enum Registered: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let count: DefaultsEntry<Int> = value("count").whenNil(use: 0)
    static var name: DefaultsEntry<String?> { value("name") }
    static let moved: DefaultsEntry<Int?> = value("moved").renamed(from: "before")
    static let window: DefaultsEntry<WindowRecord> = record("Window", WindowRecord.self)

    static func use() {
        _ = (count, name, moved, window)
    }
}

private enum Clashing: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
}

private enum RecordsClashing: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
}

private enum Dumped: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let token: DefaultsEntry<String?> = value("token").sensitive()
    static let size: DefaultsEntry<Int> = value("size").whenNil(use: 12)
    static let name: DefaultsEntry<String?> = value("name")
    static let window: DefaultsEntry<WindowRecord> = record("Window", WindowRecord.self)
    static let hidden: DefaultsEntry<OptionsRecord> = record("Options", OptionsRecord.self).sensitive()

    static func use() {
        _ = (token, size, name, window, hidden)
    }
}

@Suite("Declared entries")
struct DeclaredEntryTests {
    @Test("what was used is listed, sorted, once")
    func keys() {
        Registered.use()
        Registered.use()
        #expect(Registered.declaredKeys == ["Window", "count", "moved", "name"])
        #expect(Registered.conflicts.isEmpty)
    }

    @Test("two entries of one key and different types are a conflict, reported once")
    func conflicts() {
        for _ in 0..<2 {
            let _: DefaultsEntry<Int?> = Clashing.value("key")
            let _: DefaultsEntry<String?> = Clashing.value("key")
            let _: DefaultsEntry<Int?> = Clashing.value("fine")
        }
        let conflicts = Clashing.conflicts
        #expect(conflicts.count == 1)
        #expect(conflicts.first?.code == .conflictingKey)
        #expect(conflicts.first?.key == "key")
        #expect(conflicts.first?.expectedType == "Int")
        #expect(conflicts.first?.foundType == "String")
    }

    @Test("a record claims its properties' keys, and not its prefix")
    func conflictsOfRecords() {
        let _: DefaultsEntry<Int?> = RecordsClashing.value("Window")
        _ = RecordsClashing.record("Window", WindowRecord.self)
        let _: DefaultsEntry<Int?> = RecordsClashing.value("Window.width")
        #expect(RecordsClashing.conflicts.isEmpty)
        let _: DefaultsEntry<[String]?> = RecordsClashing.value("Options.volume")
        _ = RecordsClashing.record("Options", OptionsRecord.self)
        #expect(RecordsClashing.conflicts.map(\.key) == ["Options.volume"])
        #expect(RecordsClashing.declaredKeys.filter { $0 == "Window" }.count == 2)
    }

    @Test("resetting removes the entries' keys of now and before, and no others", arguments: StoreKind.allCases)
    func resetAll(kind: StoreKind) throws {
        Registered.use()
        let store = try kind.make()
        for key in ["count", "name", "moved", "before", "Window.width", "Window.title", "Window.foreign", "foreign"] {
            try store.setValue(1, forKey: key)
        }
        let commits = Recorder<Int>()
        let observation = store.observe { commits.record($0.changes.count) }
        try Registered.withStore(store) { try Registered.resetAll() }
        observation.cancel()
        #expect(store.storedKeys == ["Window.foreign", "foreign"])
        #expect(commits.values == [6])
    }

    @Test("a dump is sorted and typed, and shows what can't be read as such", arguments: StoreKind.allCases)
    func dump(kind: StoreKind) throws {
        Dumped.use()
        let store = try kind.make()
        try store.setValue("large", forKey: "size")
        try store.setValue("Ada", forKey: "name")
        try store.setValue(800, forKey: "Window.width")
        try store.setValue("a", forKey: "Window.title")
        try store.setValue("hunter2", forKey: "token")
        Dumped.withStore(store) {
            #expect(
                Dumped.dump() == """
                    Options: OptionsRecord, not stored
                    Window: WindowRecord = [Window.title: "a", Window.width: 800]
                    name: String = Ada
                    size: Int, typeMismatch
                    token: String = <sensitive>
                    """)
        }
    }

    @Test("a sensitive value appears nowhere: not in descriptions, changes, dumps, errors and reports")
    func sensitive() throws {
        Dumped.use()
        let secret = "hunter2"
        let store = InMemoryStore(["token": .string(secret), "Options.title": .string(secret)], name: "memory")
        let recording = RecordingReporter()
        let texts = Recorder<String>()
        @Sendable func note(_ value: Any) {
            var dumped = ""
            Swift.dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { texts.record(text) }
        }
        try Dumped.withStore(store) {
            try DefaultsReporter.withReporter(recording.reporter) {
                #expect(Dumped.token.value == secret)
                #expect(Dumped.hidden.value.title == secret)
                note(Dumped.token)
                note(Dumped.hidden)
                note(UserDefault(Dumped.token))
                texts.record(Dumped.dump())
                let observations = [
                    Dumped.token.observe(initial: true) { note($0) },
                    Dumped.hidden.observe(initial: true) { note($0) },
                ]
                Dumped.token.value = secret + "!"
                Dumped.hidden.value.title = secret + "!"
                for observation in observations { observation.cancel() }

                let checked = Dumped.token.reject { $0 == "\(secret)?" }
                checked.value = secret + "?"
                note(checked)
                try store.setValue([.string(secret)], forKey: "token")
                try store.setValue([.string(secret)], forKey: "Options.title")
                _ = Dumped.token.value
                _ = Dumped.hidden.value
                texts.record(Dumped.dump())
                for read: () throws -> Void in [{ _ = try Dumped.token.read() }, { _ = try Dumped.hidden.read() }] {
                    do { try read() } catch { note(error) }
                }
            }
        }
        for error in recording.errors { note(error) }
        #expect(recording.errors.map(\.code) == [.rejected, .typeMismatch, .decodingFailed])
        #expect(texts.values.count > 30)
        for text in texts.values { #expect(!text.contains(secret)) }
    }
}
