import Foundation
import Testing
import TypedDefaults

private struct Source: Codable, Defaultable, Equatable {
    var name: String
}

/// What people reported of nil and default values in other libraries, on every store.
@Suite("Reports on nil and default values")
struct NilReportTests {
    @Test(
        "A1: nil set over a default is nil, and removing it gives the default again",
        .bug("https://github.com/sindresorhus/Defaults/issues/119"), arguments: StoreKind.allCases)
    func nilOverDefault(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int?> = Defaults.value("n").whenUnset(use: 1).bound(to: store)
        #expect(entry.value == 1)
        entry.value = 2
        entry.value = nil
        #expect(entry.value == nil)
        #expect(entry.isStored)
        #expect(try entry.bound(to: kind.reopened(store)).value == nil)
        entry.clear()
        #expect(entry.value == 1)
        #expect(!entry.isStored)
    }

    @Test(
        "A3: nil is no empty string, and removes the key",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/issues/162"), arguments: StoreKind.allCases)
    func nilString(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<String?> = Defaults.value("token").bound(to: store)
        entry.value = "abc"
        entry.value = nil
        #expect(entry.value == nil)
        #expect(store.storedKeys == [])
    }

    @Test(
        "A4: nil replaces a Codable value",
        .bug("https://github.com/sindresorhus/Defaults/issues/8"), arguments: StoreKind.allCases)
    func nilCodable(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Source?> = Defaults.value("source").bound(to: store)
        entry.value = Source(name: "a")
        #expect(entry.value == Source(name: "a"))
        entry.value = nil
        #expect(entry.value == nil)
        #expect(store.storedKeys == [])
    }

    @Test(
        "A5: nil in generic code removes the key",
        .bug("https://github.com/yakovmanshin/YMFF/issues/147"), arguments: StoreKind.allCases)
    func genericNil(kind: StoreKind) throws {
        func set<T>(_ value: T, _ entry: DefaultsEntry<T>) throws { try entry.write(value) }
        let store = try kind.make()
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        for value in [5, nil, 6, nil] as [Int?] {
            try set(value, entry)
            #expect(store.storedKeys == (value == nil ? [] : ["n"]))
        }
        // An optional of an optional tells the two nils apart.
        let nested: DefaultsEntry<Int??> = Defaults.value("n").bound(to: store)
        try set(.some(nil), nested)
        #expect(try nested.bound(to: kind.reopened(store)).read() == .some(nil))
        try set(nil, nested)
        #expect(store.storedKeys == [])
    }

    @Test(
        "A6: a generated default stays the same once a rule saves it, and is not stored by one that only uses it",
        .bug("https://github.com/sindresorhus/Defaults/issues/153"), arguments: StoreKind.allCases)
    func generatedDefault(kind: StoreKind) throws {
        let store = try kind.make()
        let used: DefaultsEntry<UUID> = Defaults.value("used").whenNil(use: UUID()).bound(to: store)
        #expect(used.value != used.value)
        #expect(!used.isStored)
        let saved: DefaultsEntry<UUID> = Defaults.value("saved").whenNil(save: UUID()).bound(to: store)
        let first = saved.value
        #expect(saved.value == first)
        #expect(try saved.bound(to: kind.reopened(store)).value == first)
    }

    @Test(
        "A7: a default is made when it is needed, each time and not before",
        .bug("https://github.com/sindresorhus/Defaults/issues/108"), arguments: StoreKind.allCases)
    func lazyDefault(kind: StoreKind) throws {
        let made = Recorder<Int>()
        @Sendable func make() -> Int {
            made.record(made.values.count)
            return 7
        }
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: make()).bound(to: try kind.make())
        #expect(made.values.count == 0)
        #expect(entry.value == 7 && entry.value == 7)
        #expect(made.values.count == 2)
        entry.value = 8
        let count = made.values.count
        #expect(entry.value == 8)
        #expect(made.values.count == count)
    }

    @Test(
        "A8: two entries of a key have each their own default, and neither stores it",
        .bug("https://github.com/manaflow-ai/cmux/issues/1268"), arguments: StoreKind.allCases)
    func twoDefaults(kind: StoreKind) throws {
        let store = try kind.make()
        let on: DefaultsEntry<Bool> = Defaults.value("fx").whenNil(use: true).bound(to: store)
        let off: DefaultsEntry<Bool> = Defaults.value("fx").whenNil(use: false).bound(to: store)
        #expect(on.value && !off.value && on.value)
        #expect(store.storedKeys == [])
    }

    @Test(
        "A10: an absent value can be compared with nil",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/pull/175"), arguments: StoreKind.allCases)
    func comparison(kind: StoreKind) throws {
        let entry: DefaultsEntry<String?> = Defaults.value("s").bound(to: try kind.make())
        #expect(entry.value == nil)
        #expect(entry.value != "x")
    }
}
