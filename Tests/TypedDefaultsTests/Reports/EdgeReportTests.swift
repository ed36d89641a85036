import Foundation
import Testing
import TypedDefaults

private enum Mode: String, Codable, Defaultable { case light, dark }

private struct Levels: Codable, Defaultable, Equatable {
    var gain = -Double.infinity
    var level = Double.nan
    var ok = 1.0

    static func == (a: Levels, b: Levels) -> Bool {
        a.gain == b.gain && a.level.bitPattern == b.level.bitPattern && a.ok == b.ok
    }
}

private struct Numbers: Codable, Defaultable, Equatable {
    var long = Int64.max - 1
    var odd = Int64(1) << 53 + 1
    var unsigned = UInt64.max
    var decimal = Decimal(string: "12345678901234567890.123") ?? 0
}

/// A raw value that has to be converted itself.
private struct Palette: RawRepresentable, Defaultable, Equatable {
    var rawValue: [String: Mode]
}

/// Counts how often values of it are decoded.
private struct Counted: Codable, Defaultable {
    static let decoded = Recorder<String>()
    var kind: String
    var number: Int

    init(kind: String, number: Int) {
        self.kind = kind
        self.number = number
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(String.self, forKey: .kind)
        number = try container.decode(Int.self, forKey: .number)
        Self.decoded.record(kind)
    }
}

/// What people reported of URLs, dates, numbers and the structure of Codable values, on every store.
@Suite("Reports on edges of values")
struct EdgeReportTests {
    private func check<T: Defaultable & Equatable>(_ value: T, _ kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<T?> = Defaults.value("k").bound(to: store)
        try entry.write(value)
        #expect(try entry.read() == value)
        #expect(try entry.bound(to: kind.reopened(store)).read() == value, "\(T.self)")
    }

    @Test(
        "H1, H2: any URL is read back, and nil removes it",
        .bug("https://github.com/pointfreeco/swift-sharing/issues/113"),
        .bug("https://github.com/tgrapperon/swift-dependencies-additions/pull/24"), arguments: StoreKind.allCases)
    func urls(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<URL?> = Defaults.value("url").bound(to: store)
        let urls = [
            URL(string: "https://example.org/a?b=c#d"), URL(filePath: "/tmp/a é.txt"),
            URL(string: "x/y", relativeTo: URL(string: "https://example.org/a/")), URL(string: "mailto:a@example.org"),
        ]
        for url in urls {
            entry.value = url
            #expect(entry.value?.absoluteString == url?.absoluteString)
            #expect(try entry.bound(to: kind.reopened(store)).read()?.absoluteString == url?.absoluteString)
        }
        entry.value = nil
        #expect(store.storedKeys == [])
    }

    @Test(
        "H4: a date keeps its fraction of a second in every format",
        .bug("https://github.com/TooTallNate/plist.js/pull/177"), arguments: StoreKind.allCases)
    func dates(kind: StoreKind) throws {
        try check(Date(timeIntervalSince1970: 700_000_000.123456), kind)
        try check([Date(timeIntervalSinceReferenceDate: 0.25)], kind)
    }

    @Test(
        "H5: NaN and the infinities are values, and NaN is equal to itself for observers",
        .bug("https://github.com/segmentio/analytics-swift/issues/264"), arguments: StoreKind.allCases)
    func notFinite(kind: StoreKind) throws {
        try check(Levels(), kind)
        let store = try kind.make()
        let entry: DefaultsEntry<Double?> = Defaults.value("d").bound(to: store)
        let events = Recorder<Double?>()
        let observation = entry.observe { events.record($0.newValue) }
        entry.value = .nan
        entry.value = .nan
        #expect(events.values.count == 1)
        #expect(try entry.bound(to: kind.reopened(store)).read()?.isNaN == true)
        observation.cancel()
    }

    @Test(
        "H6: large integers and long decimals are exact",
        .bug("https://github.com/swiftlang/swift-foundation/pull/682"), arguments: StoreKind.allCases)
    func largeNumbers(kind: StoreKind) throws {
        try check(Numbers(), kind)
        for bridge in [DefaultsBridge<Numbers>.jsonData, .jsonString, .propertyListData] {
            let store = try kind.make()
            let entry = Defaults.value("n", as: bridge).bound(to: store)
            try entry.write(Numbers())
            #expect(try entry.bound(to: kind.reopened(store)).read() == Numbers())
        }
    }

    @Test(
        "H8: a whole real stays a real",
        .bug("https://github.com/swiftlang/swift-foundation/pull/718"), arguments: StoreKind.allCases)
    func wholeReals(kind: StoreKind) throws {
        let store = try kind.make()
        Defaults.value("d").bound(to: store).value = 3.0
        let reopened = try kind.reopened(store)
        #expect(reopened.stored("d") == .real(3))
        #expect(Defaults.value("d").bound(to: reopened).value == 3.0)
        #expect(Defaults.value("d").bound(to: reopened).value == 3)
    }

