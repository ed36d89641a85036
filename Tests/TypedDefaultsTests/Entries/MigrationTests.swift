import Dispatch
import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

private enum MigrationDefaults: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let size: DefaultsEntry<Int?> = value("font_size").renamed(from: "font.size")
    static let chained: DefaultsEntry<Int?> = value("c").renamed(from: "b").renamed(from: "a")
    static let ruled: DefaultsEntry<Int> = value("new").renamed(from: "old").whenNil(use: 10)
        .ensure(when: { $0 < 10 }, use: 10)
    static let seconds: DefaultsEntry<Double?> = value("seconds")
        .migrating(from: "milliseconds") { (old: Int) in
            guard old >= 0 else { throw Negative() }
            return Double(old) / 1000
        }
    static let unset: DefaultsEntry<Int?> = value("u").renamed(from: "t").whenUnset(use: 5)

    struct Negative: Error {}
}

@Suite("Renamed and migrated entries")
struct MigrationTests {
    @Test("D2: a renamed key's value is found, and moved by the first write", arguments: StoreKind.allCases)
    func renamed(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(14, forKey: "font.size")
        MigrationDefaults.withStore(store) {
            #expect(MigrationDefaults.size.value == 14)
            #expect(MigrationDefaults.size.isStored)
            #expect(store.storedKeys == ["font.size"])
            MigrationDefaults.size.update { $0 = ($0 ?? 0) + 1 }
            #expect(store.storedKeys == ["font_size"])
            #expect(MigrationDefaults.size.value == 15)
        }
    }

    @Test("D2: the new key's value wins, whatever is under the old one", arguments: StoreKind.allCases)
    func newerWins(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(14, forKey: "font.size")
        try store.setValue(20, forKey: "font_size")
        try MigrationDefaults.withStore(store) {
            #expect(MigrationDefaults.size.value == 20)
            // Also one that can't be read is newer than the old key's.
            try store.setValue("large", forKey: "font_size")
            DefaultsReporter.withReporter(DefaultsReporter { _ in }) { #expect(MigrationDefaults.size.value == nil) }
            #expect(store.stored("font_size") == "large")
        }
    }

    @Test("chained renames read the newest key and remove them all", arguments: StoreKind.allCases)
    func chained(kind: StoreKind) throws {
        for keys in [["a"], ["b"], ["a", "b"], ["a", "b", "c"]] {
            let store = try kind.make()
            for key in keys { try store.setValue(key == "a" ? 1 : key == "b" ? 2 : 3, forKey: key) }
            MigrationDefaults.withStore(store) {
                #expect(MigrationDefaults.chained.value == (keys.contains("c") ? 3 : keys.contains("b") ? 2 : 1))
                MigrationDefaults.chained.value = 9
                #expect(store.storedKeys == ["c"])
            }
        }
    }

    @Test("clearing removes the new key and all old ones", arguments: StoreKind.allCases)
    func clear(kind: StoreKind) throws {
        let store = try kind.make()
        for key in ["a", "b", "c", "other"] { try store.setValue(1, forKey: key) }
        MigrationDefaults.withStore(store) {
            MigrationDefaults.chained.clear()
            #expect(store.storedKeys == ["other"])
            #expect(MigrationDefaults.chained.value == nil)
        }
    }

    @Test("rules see the old value as they see the new one, in any order", arguments: StoreKind.allCases)
    func rules(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(3, forKey: "old")
        try MigrationDefaults.withStore(store) {
            let after: DefaultsEntry<Int> = MigrationDefaults.value("new").whenNil(use: 10)
                .ensure(when: { $0 < 10 }, use: 10).renamed(from: "old")
            for entry in [MigrationDefaults.ruled, after] {
                #expect(entry.value == 10)
                try store.setValue(30, forKey: "old")
                #expect(entry.value == 30)
                try store.setValue(3, forKey: "old")
            }
            let heard = Recorder<[Int]>()
            let told: DefaultsEntry<Int> = MigrationDefaults.value("new").whenNil(use: 0)
                .didSet { heard.record([$0, $1]) }.renamed(from: "old")
            told.value = 40
            #expect(heard.values == [[40, 3]])
            #expect(store.storedKeys == ["new"])
        }
    }

    @Test("an explicit nil under the old key is one under the new key", arguments: StoreKind.allCases)
    func explicitNil(kind: StoreKind) throws {
        let store = try kind.make()
        MigrationDefaults.withStore(store) {
            #expect(MigrationDefaults.unset.value == 5)
            let old: DefaultsEntry<Int?> = MigrationDefaults.value("t").whenUnset(use: 5)
            old.value = nil
            #expect(MigrationDefaults.unset.value == nil)
            old.clear()
            #expect(MigrationDefaults.unset.value == 5)
        }
    }

    @Test("a value of another type is made by the transform", arguments: StoreKind.allCases)
    func transformed(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(1500, forKey: "milliseconds")
        MigrationDefaults.withStore(store) {
            #expect(MigrationDefaults.seconds.value == 1.5)
            #expect(store.storedKeys == ["milliseconds"])
            MigrationDefaults.seconds.value = 2
            #expect(store.storedKeys == ["seconds"])
        }
    }

    @Test("an old value that can't be made use of stays, and the error names its key", arguments: StoreKind.allCases)
    func untransformable(kind: StoreKind) throws {
        for wrong: PropertyListValue in [-1, "soon"] {
            let store = try kind.make()
            try store.setValue(wrong, forKey: "milliseconds")
            MigrationDefaults.withStore(store) {
                let recording = RecordingReporter()
                DefaultsReporter.withReporter(recording.reporter) {
                    for _ in 0..<2 { #expect(MigrationDefaults.seconds.value == nil) }
                }
                #expect(recording.errors.map(\.key) == ["milliseconds"])
                #expect(throws: DefaultsError.self) { try MigrationDefaults.seconds.read() }
                #expect(store.stored("milliseconds") == wrong)
                MigrationDefaults.seconds.value = 1
                #expect(store.storedKeys == ["seconds"])
            }
        }
    }

    @Test("a write that fails leaves the old value")
    func failedWrite() throws {
        let store = FailingStore(["font.size": 14])
        MigrationDefaults.withStore(store) {
            store.fail(.writing, with: DefaultsError(.writeFailed))
            #expect(throws: DefaultsError.self) { try MigrationDefaults.size.write(20) }
            DefaultsReporter.withReporter(DefaultsReporter { _ in }) { MigrationDefaults.size.clear() }
            store.recover()
            #expect(store.storedKeys == ["font.size"])
            #expect(MigrationDefaults.size.value == 14)
        }
    }

    @Test("the old value and the new are never both there, or both gone", arguments: StoreKind.allCases)
    func oneStep(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(14, forKey: "font.size")
        let commits = Recorder<Set<String>>()
        let observation = store.observe { commits.record(Set($0.changes.map(\.key))) }
        MigrationDefaults.withStore(store) { MigrationDefaults.size.value = 15 }
        observation.cancel()
        #expect(commits.values == [["font_size", "font.size"]])
    }

    @Test("concurrent updates of a renamed entry lose nothing", arguments: StoreKind.allCases)
    func concurrent(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(100, forKey: "font.size")
        let entry = MigrationDefaults.size.bound(to: store)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<50 { entry.update { $0 = ($0 ?? 0) + 1 } }
        }
        #expect(entry.value == 300)
        #expect(store.storedKeys == ["font_size"])
    }

    @Test("observers hear of writes to the old key, and of the move with the old value", arguments: StoreKind.allCases)
    func observed(kind: StoreKind) throws {
        let store = try kind.make()
        let entry = MigrationDefaults.chained.bound(to: store)
        let heard = Recorder<[Int?]>()
        let observation = entry.observe { heard.record([$0.oldValue, $0.newValue]) }
        try store.setValue(1, forKey: "a")
        try store.setValue(2, forKey: "b")
        entry.value = 3
        try store.setValue(4, forKey: "a")
        entry.clear()
        observation.cancel()
        #expect(heard.values == [[nil, 1], [1, 2], [2, 3], [3, nil]])
    }
}

@Suite("Renamed and migrated records")
struct RecordMigrationTests {
    private static let entry: DefaultsEntry<OptionsRecord> = MigrationDefaults.record("New", OptionsRecord.self)
        .renamed(from: "Old")

