import Foundation
import Testing
import TypedDefaults

private enum Mode: String, Codable, Defaultable { case dark, light }
private enum Payload: Codable, Equatable, Defaultable { case a(Int, x: String) }

private struct Profile: Codable, Equatable, Defaultable {
    var name = "Ada"
    var born = Date(timeIntervalSinceReferenceDate: 1.5)
    var site = URL(string: "https://example.org/a?b=c")
    var photo = Data([1, 2])
    var share = -Double.infinity
    var note: String?
    var nested: [String: [Int?]] = ["a": [1, nil]]
}

private struct Settings: DefaultsRecord, Equatable {
    var volume = 7
    var mode = Mode.dark
    var nickname: String? = "Ada"
}

/// A value, and what is to be done with it whatever its type.
private struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Writes the value.
    let write: @Sendable (any DefaultsStore) throws -> Void
    /// Whether the value that is read is the same.
    let isRead: @Sendable (any DefaultsStore) throws -> Bool

    init<T: Defaultable & Equatable & Sendable>(
        _ key: String, _ value: T, as bridge: DefaultsBridge<T> = .standard
    ) {
        testDescription = key
        let entry = Defaults.value(key, as: bridge)
        write = { try entry.bound(to: $0).write(value) }
        isRead = { try entry.bound(to: $0).read() == value }
    }
}

/// The first version's forms of all kinds of values, in the file `TypedDefaults.plist` that it wrote in XML.
///
/// What these tests hold to is a promise: later versions read what earlier ones stored, and store what earlier ones read. A
/// new kind is added to the list and to the file; what is in the file is never changed.
@Suite("Files of earlier versions")
struct CompatibilityTests {
    private static let forms: [Form] = [
        Form("bool", true), Form("int", -42), Form("uint64", UInt64.max), Form("int128", Int128.max),
        Form("double", 0.1), Form("negative zero", -0.0), Form("infinity", Double.infinity), Form("float", Float(0.1)),
        Form("string", "a\u{0}\r\n<é>🎈"), Form("null string", "$null"), Form("character", Character("é")),
        Form("data", Data([0, 255])), Form("date", Date(timeIntervalSinceReferenceDate: 700_000_000.123456)),
        Form("url", URL(string: "https://example.org/a?b=c#d")),
        Form("uuid", UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
        Form("decimal", Decimal(string: "12345678901234567890.123")), Form("duration", Duration.milliseconds(1500)),
        Form("locale", Locale(identifier: "de_CH")), Form("components", DateComponents(year: 2026, month: 12)),
        Form("index set", IndexSet([1, 2, 9])), Form("index path", IndexPath(indexes: [1, 2])),
        Form("rect", CGRect(x: 1, y: 2, width: 3, height: 4.5)), Form("range", 1..<5), Form("closed range", 1.5...2.5),
        Form("array", [1, 2]), Form("empty array", [String]()), Form("nils", [1, nil]), Form("set", Set(["a"])),
        Form("dictionary", ["a": 1]), Form("numbered", [7: true]), Form("by mode", [Mode.dark: 1]),
        Form("raw", Mode.dark), Form("codable", Profile()), Form("payload", Payload.a(1, x: "q")),
        Form("json data", ["a": Mode.dark], as: .jsonData), Form("json string", Mode.dark, as: .jsonString),
        Form("property list data", [1, 2], as: .propertyListData),
        Form("any", PropertyListValue.dictionary(["a": [1, true, 1.5, "x", .data(Data([1]))]])),
    ]

    @Test("are read", arguments: forms)
    private func read(form: Form) throws {
        let file = try GoldenFile("TypedDefaults")
        #expect(try form.isRead(file.store))
    }

    @Test("hold what is still stored")
    func write() throws {
        let file = try GoldenFile("TypedDefaults")
        let url = TestHome.newFile()
        let store = try PropertyListFileStore(url: url, format: .xml)
        for form in Self.forms { try form.write(store) }
        try Settings().persist(to: store, prefix: "settings")
        try store.flush()
        #expect(try store.keys() == Set(file.values.keys))
        for key in try store.keys() {
            #expect(try store.value(forKey: key) == file.values[key], "\(key)")
        }
    }

    @Test("are read as records")
    func record() throws {
        let file = try GoldenFile("TypedDefaults")
        #expect(try Settings(from: file.store, prefix: "settings") == Settings())
    }
}