    @Test(
        "I1: a dictionary with enum, integer or UUID keys is stored as a dictionary of strings",
        .bug("https://github.com/swiftlang/swift/issues/63778"), arguments: StoreKind.allCases)
    func dictionaryKeys(kind: StoreKind) throws {
        let id = UUID()
        try check([Mode.dark: 1], kind)
        try check([7: true], kind)
        try check([id: "x"], kind)
        let store = try kind.make()
        Defaults.value("m").bound(to: store).value = [Mode.dark: 1]
        Defaults.value("i").bound(to: store).value = [7: true]
        Defaults.value("u").bound(to: store).value = [id: "x"]
        let reopened = try kind.reopened(store)
        #expect(reopened.stored("m") == ["dark": 1])
        #expect(reopened.stored("i") == ["7": true])
        #expect(reopened.stored("u") == .dictionary([id.uuidString: "x"]))
    }

    @Test(
        "I2: a Codable type needs no raw value that encodes the type itself",
        .bug("https://github.com/swiftlang/swift/issues/59587"), arguments: StoreKind.allCases)
    func noSelfEncoding(kind: StoreKind) throws {
        try check(Levels(gain: 1, level: 2, ok: 3), kind)
        try check([Levels(gain: 1, level: 2, ok: 3)], kind)
    }

    @Test(
        "I3: a raw value is converted as any value is",
        .bug("https://github.com/jessesquires/Foil/pull/10"), arguments: StoreKind.allCases)
    func rawValues(kind: StoreKind) throws {
        try check(Palette(rawValue: ["a": .dark]), kind)
    }

    @Test(
        "I5: what one entry stores another of the same type reads",
        .bug("https://github.com/phimage/Prephirences/issues/28"), arguments: StoreKind.allCases)
    func onePath(kind: StoreKind) throws {
        let store = try kind.make()
        for (index, bridge) in [DefaultsBridge<Numbers>.jsonData, .propertyListData, .structure].enumerated() {
            let entry = Defaults.value("\(index)", as: bridge).bound(to: store)
            entry.value = Numbers()
            let plain: DefaultsEntry<Numbers?> = Defaults.value("\(index)").bound(to: store)
            #expect(try plain.read() == Numbers())
        }
    }

    // MARK: - Compiling, testing, ergonomics

    @Test(
        "G1, G2: entries are constants without annotations, used from any actor",
        .bug("https://github.com/sindresorhus/Defaults/issues/167"))
    func constants() async {
        await Defaults.withStore(InMemoryStore()) {
            Defaults.edgeCount.value += 1
            await MainActor.run { Defaults.edgeCount.value += 1 }
            #expect(await Task { Defaults.edgeCount.value }.value == 2)
        }
    }

    @Test(
        "J1: an unchanged value is decoded once, and a change by anyone is seen",
        .bug("https://github.com/sindresorhus/Defaults/issues/138"), arguments: StoreKind.allCases)
    func decodedOnce(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Counted?> = Defaults.value("j1 \(kind)").bound(to: store)
        entry.value = Counted(kind: "\(kind)", number: 1)
        for _ in 0..<1_000 { #expect(entry.value?.number == 1) }
        #expect(Counted.decoded.values.filter { $0 == "\(kind)" }.count <= 1)
        entry.value = Counted(kind: "\(kind)", number: 2)
        #expect(entry.value?.number == 2)
        #expect(Counted.decoded.values.filter { $0 == "\(kind)" }.count <= 2)
        try store.setValue(["kind": .string("\(kind)"), "number": 3], forKey: entry.key)
        #expect(entry.value?.number == 3)
        try store.removeValue(forKey: entry.key)
        #expect(entry.value == nil)
    }

    @Test("J2: stores in memory share nothing", .bug("https://github.com/wordpress-mobile/WordPress-iOS/issues/18778"))
    func isolation() {
        let (one, other) = (InMemoryStore(), InMemoryStore())
        Defaults.value("n").bound(to: one).value = 1
        #expect(other.keys() == [])
    }

    @Test(
        "J4: a store is an argument like any other",
        .bug("https://github.com/davidsteppenbeck/ObservableUserDefault/issues/6"), arguments: StoreKind.allCases)
    func storeArgument(kind: StoreKind) throws {
        struct Settings {
            @UserDefault var count: Int
            init(store: any DefaultsStore) {
                _count = UserDefault(wrappedValue: 0, key: "count", store: store)
            }
        }
        let store = try kind.make()
        let settings = Settings(store: store)
        settings.count += 1
        #expect(store.stored("count") == 1)
    }

    @Test(
        "J5: any property list is a value, equal in any order, in which 1 is not true",
        .bug("https://github.com/sindresorhus/Defaults/issues/36"), arguments: StoreKind.allCases)
    func anyValue(kind: StoreKind) throws {
        let value: PropertyListValue = ["a": [1, true, 1.0, "x"], "b": ["c": .data(Data([1]))]]
        try check(value, kind)
        #expect(value == ["b": ["c": .data(Data([1]))], "a": [1, true, 1.0, "x"]])
        #expect(PropertyListValue.integer(1) != .bool(true))
    }
}

extension Defaults {
    fileprivate static let edgeCount: DefaultsEntry<Int> = value("edgeCount").whenNil(use: 0)
}
