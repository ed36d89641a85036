import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

private enum RecordDefaults: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let options: DefaultsEntry<OptionsRecord> = record("Options", OptionsRecord.self)
    static let quiet: DefaultsEntry<OptionsRecord> = record("Options", OptionsRecord.self)
        .ensure(when: { $0.volume > 8 }, use: OptionsRecord())
        .reject { $0.title.isEmpty }
    static let window: DefaultsEntry<WindowRecord> = record("Window", WindowRecord.self)
    static let profile: DefaultsEntry<ProfileRecord> = record("", ProfileRecord.self)
}

@Suite("Records as entries")
struct RecordEntryTests {
    @Test("setting a property writes its key and no other", arguments: StoreKind.allCases)
    func writesOnlyChanges(kind: StoreKind) throws {
        let store = try kind.make()
        let commits = Recorder<Set<String>>()
        let observation = store.observe { commits.record(Set($0.changes.map(\.key))) }
        RecordDefaults.withStore(store) {
            RecordDefaults.options.value.volume = 7
            RecordDefaults.options.value.volume = 7
            RecordDefaults.options.value.nickname = "Ada"
            RecordDefaults.options.value.limit = nil
            RecordDefaults.options.update {
                $0.volume += 1
                $0.title = "both"
            }
            #expect(RecordDefaults.options.value.volume == 8)
            #expect(RecordDefaults.options.value.limit == nil)
        }
        observation.cancel()
        #expect(
            commits.values == [
                ["Options.volume"], ["Options.nickname"], ["Options.limit"], ["Options.volume", "Options.title"],
            ])
    }

    @Test("it takes rules and didSet as any entry", arguments: StoreKind.allCases)
    func rules(kind: StoreKind) throws {
        let store = try kind.make()
        RecordDefaults.withStore(store) {
            let heard = Recorder<[Int]>()
            let entry = RecordDefaults.quiet.didSet { new, old in heard.record([new.volume, old.volume]) }
            entry.value.volume = 7
            entry.value.volume = 9
            let error = #expect(throws: DefaultsError.self) {
                var options = entry.value
                options.title = ""
                try entry.write(options)
            }
            #expect(error?.code == .rejected)
            #expect(error?.key == "Options")
            entry.clear()
            #expect(heard.values == [[7, 5], [5, 7], [5, 5]])
            #expect(!entry.isStored)
        }
    }

    @Test("an observer hears old and new records, and nothing of foreign keys", arguments: StoreKind.allCases)
    func observation(kind: StoreKind) throws {
        let store = try kind.make()
        let volumes = Recorder<[Int]>()
        let widths = Recorder<[Int]>()
        try RecordDefaults.withStore(store) {
            let first = RecordDefaults.options.observe { volumes.record([$0.oldValue.volume, $0.newValue.volume]) }
            // A class can't tell whether two of its objects are equal, but their properties can.
            let second = RecordDefaults.window.observe { widths.record([$0.oldValue.width, $0.newValue.width]) }
            RecordDefaults.options.value.volume = 7
            try store.setValue(8, forKey: "Options.volume")
            try store.setValue(8, forKey: "Options.foreign")
            try store.setValue(8, forKey: "Optionsvolume")
            try store.setValue(8, forKey: "Window.foreign")
            RecordDefaults.window.update { $0.width = 1 }
            RecordDefaults.options.clear()
            first.cancel()
            second.cancel()
        }
        #expect(volumes.values == [[5, 7], [7, 8], [8, 5]])
        #expect(widths.values == [[640, 1]])
    }

    @Test("a record is stored when one of its own properties is", arguments: StoreKind.allCases)
    func isStored(kind: StoreKind) throws {
        let store = try kind.make()
        try RecordDefaults.withStore(store) {
            try store.setValue(1, forKey: "Options.foreign")
            try store.setValue(1, forKey: "foreign")
            #expect(!RecordDefaults.options.isStored)
            #expect(!RecordDefaults.profile.isStored)
            RecordDefaults.profile.value.name = "Ada"
            #expect(RecordDefaults.profile.isStored)
            RecordDefaults.profile.clear()
            #expect(!RecordDefaults.profile.isStored)
            #expect(store.storedKeys == ["Options.foreign", "foreign"])
        }
    }

    @Test(
        "a property that can't be read is reported once, and stays when others are written",
        arguments: StoreKind.allCases)
    func undecodable(kind: StoreKind) throws {
        let store = try kind.make()
        let recording = RecordingReporter()
        try RecordDefaults.withStore(store) {
            try DefaultsReporter.withReporter(recording.reporter) {
                try store.setValue("loud", forKey: "Options.volume")
                try store.setValue([1], forKey: "Options.title")
                try store.setValue("Ada", forKey: "Options.nickname")
                for _ in 0..<2 {
                    let options = RecordDefaults.options.value
                    #expect(options.volume == 5)
                    #expect(options.nickname == "Ada")
                }
                #expect(recording.errors.count == 1)
                RecordDefaults.options.value.nickname = "Eve"
                #expect(store.stored("Options.volume") == "loud")
                #expect(store.stored("Options.title") == [1])
                #expect(throws: DefaultsError.self) { try RecordDefaults.options.read() }
                RecordDefaults.options.value.volume = 6
                #expect(store.stored("Options.volume") == 6)
            }
        }
    }

    @Test("while the store can't be read nothing is written, whatever the cause")
    func unreadable() throws {
        for code in [DefaultsError.Code.unavailable, .unreadableStore, DefaultsError.Code("mine")] {
            let store = FailingStore(["Options.volume": 7])
            store.fail(.reading, with: DefaultsError(code))
            let entry = RecordDefaults.options.bound(to: store)
            let error = #expect(throws: DefaultsError.self) { try entry.write(OptionsRecord()) }
            #expect(error?.code == code)
            store.recover()
            #expect(store.stored("Options.volume") == 7)
        }
    }

    @Test("a property can be observed and set by an entry of its own")
    func property() {
        RecordDefaults.withStore(InMemoryStore()) {
            let volume: DefaultsEntry<Int> = RecordDefaults.value("Options.volume").whenNil(use: 5)
            volume.value = 3
            #expect(RecordDefaults.options.value.volume == 3)
            RecordDefaults.options.value.volume = 4
            #expect(volume.value == 4)
        }
    }
}
