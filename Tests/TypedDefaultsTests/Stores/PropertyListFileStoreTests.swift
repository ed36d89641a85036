import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

@Suite("Property list file store")
struct PropertyListFileStoreTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("it conforms in both formats", arguments: PropertyListFileStore.Format.allCases)
    func conformance(format: PropertyListFileStore.Format) throws {
        var number = 0
        try StoreConformance.check {
            number += 1
            return try PropertyListFileStore(url: directory.file("\(number).plist"), format: format)
        } reopening: { store in
            // Through a copy, as the file itself is open already.
            let copy = directory.file(UUID().uuidString + ".plist")
            let file = URL(filePath: store.name)
            if FileManager.default.fileExists(atPath: file.path) {
                try FileManager.default.copyItem(at: file, to: copy)
            }
            return try PropertyListFileStore(url: copy, format: format)
        }
    }

    @Test("reading creates neither a file nor a folder")
    func readingCreatesNothing() throws {
        let folder = directory.url.appending(component: "a/b")
        let store = try PropertyListFileStore(url: folder.appending(component: "c.plist"))
        #expect(try store.value(forKey: "k") == nil)
        #expect(try store.keys().isEmpty)
        try store.flush()
        try store.reload()
        #expect(store.isAvailable)
        #expect(directory.names.isEmpty)
    }

    @Test("flushing creates missing folders for their owner only")
    func foldersAreCreated() throws {
        let folder = directory.url.appending(component: "a/b")
        let store = try PropertyListFileStore(url: folder.appending(component: "c.plist"))
        try store.setValue(1, forKey: "k")
        try store.flush()
        #expect(try mode(of: folder) == 0o700)
        #expect(try mode(of: folder.appending(component: "c.plist")) == 0o600)
    }

    @Test("a change is saved after a while without being asked")
    func changesAreSaved() throws {
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "k")
        eventually { directory.names == ["settings.plist"] }
        withExtendedLifetime(store) {}
    }

    @Test("a store that is released has saved its changes")
    func releaseSaves() throws {
        try PropertyListFileStore(url: directory.file()).setValue(1, forKey: "k")
        #expect(directory.names == ["settings.plist"])
        #expect(try PropertyListFileStore(url: directory.file()).value(forKey: "k") == 1)
    }

    @Test("the file is written in the format asked for", arguments: PropertyListFileStore.Format.allCases)
    func format(format: PropertyListFileStore.Format) throws {
        let store = try PropertyListFileStore(url: directory.file(), format: format)
        try store.setValue(["a": [1, 2.5, true, "text"]], forKey: "k")
        try store.flush()
        var found = PropertyListSerialization.PropertyListFormat.openStep
        let root = try PropertyListSerialization.propertyList(
            from: Data(contentsOf: directory.file()), format: &found)
        #expect(found == (format == .xml ? .xml : .binary))
        #expect((root as? [String: Any])?.keys.sorted() == ["k"])
    }

    @Test("opening a file twice gives the same values and observers")
    func sharing() throws {
        let first = try PropertyListFileStore(url: directory.file())
        let link = directory.url.appending(component: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: directory.url)
        let second = try PropertyListFileStore(url: link.appending(component: "settings.plist"))
        #expect(first.hub === second.hub)
        try first.setValue(1, forKey: "k")
        #expect(try second.value(forKey: "k") == 1)
    }

    @Test("what others stored is kept, values or not")
    func unknownIsKept() throws {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: "text", requiringSecureCoding: true)
        try archive.write(to: directory.file())
        let store = try PropertyListFileStore(url: directory.file())
        #expect(try store.value(forKey: "$archiver") == "NSKeyedArchiver")
        #expect(throws: DefaultsError.self) { try store.value(forKey: "$top") }
        try store.setValue(1, forKey: "mine")
        try store.flush()
        let unarchived = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: NSString.self, from: Data(contentsOf: directory.file()))
        #expect(unarchived == "text")
        #expect(try store.keys() == ["$archiver", "$objects", "$top", "$version", "mine"])
        try store.setValue("own", forKey: "$top")
        #expect(try store.value(forKey: "$top") == "own")
        try store.removeValue(forKey: "$objects")
        #expect(try store.value(forKey: "$objects") == nil)
    }

    @Test("an equal value changes nothing and is not saved")
    func equalWrites() throws {
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "k")
        try store.flush()
        let before = try identity(of: directory.file())
        try store.setValue(1, forKey: "k")
        _ = try store.commit(DefaultsBatch(edits: ["k": 1]))
        try store.flush()
        #expect(try identity(of: directory.file()) == before)
    }

    @Test("canonically equivalent keys in a file are one, and writing it leaves one")
    func equivalentKeys() throws {
        let text = """
            <plist version="1.0"><dict><key>caf\u{E9}</key><integer>1</integer>\
            <key>cafe\u{301}</key><integer>2</integer></dict></plist>
            """
        for _ in 0..<5 {
            try Data(text.utf8).write(to: directory.file())
            let store = try PropertyListFileStore(url: directory.file())
            #expect(try store.value(forKey: "caf\u{E9}") == 2)
            #expect(try store.keys().count == 1)
            try store.removeValue(forKey: "cafe\u{301}")
            try store.flush()
            #expect(try PropertyListDocumentKeys.of(directory.file()).isEmpty)
            try FileManager.default.removeItem(at: directory.file())
            try store.reload()
        }
    }

    @Test(
        "a URL that can't be a file's is refused",
        arguments: [
            "https://example.org/a.plist", "file:///", "file:///tmp/a%00b.plist",
            "file:///tmp/\(String(repeating: "n", count: 231))",
        ])
    func invalidURLs(text: String) throws {
        let url = try #require(URL(string: text))
        #expect { try PropertyListFileStore(url: url) } throws: { ($0 as? DefaultsError)?.code == .invalidURL }
    }

    @Test("a value beyond the limit is refused and the old one kept")
    func valueLimit() throws {
        let store = try PropertyListFileStore(url: directory.file(), limits: .init(value: 1_000))
        try store.setValue(.data(Data(count: 1_000)), forKey: "blob")
        #expect { try store.setValue(.data(Data(count: 1_001)), forKey: "blob") } throws: { error in
            (error as? DefaultsError)?.code == .limitExceeded && (error as? DefaultsError)?.key == "blob"
        }
        #expect(throws: DefaultsError.self) {
            try store.commit(DefaultsBatch(edits: ["other": 1, "blob": .data(Data(count: 1_001))]))
        }
        #expect(try store.value(forKey: "blob") == .data(Data(count: 1_000)))
        #expect(try store.value(forKey: "other") == nil)
        try store.setValue(1, forKey: "other")
        try store.flush()
    }

    @Test("a file at its limit takes no more, but can shrink and change")
    func fileLimit() throws {
        try PropertyListFileStore(url: directory.file()).setValue(.data(Data(count: 80)), forKey: "a")
        let store = try PropertyListFileStore(url: directory.file(), limits: .init(file: 100))
        try store.setValue(.data(Data(count: 18)), forKey: "b")
        #expect { try store.setValue(true, forKey: "c") } throws: { ($0 as? DefaultsError)?.code == .limitExceeded }
        try store.setValue(.data(Data(count: 10)), forKey: "b")
        try store.setValue(1, forKey: "a")
        try store.setValue(.data(Data(count: 79)), forKey: "c")
        #expect(throws: DefaultsError.self) { try store.setValue(.data(Data(count: 90)), forKey: "b") }
        #expect(try store.value(forKey: "b") == .data(Data(count: 10)))
    }

    @Test("many files can be open without running out of anything")
    func manyStores() throws {
        let stores = try (0..<300).map { try PropertyListFileStore(url: directory.file("\($0).plist")) }
        for store in stores { try store.setValue(1, forKey: "k") }
        for store in stores { try store.flush() }
        #expect(directory.names.count == 300)
    }

    @Test("closing stores closes their files")
    func descriptors() throws {
        try PropertyListFileStore(url: directory.file()).setValue(0, forKey: "k")
        let link = directory.url.path
        func ours() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?
                    .hasPrefix(link) == true
            }.count
        }
        try #require(FileManager.default.fileExists(atPath: "/proc/self/fd"))
        for number in 1..<20 {
            let store = try PropertyListFileStore(url: directory.file())
            try store.setValue(.integer(Int64(number)), forKey: "k")
            try store.flush()
        }
        // A thread that reads the file after an event has it for a moment more.
        try eventually { try ours() == 0 }
    }
}

/// The keys of a file as Foundation reads them.
enum PropertyListDocumentKeys {
    static func of(_ file: URL) throws -> [String] {
        let root = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        return (root as? [String: Any])?.keys.sorted() ?? []
    }
}

func mode(of url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
}

func identity(of url: URL) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
}
