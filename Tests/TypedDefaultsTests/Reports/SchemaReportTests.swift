import Foundation
import Testing
import TypedDefaults

private enum FirstVersion {
    struct Profile: Codable, Defaultable, Equatable {
        var a = 0
        var b = ""
    }

    struct Window: Codable, Defaultable, Equatable {
        var width: Int
    }
}

private enum SecondVersion {
    struct Profile: Codable, Defaultable, Equatable {
        var a = 0
        var b = ""
        var c = 3
    }

    struct Window: Codable, Defaultable, Equatable {
        struct Size: Codable, Equatable {
            var width: Int
        }
        var size: Size
    }

    /// `Window` with keys of its own.
    struct Pane: Codable, Defaultable, Equatable {
        enum CodingKeys: String, CodingKey {
            case width = "w"
        }
        var width: Int
    }
}

private enum Campus: Int, Codable, Defaultable { case first, second }
private enum Letter: String, Codable, Defaultable, CaseIterable { case a, b, c }
private enum Colour: String, Defaultable { case red, purple }
private enum Mode: String, Codable, Defaultable { case light, dark }

/// What people reported of stored values that outlive the types they were stored from, on every store.
@Suite("Reports on types that change")
struct SchemaReportTests {
    @Test(
        "C1: a value gets a new property from the default, and keeps what it has",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/issues/234"), arguments: StoreKind.allCases)
    func newProperty(kind: StoreKind) throws {
        let store = try kind.make()
        let old: DefaultsEntry<FirstVersion.Profile?> = Defaults.value("p").bound(to: store)
        old.value = .init(a: 7, b: "x")
        let new: DefaultsEntry<SecondVersion.Profile> = Defaults.value("p").whenNil(use: .init())
        #expect(try new.bound(to: kind.reopened(store)).read() == .init(a: 7, b: "x", c: 3))
        #expect(store.stored("p") == ["a": 7, "b": "x"])
        // Without a default there is nothing to take it from.
        let bare: DefaultsEntry<SecondVersion.Profile?> = Defaults.value("p").bound(to: store)
        #expect(throws: DefaultsError.self) { try bare.read() }
        #expect(store.stored("p") == ["a": 7, "b": "x"])
    }

    @Test(
        "C2, I6: a value of another shape or other keys stays until it is written, and its old type still reads it",
        .bug("https://github.com/manaflow-ai/cmux/issues/5422"), .bug("https://github.com/saoudrizwan/Disk/issues/49"),
        arguments: StoreKind.allCases)
    func newShape(kind: StoreKind) throws {
        let store = try kind.make()
        let old: DefaultsEntry<FirstVersion.Window?> = Defaults.value("w").bound(to: store)
        old.value = .init(width: 80)
        let reports = Recorder<DefaultsError>()
        let nested: DefaultsEntry<SecondVersion.Window?> = Defaults.value("w").bound(to: store)
        let renamed: DefaultsEntry<SecondVersion.Pane?> = Defaults.value("w").bound(to: store)
        DefaultsReporter.withReporter(reports.reporter) {
            #expect(nested.value == nil)
            #expect(renamed.value == nil)
        }
        #expect(reports.values.first?.key == "w")
        #expect(reports.values.first?.code == .decodingFailed)
        Defaults.value("other").bound(to: store).value = 1
        let reopened = try kind.reopened(store)
        #expect(reopened.stored("w") == ["width": 80])
        #expect(old.bound(to: reopened).value == .init(width: 80))
    }

    @Test(
        "C4: a native array is read by an entry that stores data",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/pull/289"), arguments: StoreKind.allCases)
    func nativeForm(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(["a", "b"], forKey: "l")
        let reopened = try kind.reopened(store)
        for bridge in [DefaultsBridge<[Letter]>.jsonData, .jsonString, .propertyListData, .structure] {
            #expect(try Defaults.value("l", as: bridge).bound(to: reopened).read() == [.a, .b])
        }
    }

    @Test(
        "C5: a single value is stored and read back in every form",
        .bug("https://github.com/nerdsupremacist/Sweeft/issues/4"), arguments: StoreKind.allCases)
    func singleValue(kind: StoreKind) throws {
        for bridge in [DefaultsBridge<Campus>.jsonData, .jsonString, .propertyListData, .structure, .standard] {
            let store = try kind.make()
            let entry = Defaults.value("c", as: bridge).bound(to: store)
            entry.value = .second
            #expect(entry.value == .second)
            #expect(try entry.bound(to: kind.reopened(store)).read() == .second)
        }
    }

    @Test(
        "C6: an unknown element fails the collection, or is left out if asked for, and stays stored",
        .bug("https://github.com/marksands/BetterCodable/issues/37"), arguments: StoreKind.allCases)
    func unknownElement(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(["a", "zzz", "b"], forKey: "l")
        let strict: DefaultsEntry<[Letter]?> = Defaults.value("l").bound(to: store)
        #expect(throws: DefaultsError.self) { try strict.read() }
        let lossy: DefaultsEntry<[Letter]?> = Defaults.value("l", as: .dropInvalid).bound(to: store)
        #expect(try lossy.read() == [.a, .b])
        #expect(try kind.reopened(store).stored("l") == ["a", "zzz", "b"])
    }

    @Test(
        "C7: a raw value without a case gives the default, and can be given a new name",
        .bug("https://github.com/jessesquires/Foil/pull/92"), arguments: StoreKind.allCases)
    func unknownCase(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue("mauve", forKey: "c")
        let entry: DefaultsEntry<Colour> = Defaults.value("c").whenNil(use: .red).bound(to: store)
        #expect(throws: DefaultsError.self) { try entry.read() }
        DefaultsReporter.withReporter(DefaultsReporter { _ in }) { #expect(entry.value == .red) }
        #expect(store.stored("c") == "mauve")
        let renamed = Defaults.value("c", as: DefaultsBridge<Colour>.renaming(["mauve": .purple])).bound(to: store)
        #expect(try renamed.read() == .purple)
        #expect(store.stored("c") == "mauve")
    }

    @Test(
        "C10: collections of enums and of archived objects are converted at every depth",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/issues/137"), arguments: StoreKind.allCases)
    func collections(kind: StoreKind) throws {
        func check<T: Defaultable & Equatable>(_ value: T) throws {
            let store = try kind.make()
            let entry: DefaultsEntry<T?> = Defaults.value("k").bound(to: store)
            try entry.write(value)
            #expect(try entry.bound(to: kind.reopened(store)).read() == value, "\(T.self)")
        }
        try check([Mode.dark, .light])
        try check(["a": Mode.dark])
        try check(Set([Mode.dark]))
        try check([Mode.dark: 1])
        try check([[Mode.dark], []])
        try check([Mode.dark, nil])
        try check(["a": ArchivedNote(text: "x")])
    }

    @Test(
        "D2: a key that got a new name keeps its value, and the new one comes first",
        .bug("https://github.com/sindresorhus/Defaults/issues/2"), arguments: StoreKind.allCases)
    func renamedKey(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(14, forKey: "font.size")
        let entry: DefaultsEntry<Int?> = Defaults.value("font_size").renamed(from: "font.size").bound(to: store)
        #expect(entry.value == 14)
        try entry.write(15)
        #expect(store.storedKeys == ["font_size"])
        try store.setValue(9, forKey: "font.size")
        #expect(try entry.bound(to: kind.reopened(store)).value == 15)
    }
}