    @Test("a record moves with its prefix, what can't be read included", arguments: StoreKind.allCases)
    func renamed(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(7, forKey: "Old.volume")
        try store.setValue("Ada", forKey: "Old.nickname")
        try store.setValue([1], forKey: "Old.title")
        try store.setValue("kept", forKey: "Old")
        try store.setValue("kept", forKey: "Old.foreign")
        let entry = Self.entry.bound(to: store)
        DefaultsReporter.withReporter(DefaultsReporter { _ in }) {
            #expect(entry.value.volume == 7)
            #expect(entry.value.nickname == "Ada")
            #expect(entry.isStored)
            entry.value.volume = 5
        }
        #expect(store.storedKeys == ["New.volume", "New.nickname", "New.title", "Old", "Old.foreign"])
        #expect(store.stored("New.volume") == 5)
        #expect(store.stored("New.title") == [1])
        entry.clear()
        #expect(store.storedKeys == ["Old", "Old.foreign"])
    }

    @Test("what was one value becomes a record", arguments: StoreKind.allCases)
    func fromOneValue(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(["volume": 7], forKey: "blob")
        let entry = MigrationDefaults.record("New", OptionsRecord.self)
            .migrating(from: "blob") { (old: [String: Int]) in
                var options = OptionsRecord()
                options.volume = old["volume"] ?? 0
                return options
            }.bound(to: store)
        #expect(entry.value.volume == 7)
        entry.value.title = "now"
        #expect(store.stored("New.volume") == 7)
        #expect(store.stored("New.title") == "now")
        #expect(store.stored("blob") == nil)
    }
}
