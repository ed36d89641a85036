import Foundation
import Testing
import TypedDefaults

// What PersistentStorageSerializable's README shows, adapted in names: a record has no storage of its own, so the store and
// the prefix are arguments.

private struct Settings: DefaultsRecord {
    var flag = false
    var title = ""
    var number = 1
    var dictionary: [String: PropertyListValue] = ["Number": 1, "Distance": 25.4, "Label": "Hello"]
}

private final class ApplicationConfiguration: DefaultsRecord {
    var title = ""
    var showIntro = false

    static func key(for property: String) -> String {
        ["title": "oldGoogTitle", "showIntro": "well.persisted.option"][property] ?? property
    }
}

@Suite("PersistentStorageSerializable's README")
struct PersistentStorageSerializableReadmeTests {
    @Test("a struct in a store", arguments: StoreKind.allCases)
    func settings(kind: StoreKind) throws {
        let store = try kind.make()
        var settings = try Settings(from: store, prefix: "Settings")
        settings.flag = true
        settings.dictionary["Number"] = 2
        try settings.persist(to: store, prefix: "Settings")

        let again = try Settings(from: store, prefix: "Settings")
        #expect(again.flag)
        #expect(again.dictionary == ["Number": 2, "Distance": 25.4, "Label": "Hello"])
        #expect(store.stored("Settings.flag") == true)
    }

    @Test("a struct in a property list file")
    func file() throws {
        let url = TestHome.newFile()
        let store = try PropertyListFileStore(url: url)
        var settings = try Settings(from: store, prefix: "Settings")
        settings.flag = true
        try settings.persist(to: store, prefix: "Settings")
        try store.flush()
        let copy = InMemoryStore()
        try copy.importValues(Data(contentsOf: url))
        #expect(copy.value(forKey: "Settings.flag") == true)
    }

    @Test("data that an older version of the app has stored")
    func mapping() throws {
        let suite = TestHome.newSuiteName()
        let defaults = try #require(UserDefaults(suiteName: suite))
        defaults.set("Superhero", forKey: "oldGoogTitle")
        defaults.set(true, forKey: "well.persisted.option")

        let configuration = try ApplicationConfiguration(from: UserDefaultsStore(suite: suite))
        #expect(configuration.title == "Superhero")
        #expect(configuration.showIntro)
    }
}
