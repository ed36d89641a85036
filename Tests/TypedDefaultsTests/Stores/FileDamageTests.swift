import Foundation
import Testing
import TypedDefaults

/// A kind of damage, and the bytes it leaves.
struct DamagedBytes: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: Data

    var testDescription: String { name }

    private static func list(_ format: PropertyListSerialization.PropertyListFormat, _ root: Any) -> Data {
        (try? PropertyListSerialization.data(fromPropertyList: root, format: format, options: 0)) ?? Data()
    }

    private static func text(_ name: String, _ text: String) -> DamagedBytes {
        DamagedBytes(name: name, bytes: Data(text.utf8))
    }

    static let all: [DamagedBytes] = {
        let root: [String: Any] = ["precious": 1, "text": "some text", "list": [1, 2.5, "three"]]
        let xml = list(.xml, root)
        let binary = list(.binary, root)
        var flipped = binary
        flipped[8] = 0xFF
        var offsets = binary
        for index in (offsets.count - 32)..<offsets.count { offsets[index] = 0xFF }
        var invalid = xml
        if let range = invalid.range(of: Data("some text".utf8)) {
            invalid.replaceSubrange(range, with: [0xC3, 0x28, 0xFF, 0xFE])
        }
        let plist = { (body: String) in "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(body)</plist>\n" }
        return [
            DamagedBytes(name: "0 bytes", bytes: Data()),
            DamagedBytes(name: "XML cut in half", bytes: xml.prefix(xml.count / 2)),
            DamagedBytes(name: "XML without its end", bytes: xml.prefix(xml.count - 20)),
            DamagedBytes(name: "XML cut in its heading", bytes: xml.prefix(30)),
            DamagedBytes(name: "binary cut in half", bytes: binary.prefix(binary.count / 2)),
            DamagedBytes(name: "binary without its last byte", bytes: binary.dropLast()),
            DamagedBytes(name: "binary of its magic only", bytes: binary.prefix(8)),
            DamagedBytes(name: "binary with another root", bytes: flipped),
            DamagedBytes(name: "binary with a broken trailer", bytes: offsets),
            DamagedBytes(name: "binary in the middle of zeros", bytes: Data(count: 64) + binary + Data(count: 64)),
            DamagedBytes(
                name: "random bytes", bytes: Data((0..<500).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) })),
            DamagedBytes(name: "NULs", bytes: Data(count: 4_096)),
            DamagedBytes(name: "a NUL", bytes: Data(count: 1)),
            DamagedBytes(name: "invalid UTF-8", bytes: invalid),
            text("JSON", #"{"precious": 1, "list": [1, 2]}"#),
            text("an XML array", plist("<array><integer>1</integer></array>")),
            text("an XML string", plist("<string>text</string>")),
            DamagedBytes(name: "a binary array", bytes: list(.binary, [1, 2, 3])),
            text("an integer for a key", plist("<dict><integer>1</integer><string>a</string></dict>")),
            text("a key without a value", plist("<dict><key>a</key></dict>")),
            text("an unknown element", plist("<dict><key>a</key><what/></dict>")),
            text("a bad integer", plist("<dict><key>a</key><integer>one</integer></dict>")),
            text("bad base 64", plist("<dict><key>a</key><data>!!!!</data></dict>")),
            text(
                "entities of a document type",
                """
                <?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>
                <plist version="1.0"><dict><key>k</key><string>&b;</string></dict></plist>
                """),
            text("another XML document", "<html><body>Not found</body></html>"),
            text("plain text", "Not found.\n\nPlease try again later.\n"),
            text("a merge conflict", "<<<<<<< HEAD\n" + String(decoding: xml, as: UTF8.self)),
            text("too deep", plist(String(repeating: "<array>", count: 5_000))),
        ]
    }()
}

