import Foundation
import Testing

@testable import TypedDefaults

/// A class to archive. It must be a top-level one.
final class ArchivedNote: NSObject, NSSecureCoding, Defaultable {
    static var supportsSecureCoding: Bool { true }
    let text: String

    init(text: String) {
        self.text = text
    }

    init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "text") else { return nil }
        self.text = text as String
    }

    func encode(with coder: NSCoder) {
        coder.encode(text as NSString, forKey: "text")
    }

    override func isEqual(_ object: Any?) -> Bool { (object as? ArchivedNote)?.text == text }
}

private struct Settings: Codable, Defaultable {
    var name: String
    var list: [Int]
    var next: [Settings]?
}

private enum Mode: String, Defaultable { case on, off }

/// Bytes and texts that somebody may have left under a key.
private enum Garbage {
    static let all: [(name: String, value: PropertyListValue)] =
        scalars + documents.map { ("data of \($0.name)", .data($0.bytes)) }
        + documents.map { ("text of \($0.name)", .string(String(decoding: $0.bytes, as: UTF8.self))) }
        + archives.map { ("data of \($0.name)", .data($0.bytes)) }

    private static let scalars: [(name: String, value: PropertyListValue)] = [
        ("bool", true), ("integer", -3), ("unsigned", .unsigned(.max)), ("real", 2.5), ("NaN", .real(.nan)),
        ("date", .date(.distantPast)), ("empty array", []), ("array", [[], 1, "x", ["a": []]]),
        ("reference", ["CF$UID": 5]), ("null", .null()), ("deep null", .null(level: 7)), ("odd null", ["$null": "x"]),
        ("bounds out of order", [9, 1]), ("one bound", [1]),
        ("huge string", .string(String(repeating: "x", count: 10_000_000))),
        ("nested", .array([.array([.array([.array([1])])])])),
    ]

    private static let documents: [(name: String, bytes: Data)] = [
        ("nothing", Data()), ("text", Data("garbage".utf8)), ("zeros", Data(count: 64)),
        ("invalid UTF-8", Data([0xFF, 0xFE, 0x80])),
        ("cut JSON", Data("{\"name\":\"x\",\"list\":[1,".utf8)), ("JSON of another type", Data("{\"name\":5}".utf8)),
        ("invalid UTF-8 in JSON", Data([0x22, 0xFF, 0x22])), ("JSON null", Data(" null ".utf8)),
        ("deep JSON", deep("[", "]")), ("deep JSON objects", deep("{\"next\":[", "]}")),
        ("deep XML", deep("<array>", "</array>", before: xmlStart, after: "</plist>")), ("deep text", deep("(", ")")),
        ("cut XML", Data((xmlStart + "<dict><key>a").utf8)), ("cut binary", Data("bplist00\u{1}\u{2}".utf8)),
        (
            "XML entities",
            Data(
                "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"&b;&b;\"><!ENTITY b \"&a;\">]><plist>&a;</plist>".utf8
            )
        ),
    ]

    private static let archives: [(name: String, bytes: Data)] = {
        guard let archive = try? KeyedArchive.encode(ArchivedNote(text: "hello")) else { return [] }
        let renamed = Data(archive.replacing(Data("ArchivedNote".utf8), with: Data("VanishedNote".utf8)))
        return [("archive", archive), ("renamed archive", renamed), ("cyclic archive", cyclicArchive)]
            + stride(from: 8, to: archive.count, by: 23).map { ("archive cut at \($0)", archive.prefix($0)) }
    }()

    /// An archive whose root is an array that holds itself.
    private static let cyclicArchive: Data = {
        let root: [String: Any] = [
            "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": ["CF$UID": 1]],
            "$objects": [
                "$null", ["$class": ["CF$UID": 2], "NS.objects": [["CF$UID": 1]]] as [String: Any],
                ["$classname": "NSArray", "$classes": ["NSArray", "NSObject"]] as [String: Any],
            ],
        ]
        return (try? PropertyListSerialization.data(fromPropertyList: root, format: .xml, options: 0)) ?? Data()
    }()

    private static let xmlStart = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">"

    private static func deep(_ open: String, _ close: String, before: String = "", after: String = "") -> Data {
        let depth = 100_000
        return Data(
            (before + String(repeating: open, count: depth) + String(repeating: close, count: depth) + after).utf8)
    }
}

