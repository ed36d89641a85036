import Foundation
import Testing
import TypedDefaults

private enum Level: Int, Defaultable { case low, high }
private enum Mode: String, Codable, Defaultable { case light, dark }

/// A type that chooses its Codable form over its raw value.
private enum Shape: String, Codable, Defaultable { case dot, line }

/// What people reported of values of other types than expected in other libraries, on every store.
@Suite("Reports on types that don't match")
struct TypeReportTests {
    /// What an entry reads of a value that other code stored, after reopening.
    private func read<T: Defaultable>(
        _ type: T.Type = T.self, _ stored: PropertyListValue, _ kind: StoreKind
    ) throws -> T? {
        let store = try kind.make()
        try store.setValue(stored, forKey: "k")
        let entry: DefaultsEntry<T?> = Defaults.value("k").bound(to: store)
        let before = Result { () throws(DefaultsError) in try entry.read() }
        let reopened = try kind.reopened(store)
        let after = Result { () throws(DefaultsError) in try entry.bound(to: reopened).read() }
        #expect((try? before.get()) as? AnyHashable == (try? after.get()) as? AnyHashable)
        #expect(reopened.stored("k") == stored)
        return try? after.get()
    }

    @Test(
        "B1: the integers 0 and 1 stay integers, and read as a Bool by one rule",
        .bug("https://github.com/unsignedapps/Vexil/pull/18"), arguments: StoreKind.allCases)
    func integersAndBooleans(kind: StoreKind) throws {
        #expect(try read(Int.self, 1, kind) == 1)
        #expect(try read(Int.self, 0, kind) == 0)
        #expect(try read(Bool.self, 1, kind) == true)
        #expect(try read(Bool.self, 0, kind) == false)
        #expect(try read(Bool.self, 2, kind) == nil)
        let mixed: PropertyListValue = ["one": 1, "yes": true, "list": [1, true, 0, false]]
        #expect(try read(PropertyListValue.self, mixed, kind) == mixed)
        #expect(
            try read(PropertyListValue.self, mixed, kind) != ["one": true, "yes": true, "list": [1, true, 0, false]])
    }

    @Test(
        "B2: one table of coercions holds everywhere",
        .bug("https://github.com/swiftlang/swift-corelibs-foundation/issues/3362"), arguments: StoreKind.allCases)
    func coercions(kind: StoreKind) throws {
        #expect(try read(Int.self, true, kind) == nil)
        #expect(try read(Int.self, "1234", kind) == 1234)
        #expect(try read(Int.self, "12.5", kind) == nil)
        #expect(try read(Int.self, 12.34, kind) == nil)
        #expect(try read(Int.self, 12.0, kind) == 12)
        #expect(try read(String.self, true, kind) == nil)
        #expect(try read(String.self, 42, kind) == nil)
        #expect(try read(Double.self, 42, kind) == 42)
        #expect(try read(Float.self, 12.34, kind) == 12.34)
        #expect(try read(Double.self, .real(Double(Float(0.1))), kind) == Double(Float(0.1)))
    }

    @Test(
        "B3: a value of another type gives the default, is reported, and stays",
        .bug("https://github.com/jessesquires/Foil/pull/123"), arguments: StoreKind.allCases)
    func otherType(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue("light", forKey: "level")
        func check<T: Defaultable & Equatable & Sendable>(_ fallback: T) {
            let entry: DefaultsEntry<T> = Defaults.value("level").whenNil(use: fallback).bound(to: store)
            let reports = Recorder<DefaultsError>()
            DefaultsReporter.withReporter(reports.reporter) {
                #expect(entry.value == fallback)
                #expect(entry.value == fallback)
            }
            #expect(reports.values.count <= 1)
            #expect(throws: DefaultsError.self) { try entry.read() }
            #expect(store.stored("level") == "light")
        }
        check(0)
        check(Data([1]))
        check(Level.low)
        check([1])
        check(Date(timeIntervalSinceReferenceDate: 0))
    }

    @Test(
        "B4: launch arguments read as what is asked for, and nonsense is not false",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/issues/159"))
    func launchArguments() throws {
        let flags: [(String, Bool?)] = [
            ("YES", true), ("NO", false), ("true", true), ("false", false), ("1", true), ("0", false), ("maybe", nil),
        ]
        for (text, value) in flags {
            let store = LaunchArgumentsStore(["-flag", text])
            #expect(Defaults.value("flag").bound(to: store).value == value, "\(text)")
            let entry: DefaultsEntry<Bool> = Defaults.value("flag").whenNil(use: true).bound(to: store)
            #expect(entry.value == value ?? true, "\(text)")
        }
        let store = LaunchArgumentsStore(["-int", "42", "-double", "2.5"])
        #expect(Defaults.value("int").bound(to: store).value == 42)
        #expect(Defaults.value("double").bound(to: store).value == 2.5)
    }

    @Test(
        "B6: integers of every width round-trip at their ends, and one that doesn't fit is an error",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/issues/115"), arguments: StoreKind.allCases)
    func widths(kind: StoreKind) throws {
        func check<T: FixedWidthInteger & Defaultable>(_ type: T.Type) throws {
            for value in [T.min, T.max] {
                let store = try kind.make()
                let entry: DefaultsEntry<T?> = Defaults.value("n").bound(to: store)
                try entry.write(value)
                #expect(try entry.bound(to: kind.reopened(store)).read() == value, "\(T.self)")
            }
        }
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(Int.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
        try check(UInt.self)
        #expect(try read(UInt8.self, 300, kind) == nil)
    }

    @Test(
        "B7: an array of strings is stored as one",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/issues/303"), arguments: StoreKind.allCases)
    func nativeArray(kind: StoreKind) throws {
        let store = try kind.make()
        Defaults.value("AppleLanguages").bound(to: store).value = ["en", "de"]
        #expect(try kind.reopened(store).stored("AppleLanguages") == ["en", "de"])
    }

    @Test(
        "B8: an enum with raw values that is Codable too is stored as its raw value, or as asked for",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/issues/206"), arguments: StoreKind.allCases)
    func rawAndCodable(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Mode?> = Defaults.value("mode").bound(to: store)
        entry.value = .dark
        #expect(store.stored("mode") == "dark")
        let json: DefaultsEntry<Shape?> = Defaults.value("shape", as: .jsonData).bound(to: store)
        json.value = .line
        #expect(store.stored("shape") == .data(Data("\"line\"".utf8)))
        let reopened = try kind.reopened(store)
        #expect(entry.bound(to: reopened).value == .dark)
        #expect(json.bound(to: reopened).value == .line)
    }

    @Test(
        "B10: namespaces with prefixes keep components apart",
        .bug("https://github.com/emqx/CocoaMQTT/issues/450"), arguments: StoreKind.allCases)
    func prefixes(kind: StoreKind) throws {
        let store = try kind.make()
        let library: DefaultsEntry<Int?> = Defaults.value("version").bound(to: store.prefixed("library."))
        let app: DefaultsEntry<String?> = Defaults.value("version").bound(to: store)
        library.value = 3
        app.value = "2.1"
        #expect(library.value == 3 && app.value == "2.1")
        #expect(store.storedKeys == ["version", "library.version"])
    }
}
