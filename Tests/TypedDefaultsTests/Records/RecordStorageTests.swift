import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

/// The behaviours of PersistentStorageSerializable, numbered PSS-1 and so on, on every store.
@Suite("PersistentStorageSerializable's behaviours: storage")
struct RecordStorageTests {
    // The original throws too, with earlier properties assigned.
    @Test("PSS-8: a value of the wrong type is an error, and stays stored", arguments: StoreKind.allCases)
    func mismatch(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue("many", forKey: "Car.doors")
        let error = #expect(throws: DefaultsError.self) { try CarRecord(from: store, prefix: "Car") }
        #expect(error?.key == "Car.doors")
        #expect(error?.code == .decodingFailed)
        #expect(store.stored("Car.doors") == "many")
    }

    // The original documents this and throws.
    @Test("PSS-9: a nil property's key is removed", arguments: StoreKind.allCases)
    func nils(kind: StoreKind) throws {
        let store = try kind.make()
        var options = OptionsRecord()
        options.nickname = "Ada"
        try options.persist(to: store)
        #expect(store.stored("nickname") == "Ada")
        options.nickname = nil
        try options.persist(to: store)
        #expect(store.stored("nickname") == nil)
        #expect(try OptionsRecord(from: store).nickname == nil)
    }

    @Test("PSS-9: a nil where init() gives a value is stored, and read back as nil", arguments: StoreKind.allCases)
    func nilOverDefault(kind: StoreKind) throws {
        let store = try kind.make()
        var options = OptionsRecord()
        options.limit = nil
        try options.persist(to: store)
        #expect(try OptionsRecord(from: store).limit == nil)
        try OptionsRecord.removePersisted(from: store)
        #expect(try OptionsRecord(from: store).limit == 10)
    }

    // In the original the first instance of the process wins.
    @Test("PSS-10: default values are each record's own, and never stored or registered", arguments: StoreKind.allCases)
    func defaults(kind: StoreKind) throws {
        struct Other: DefaultsRecord {
            var volume = 99
        }
        let store = try kind.make()
        #expect(try OptionsRecord(from: store, prefix: "P").volume == 5)
        #expect(try Other(from: store, prefix: "P").volume == 99)
        #expect(store.storedKeys == [])
    }

    @Test("PSS-11: the persisted values are those that are stored, by their keys", arguments: StoreKind.allCases)
    func persistedValues(kind: StoreKind) throws {
        let store = try kind.make()
        #expect(try ProfileRecord.persistedValues(in: store, prefix: "me") == [:])
        try store.setValue("Ada", forKey: "me.well.known.name")
        try store.setValue("else", forKey: "me.unknown")
        #expect(try ProfileRecord.persistedValues(in: store, prefix: "me") == ["me.well.known.name": "Ada"])
    }

    @Test("PSS-12: removing takes away the record's own keys in one step", arguments: StoreKind.allCases)
    func removal(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(1, forKey: "me.unknown")
        try ProfileRecord().persist(to: store, prefix: "me")
        let commits = Recorder<Int>()
        let observation = store.observe { commits.record($0.changes.count) }
        try ProfileRecord.removePersisted(from: store, prefix: "me")
        observation.cancel()
        #expect(commits.values == [3])
        #expect(store.storedKeys == ["me.unknown"])
    }

    // The original traps without a prefix.
    @Test("PSS-13: without a prefix, or with an empty one, a key is the name alone", arguments: StoreKind.allCases)
    func noPrefix(kind: StoreKind) throws {
        let store = try kind.make()
        let window = WindowRecord()
        window.width = 1
        try window.persist(to: store)
        #expect(store.storedKeys == ["width"])
        #expect(try WindowRecord(from: store, prefix: "").width == 1)
    }

    @Test("PSS-14: any store does, from any thread, and URLs are stored as any other value")
    func threads() async throws {
        let store = try UserDefaultsStore(suite: TestHome.newSuiteName())
        let site = try #require(URL(string: "https://example.org/?a=b"))
        try await withThrowingTaskGroup { group in
            for index in 0..<8 {
                group.addTask {
                    var options = OptionsRecord()
                    options.volume = index
                    options.site = site
                    try options.persist(to: store, prefix: "o\(index)")
                }
            }
            try await group.waitForAll()
        }
        for index in 0..<8 {
            let options = try OptionsRecord(from: store, prefix: "o\(index)")
            #expect(options.volume == index)
            #expect(options.site == site)
        }
    }

    // In the original a write replaces the whole file with the record's keys.
    @Test("PSS-15: writing keeps all other keys, reading writes nothing", arguments: StoreKind.allCases)
    func merging(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue("kept", forKey: "unrelated")
        _ = try WindowRecord(from: store, prefix: "w")
        #expect(store.storedKeys == ["unrelated"])
        try WindowRecord().persist(to: store, prefix: "w")
        #expect(store.storedKeys == ["unrelated", "w.width"])
    }

    // In the original the storage is unusable after any error.
    @Test("PSS-16: after a failure the store goes on as before")
    func afterFailure() throws {
        let store = FailingStore(["w.width": 1])
        store.fail(.writing, with: DefaultsError(.writeFailed))
        let window = try WindowRecord(from: store, prefix: "w")
        window.width = 2
        #expect(throws: DefaultsError.self) { try window.persist(to: store, prefix: "w") }
        #expect(store.stored("w.width") == 1)
        store.recover()
        try window.persist(to: store, prefix: "w")
        #expect(store.stored("w.width") == 2)
    }

    /// What an app of the original has left in a file.
    private static let file = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>Car.doors</key><integer>7</integer>
        <key>well.persisted.option</key><true/>
        <key>old.window.width</key><real>800</real>
        </dict></plist>
        """
    @Test("PSS-17: a file with one of two keys is opened, and keeps what else it has")
    func openedFile() throws {
        let url = TestHome.newFile()
        try Data(Self.file.utf8).write(to: url)
        let store = try PropertyListFileStore(url: url, format: .xml)
        let car = try CarRecord(from: store, prefix: "Car")
        #expect(car.doors == 7)
        car.wheels = 3
        try car.persist(to: store, prefix: "Car")
        try store.flush()
        let file = InMemoryStore()
        try file.importValues(Data(contentsOf: url))
        #expect(file.keys() == ["Car.doors", "Car.wheels", "well.persisted.option", "old.window.width"])
    }

    @Test("PSS-17: a file with one of two keys, and several types in one store", arguments: StoreKind.allCases)
    func car(kind: StoreKind) throws {
        let store = try kind.make()
        try store.importValues(Data(Self.file.utf8))
        let car = try CarRecord(from: store, prefix: "Car")
        #expect(car.wheels == 4)
        #expect(car.doors == 7)
        car.wheels = 3
        try car.persist(to: store, prefix: "Car")
        let again = try CarRecord(from: store, prefix: "Car")
        #expect(again.wheels == 3)
        #expect(again.doors == 7)

        struct Old: DefaultsRecord {
            var showIntro = false
            var width = 640

            static func key(for property: String) -> String {
                ["showIntro": "well.persisted.option", "width": "old.window.width"][property] ?? property
            }
        }
        let old = try Old(from: store)
        #expect(old.showIntro)
        #expect(old.width == 800)
    }
}
