import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

/// A value by its name, since describing some dates traps on Linux.
struct NamedValue: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let value: PropertyListValue

    init(_ name: String, _ value: PropertyListValue) {
        testDescription = name
        self.value = value
    }
}

@Suite("Values in user defaults")
struct UserDefaultsValueTests {
    @Test("the store of a suite conforms, also when its file is read again")
    func conforms() throws {
        try StoreConformance.check {
            try UserDefaultsStore(suite: TestHome.newSuiteName())
        } reopening: { store in
            RawSuite.forget(store.name)
            return store
        }
    }

    #if !canImport(Darwin)
    static let wrapped: [NamedValue] = [
        NamedValue("-0.0", -0.0), NamedValue("leading byte order mark", "\u{FEFF}x"),
        NamedValue("byte order mark alone", "\u{FEFF}"),
        NamedValue("fraction of a second", .date(Date(timeIntervalSinceReferenceDate: 0.5))),
        NamedValue("negative zero date", .date(Date(timeIntervalSinceReferenceDate: -0.0))),
        NamedValue("NaN date", .date(Date(timeIntervalSinceReferenceDate: .nan))),
        NamedValue("infinite date", .date(Date(timeIntervalSinceReferenceDate: .infinity))),
        NamedValue("year 10000", .date(Date(timeIntervalSinceReferenceDate: 252_423_993_600))),
        NamedValue(
            "year 0", .date(Date(timeIntervalSinceReferenceDate: Date.distantPast.timeIntervalSinceReferenceDate - 1))),
        NamedValue("reference of an archive", ["CF$UID": 5]),
        NamedValue("the same with more", ["CF$UID": "x", "y": 1]),
        NamedValue("key with a byte order mark", ["\u{FEFF}k": 1]), NamedValue("one deep inside", [["a": ["b": -0.0]]]),
        NamedValue("marked data", .data(Data("TypedDefaults1:".utf8))),
        NamedValue("marked data with more", .data(Data("TypedDefaults1:bplist00".utf8))),
    ]

    @Test("what Foundation's file can't hold is data there, and read back exactly", arguments: wrapped)
    func isWrapped(sample: NamedValue) throws {
        let value = sample.value
        let suite = TestHome.newSuiteName()
        let store = try UserDefaultsStore(suite: suite)
        try store.setValue(value, forKey: "k")
        try store.setValue(1, forKey: "neighbour")
        try store.flush()
        #expect(UserDefaults(suiteName: suite)?.data(forKey: "k") != nil)
        RawSuite.forget(suite)
        let found = try store.value(forKey: "k")
        let isSame = found == value
        #expect(isSame)
        #expect(try store.value(forKey: "neighbour") == 1)
    }

    static let plain: [NamedValue] = [
        NamedValue("whole second", .date(Date(timeIntervalSinceReferenceDate: 700_000_000))),
        NamedValue("year 1", .date(.distantPast)),
        NamedValue("last second of 9999", .date(Date(timeIntervalSinceReferenceDate: 252_423_993_599))),
        NamedValue("October 1582", .date(Date(timeIntervalSinceReferenceDate: -13_197_600_000))),
        NamedValue("a day before 2001", .date(Date(timeIntervalSinceReferenceDate: -86_400))),
        NamedValue("NaN", .real(.nan)), NamedValue("infinity", .real(.infinity)),
        NamedValue("UInt64.max", .unsigned(.max)),
        NamedValue("data", .data(Data([1]))),
        NamedValue("byte order mark inside", "a\u{FEFF}b"), NamedValue("decomposed", "e\u{301}"),
        NamedValue("composed", "\u{E9}"),
        NamedValue("control characters", "a\u{0}\u{1}\r\n\u{1B}"),
        NamedValue("dictionary", ["a": ["b", 1, 2.5, true]]),
    ]