@Suite("Damaged files")
struct FileDamageTests {
    private let directory: TemporaryDirectory
    private let reports = Recorder<DefaultsError>()

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Makes the file an old one. A new one is waited for, as somebody may be writing it still.
    private func age() throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -100)], ofItemAtPath: directory.file().path)
    }

    @Test("a damaged file is set aside as it is and reported, and the store is usable", arguments: DamagedBytes.all)
    func opening(damage: DamagedBytes) throws {
        try damage.bytes.write(to: directory.file())
        try age()
        try DefaultsReporter.withReporter(reports.reporter) {
            let store = try PropertyListFileStore(url: directory.file())
            #expect(try store.keys().isEmpty)
            #expect(store.isAvailable)
            #expect(directory.names == ["settings.damaged-1.plist"])
            #expect(try Data(contentsOf: directory.file("settings.damaged-1.plist")) == damage.bytes)
            let report = try #require(reports.values.first)
            #expect(reports.values.count == 1)
            #expect(report.code == .unreadableStore)
            #expect(report.detail?.contains("settings.damaged-1.plist") == true)
            #expect(report.description.contains("empty") == damage.bytes.isEmpty)
            try store.setValue(2, forKey: "new")
            try store.flush()
            #expect(try PropertyListDocumentKeys.of(directory.file()) == ["new"])
        }
    }

    @Test("damage while running loses nothing that was known", arguments: DamagedBytes.all)
    func running(damage: DamagedBytes) throws {
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "precious")
        try store.flush()
        let entry: DefaultsEntry<Int?> = FileTestNamespace.value("precious").bound(to: store)
        let heard = Recorder<Int?>()
        let observation = entry.observe { heard.record($0.newValue) }
        try damage.bytes.write(to: directory.file())
        try age()
        try store.setValue(2, forKey: "new")
        try store.flush()
        #expect(try PropertyListDocumentKeys.of(directory.file()) == ["new", "precious"])
        #expect(directory.names.contains("settings.damaged-1.plist"))
        #expect(try Data(contentsOf: directory.file("settings.damaged-1.plist")) == damage.bytes)
        #expect(heard.values.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test("damage is repaired even if nothing is set afterwards")
    func repair() throws {
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "precious")
        try store.flush()
        try Data("damage".utf8).write(to: directory.file())
        eventually { FileManager.default.fileExists(atPath: directory.file("settings.damaged-1.plist").path) }
        eventually { (try? PropertyListDocumentKeys.of(directory.file())) == ["precious"] }
        withExtendedLifetime(store) {}
    }

    @Test("what another process sets aside, a running one writes again")
    func repairAfterOthers() throws {
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "precious")
        try store.flush()
        let entry: DefaultsEntry<Int?> = FileTestNamespace.value("precious").bound(to: store)
        let heard = Recorder<Int?>()
        let observation = entry.observe { heard.record($0.newValue) }
        // As the other process does it: damage it found, and moved.
        try FileManager.default.moveItem(at: directory.file(), to: directory.file("settings.damaged-1.plist"))
        eventually { (try? PropertyListDocumentKeys.of(directory.file())) == ["precious"] }
        #expect(heard.values.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test("what was set aside before is never overwritten")
    func numbering() throws {
        for number in 1...12 {
            try Data("damage \(number)".utf8).write(to: directory.file())
            try DefaultsReporter.withReporter(reports.reporter) {
                _ = try PropertyListFileStore(url: directory.file())
            }
        }
        for number in 1...12 {
            let copy = directory.file("settings.damaged-\(number).plist")
            #expect(try Data(contentsOf: copy) == Data("damage \(number)".utf8))
        }
    }

    @Test("a file that another program is still writing in place is waited for")
    func halfWritten() throws {
        let text = try PropertyListSerialization.data(fromPropertyList: ["k": 1], format: .xml, options: 0)
        try text.prefix(60).write(to: directory.file())
        let writer = Thread { [directory] in
            usleep(40_000)
            try? text.write(to: directory.file())
        }
        writer.start()
        let store = try PropertyListFileStore(url: directory.file())
        #expect(try store.value(forKey: "k") == 1)
        #expect(directory.names == ["settings.plist"])
    }

    @Test("a file that a crashed writer left beside is replaced")
    func leftovers() throws {
        try Data("half".utf8).write(to: directory.file(".settings.plist.saving"))
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "k")
        try store.flush()
        #expect(directory.names == ["settings.plist"])
    }

    @Test("a link planted where the file beside will be is not followed")
    func plantedLink() throws {
        let victim = directory.file("victim")
        try Data("victim".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(
            at: directory.file(".settings.plist.saving"), withDestinationURL: victim)
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "k")
        try store.flush()
        #expect(try Data(contentsOf: victim) == Data("victim".utf8))
    }
}

/// A namespace for entries that are bound to stores.
enum FileTestNamespace: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
}
