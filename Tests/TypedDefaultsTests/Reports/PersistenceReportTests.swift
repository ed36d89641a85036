import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

private struct Unencodable: Codable, Defaultable {
    var isSound = true

    func encode(to encoder: any Encoder) throws {
        guard isSound else { throw CocoaError(.coderInvalidValue) }
        var container = encoder.singleValueContainer()
        try container.encode("sound")
    }

    init(isSound: Bool) { self.isSound = isSound }
    init(from decoder: any Decoder) throws {}
}

/// What people reported of values that were lost. Those that take processes, signals and disks are among the tests of the
/// stores: E1, E2 and E6 in ``FileSharingTests`` and ``UserDefaultsProcessTests``, E3 and E4 in ``FileDamageTests``, E7 in
/// ``FileFailureTests``.
@Suite("Reports on lost values")
struct PersistenceReportTests {
    @Test("E3: reading creates no file", .bug("https://github.com/pointfreeco/swift-sharing/issues/166"))
    func reading() throws {
        let url = TestHome.newFile()
        let store = try PropertyListFileStore(url: url)
        #expect(Defaults.value("n").whenNil(use: 1).bound(to: store).value == 1)
        try store.flush()
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test(
        "E6: the last of many quick writes is what is saved",
        .bug("https://github.com/Karanjot786/TermUI/issues/3729"), arguments: StoreKind.allCases)
    func quickWrites(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        for number in 1...100 { entry.value = number }
        #expect(try entry.bound(to: kind.reopened(store)).read() == 100)
    }

    @Test(
        "E8: nothing is written while a store is unavailable, and its values and observers are there afterwards",
        .bug("https://github.com/RevenueCat/purchases-ios/issues/4623"))
    func unavailable() throws {
        let store = FailingStore(["name": "Ada", "small": 1, "old": 5])
        let name: DefaultsEntry<String> = Defaults.value("name").whenNil(save: "nobody").bound(to: store)
        let small: DefaultsEntry<Int> = Defaults.value("small").whenNil(use: 0).ensure(when: { $0 < 3 }, use: 3)
            .bound(to: store)
        let moved: DefaultsEntry<Int?> = Defaults.value("new").renamed(from: "old").bound(to: store)
        store.fail(.reading, with: DefaultsError(.unavailable))
        DefaultsReporter.withReporter(DefaultsReporter { _ in }) {
            #expect(name.value == "nobody")
            #expect(small.value == 3)
            #expect(moved.value == nil)
            name.value = "Eve"
        }
        #expect(!store.isAvailable)
        store.recover()
        #expect(name.value == "Ada")
        #expect(store.stored("small") == 1)
        #expect(moved.value == 5)
        #expect(store.storedKeys == ["name", "small", "old"])
    }

    @Test(
        "E9: a value beyond the limit is refused, the old one stays, and other keys still work",
        .bug("https://github.com/RevenueCat/purchases-ios/issues/225"))
    func limit() throws {
        let url = TestHome.newFile()
        let store = try PropertyListFileStore(url: url, limits: .init(value: 1000))
        let entry: DefaultsEntry<Data?> = Defaults.value("d").bound(to: store)
        try entry.write(Data(count: 10))
        #expect(throws: DefaultsError.self) { try entry.write(Data(count: 1001)) }
        #expect(try entry.read() == Data(count: 10))
        try Defaults.value("n").bound(to: store).write(1)
        try store.flush()
        #expect(try PropertyListFileStore(url: url).keys() == ["d", "n"])
    }

    @Test(
        "E10: whether a value is stored can be asked, and each change is told with the value it replaced",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/issues/125"), arguments: StoreKind.allCases)
    func presence(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        let changes = Recorder<[Int?]>()
        let observation = entry.observe { changes.record([$0.oldValue, $0.newValue]) }
        #expect(!entry.isStored)
        entry.value = 1
        #expect(entry.isStored)
        try store.setValue(nil, forKey: "n")
        #expect(!entry.isStored)
        #expect(changes.values == [[nil, 1], [1, nil]])
        observation.cancel()
    }

    @Test(
        "E13: a value that can't be encoded leaves the old one",
        .bug("https://github.com/JamitLabs/JamitFoundation/pull/37"), arguments: StoreKind.allCases)
    func encoding(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Unencodable?> = Defaults.value("u").bound(to: store)
        try entry.write(Unencodable(isSound: true))
        let error = #expect(throws: DefaultsError.self) { try entry.write(Unencodable(isSound: false)) }
        #expect(error?.code == .encodingFailed)
        #expect(try kind.reopened(store).stored("u") == "sound")
    }
}