    @Test("everything else is there as itself", arguments: plain)
    func isPlain(sample: NamedValue) throws {
        let value = sample.value
        let suite = TestHome.newSuiteName()
        let store = try UserDefaultsStore(suite: suite)
        try store.setValue(value, forKey: "k")
        try store.flush()
        RawSuite.forget(suite)
        let object = try #require(UserDefaults(suiteName: suite)?.object(forKey: "k"))
        if case .data = value {} else { #expect(!(object is Data)) }
        let found = try store.value(forKey: "k")
        let isSame = found == value
        #expect(isSame)
    }

    static let lookalikes: [[PropertyListValue]] = [
        [1, 1.0, true, 1, 0.0, 0, false, -0.0, 0.0], ["\u{E9}", "e\u{301}", "\u{E9}"], [[1], [1.0], [true], [1]],
        [["a": 1], ["a": 1.0], ["a": true]], [["\u{E9}"], ["e\u{301}"]], [0x1p53, .integer(1 << 53)],
    ]

    @Test("a value replaces one that Foundation takes for the same", arguments: lookalikes)
    func replaces(values: [PropertyListValue]) throws {
        let suite = TestHome.newSuiteName()
        let store = try UserDefaultsStore(suite: suite)
        for value in values {
            try store.setValue(value, forKey: "k")
            #expect(try store.value(forKey: "k") == value)
        }
        // Also one that the library did not set.
        for value in values {
            for other in values where other != value {
                try store.setValue(other, forKey: "k")
                try store.flush()
                RawSuite.forget(suite)
                try store.setValue(value, forKey: "k")
                #expect(try store.value(forKey: "k") == value)
            }
        }
    }

    @Test("data that only looks like the library's is what it is")
    func imitation() throws {
        let suite = TestHome.newSuiteName()
        let store = try UserDefaultsStore(suite: suite)
        let imitation = Data("TypedDefaults1:nothing".utf8)
        UserDefaults(suiteName: suite)?.set(imitation, forKey: "k")
        #expect(try store.value(forKey: "k") == .data(imitation))
    }

    @Test(
        "every key is kept exactly",
        arguments: [
            "\u{FEFF}k", "\u{FEFF}", "TypedDefaults:", "TypedDefaults:\u{FEFF}k", "TypedDefaults:TypedDefaults:x",
            "TypedDefaults:\u{301}", "e\u{301}\u{E9}", "\u{1E9B}\u{323}", "a\u{0}b", "🔑\u{FE0F}", "\u{212B}",
        ])
    func keys(key: String) throws {
        let suite = TestHome.newSuiteName()
        let store = try UserDefaultsStore(suite: suite)
        try store.setValue(1, forKey: key)
        try store.setValue(2, forKey: "k")
        try store.flush()
        RawSuite.forget(suite)
        #expect(try store.value(forKey: key) == 1)
        #expect(try store.value(forKey: key.precomposedStringWithCanonicalMapping) == 1)
        #expect(try store.value(forKey: key.decomposedStringWithCanonicalMapping) == 1)
        #expect(try store.keys() == [key, "k"])
        try store.removeValue(forKey: key.decomposedStringWithCanonicalMapping)
        #expect(try store.keys() == ["k"])
    }

    @Test("a key that other code stored in both forms is one key, and removed as one")
    func bothForms() throws {
        let suite = TestHome.newSuiteName()
        let raw = try #require(UserDefaults(suiteName: suite))
        raw.set("composed", forKey: "\u{E9}")
        raw.set("decomposed", forKey: "e\u{301}")
        let store = try UserDefaultsStore(suite: suite)
        #expect(try store.keys() == ["\u{E9}"])
        try store.removeValue(forKey: "\u{E9}")
        #expect(try store.value(forKey: "e\u{301}") == nil)
        #expect(try store.keys().isEmpty)
    }
    #endif

    @Test("the standard store lists what was just set")
    func standardKeys() throws {
        let store = UserDefaultsStore.standard
        let key = "key-\(UUID().uuidString)"
        try store.setValue(1, forKey: key)
        #expect(try store.keys().contains(key))
        try store.removeValue(forKey: key)
        #expect(try !store.keys().contains(key))
    }
}