@Suite("Garbage under a key")
struct GarbageTests {
    @Test("is an error or a value, never a trap, and stays stored as it is", arguments: StoreKind.allCases)
    func reading(kind: StoreKind) throws {
        let store = try kind.make()
        for (index, garbage) in Garbage.all.enumerated() { try store.setValue(garbage.value, forKey: "key \(index)") }
        let reopened = try kind.reopened(store)
        for (index, garbage) in Garbage.all.enumerated() {
            let key = "key \(index)"
            func read<T: Defaultable>(_ type: T.Type) {
                let entry: DefaultsEntry<T?> = Defaults.value(key).bound(to: reopened)
                // Whatever it throws is a `DefaultsError`; the compiler sees to that. What matters is that it returns.
                _ = Result { () throws(DefaultsError) in try entry.read() }
            }
            read(Bool.self)
            read(Int.self)
            read(UInt8.self)
            read(Double.self)
            read(String.self)
            read(Character.self)
            read(Data.self)
            read(Date.self)
            read(URL.self)
            read(UUID.self)
            read(Decimal.self)
            read(Locale.self)
            read(CGRect.self)
            read(Mode.self)
            read(Settings.self)
            read([Int].self)
            read([Settings].self)
            read([URL].self)
            read(Set<String>.self)
            read([String: Int].self)
            read([Int: Mode].self)
            read(Range<Int>.self)
            read(ClosedRange<Double>.self)
            read(NSArray.self)
            read(NSNumber.self)
            read(ArchivedNote.self)
            read(Int??.self)
            let isSame = try reopened.value(forKey: key) == garbage.value
            #expect(isSame, "\(garbage.name)")
        }
    }

    @Test("of a wrong type or a damaged form gives the code that says so")
    func codes() {
        func code<T: Defaultable>(_ type: T.Type, _ stored: PropertyListValue) -> DefaultsError.Code? {
            let entry: DefaultsEntry<T?> = Defaults.value("k").bound(to: InMemoryStore(["k": stored]))
            do throws(DefaultsError) {
                _ = try entry.read()
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(Int.self, "light") == .typeMismatch)
        #expect(code(Data.self, 1) == .typeMismatch)
        #expect(code(Date.self, "now") == .typeMismatch)
        #expect(code([Int].self, 1) == .typeMismatch)
        #expect(code([Int].self, [1, "x"]) == .typeMismatch)
        #expect(code(Settings.self, 5) == .typeMismatch)
        #expect(code(Settings.self, ["name": "x"]) == .decodingFailed)
        #expect(code(Mode.self, "mauve") == .decodingFailed)
        #expect(code(Range<Int>.self, [9, 1]) == .decodingFailed)
        #expect(code(UUID.self, "x") == .decodingFailed)
        #expect(code(ArchivedNote.self, 5) == .typeMismatch)
        #expect(code(ArchivedNote.self, .data(Data([1, 2, 3]))) == .decodingFailed)
    }
}

@Suite("Archived objects")
struct ArchiveTests {
    @Test("are stored as a keyed archive and read back, alone and in collections", arguments: StoreKind.allCases)
    func roundTrip(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<ArchivedNote?> = Defaults.value("n").bound(to: store)
        let list: DefaultsEntry<[String: [ArchivedNote]]?> = Defaults.value("l").bound(to: store)
        try entry.write(ArchivedNote(text: "a"))
        try list.write(["k": [ArchivedNote(text: "b"), ArchivedNote(text: "c")]])
        let reopened = try kind.reopened(store)
        #expect(try entry.bound(to: reopened).read()?.text == "a")
        #expect(try list.bound(to: reopened).read()?["k"]?.map(\.text) == ["b", "c"])
    }

    @Test("C9: an archive of a class that was renamed is kept, and read with its old name")
    func renamed() throws {
        let archive = try KeyedArchive.encode(ArchivedNote(text: "old"))
        let name = String(reflecting: ArchivedNote.self)
        let old = archive.replacing(Data(name.utf8), with: Data(String(repeating: "X", count: name.utf8.count).utf8))
        let store = InMemoryStore(["n": .data(Data(old))])
        let entry: DefaultsEntry<ArchivedNote?> = Defaults.value("n").bound(to: store)
        #expect(throws: DefaultsError.self) { try entry.read() }
        #expect(store.value(forKey: "n") == .data(Data(old)))
        let renamed: DefaultsEntry<ArchivedNote?> = Defaults.value(
            "n", as: .keyedArchive(formerly: String(repeating: "X", count: name.utf8.count))
        ).bound(to: store)
        #expect(try renamed.read()?.text == "old")
    }

    private final class Nested: NSObject, NSSecureCoding, Defaultable {
        static var supportsSecureCoding: Bool { true }
        override init() {}
        init?(coder: NSCoder) {}
        func encode(with coder: NSCoder) {}
    }

    @Test("of a class that can't be archived are an error, and the old value stays")
    func nested() throws {
        let store = InMemoryStore(["n": 1])
        let entry: DefaultsEntry<Nested?> = Defaults.value("n").bound(to: store)
        let error = #expect(throws: DefaultsError.self) { try entry.write(Nested()) }
        #expect(error?.code == .encodingFailed)
        #expect(store.value(forKey: "n") == 1)
    }
}
