#if !canImport(Darwin)
import Foundation
import Testing

@testable import TypedDefaults

@Suite("A damaged file of user defaults")
struct UserDefaultsDamageTests {
    private let suite = TestHome.newSuiteName()
    private let reported = Recorder<DefaultsError>()

    private var file: URL { RawSuite.file(suite) }
    private var backup: URL { TestHome.preferences.appending(component: ".\(suite).plist.backup") }

    /// The names of the files of the suite.
    private var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: TestHome.preferences.path)) ?? []
        return names.filter { $0.contains(suite) }.map { $0.replacing(suite, with: "NAME") }.sorted()
    }

    private func open(_ bytes: Data, backup backupBytes: Data? = nil) throws -> UserDefaultsStore {
        try FileManager.default.createDirectory(at: TestHome.preferences, withIntermediateDirectories: true)
        try bytes.write(to: file)
        // Long ago, so that nobody can be writing it still.
        try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: file.path)
        try backupBytes?.write(to: backup)
        return try DefaultsReporter.withReporter(reported.reporter) { try UserDefaultsStore(suite: suite) }
    }

    private func aside(_ number: Int = 1) throws -> Data {
        try Data(contentsOf: TestHome.preferences.appending(component: "\(suite).damaged-\(number).plist"))
    }

    private static let good = Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>old</key><integer>1</integer><key>text</key><string>x</string></dict></plist>
        """.utf8)

    static let damaged: [(String, Data)] = [
        ("empty", Data()), ("cut at half", good.prefix(good.count / 2)), ("cut at the end", good.dropLast(10)),
        ("garbage", Data("}{garbage".utf8)), ("JSON", Data("{\"a\": [1]}".utf8)), ("NULs", Data(count: 512)),
        ("array root", Data("<plist version=\"1.0\"><array/></plist>".utf8)), ("string root", Data("hello".utf8)),
        ("not UTF-8", Data([0xFF, 0xC0, 0x80, 0x3C])), ("binary header only", Data("bplist00".utf8)),
        ("integer key", Data("<plist version=\"1.0\"><dict><integer>1</integer><true/></dict></plist>".utf8)),
    ]

    @Test("is set aside byte for byte and reported, and the store is usable", arguments: damaged)
    func setAside(name: String, bytes: Data) throws {
        let store = try open(bytes)
        #expect(try aside() == bytes)
        #expect(reported.values.map(\.code) == [.unreadableStore])
        #expect(reported.values.first?.storeName == suite)
        #expect(try store.keys().isEmpty)
        try store.setValue(1, forKey: "new")
        try store.flush()
        RawSuite.forget(suite)
        #expect(try store.value(forKey: "new") == 1)
        #expect(names == ["NAME.damaged-1.plist", "NAME.plist"])
    }

    @Test("is replaced by what was being saved when it was damaged", arguments: damaged)
    func restored(name: String, bytes: Data) throws {
        let store = try open(bytes, backup: Self.good)
        #expect(try store.value(forKey: "old") == 1)
        #expect(try store.keys() == ["old", "text"])
        // A file that is empty tells nothing, and nothing is lost.
        #expect(names == (bytes.isEmpty ? ["NAME.plist"] : ["NAME.damaged-1.plist", "NAME.plist"]))
        #expect(reported.values.count == (bytes.isEmpty ? 0 : 1))
        if !bytes.isEmpty { #expect(try aside() == bytes) }
    }

    @Test("a complete file is left as it is, and a forgotten safety copy goes")
    func complete() throws {
        let store = try open(Self.good, backup: Data("<plist><dict/></plist>".utf8))
        #expect(try store.value(forKey: "old") == 1)
        #expect(try Data(contentsOf: file) == Self.good)
        #expect(names == ["NAME.plist"])
        #expect(reported.values.isEmpty)
    }

    @Test("a safety copy without a file takes its place")
    func onlyCopy() throws {
        try FileManager.default.createDirectory(at: TestHome.preferences, withIntermediateDirectories: true)
        try Self.good.write(to: backup)
        let store = try UserDefaultsStore(suite: suite)
        #expect(try store.value(forKey: "old") == 1)
        #expect(names == ["NAME.plist"])
    }

    private static func xml(_ content: String) -> Data {
        Data("<plist version=\"1.0\"><dict><key>old</key><integer>1</integer>\(content)</dict></plist>".utf8)
    }

    static let foreign: [NamedValue] = [
        NamedValue("NaN date", .date(Date(timeIntervalSinceReferenceDate: .nan))),
        NamedValue("far date", .date(Date(timeIntervalSinceReferenceDate: 1e300))),
        NamedValue("deep", (0..<500).reduce(1) { value, _ in [value] }),
        NamedValue("reference-like", ["CF$UID": 5, "more": [["CF$UID": "x"]]]),
    ]

    @Test("a file that only Foundation can't read is set aside, and its values are taken over", arguments: foreign)
    func takesOver(sample: NamedValue) throws {
        let document = PropertyListDocument(values: ["odd": sample.value, "old": 1, "fraction": 0.5])
        let bytes = try document.write(.binary)
        let store = try open(bytes)
        #expect(try aside() == bytes)
        #expect(reported.values.map(\.code) == [.unreadableStore])
        for _ in 0..<2 {
            let odd = try store.value(forKey: "odd")
            let isSame = odd == sample.value
            #expect(isSame)
            #expect(try store.value(forKey: "old") == 1)
            #expect(try store.value(forKey: "fraction") == 0.5)
            try store.setValue(2, forKey: "new")
            try store.flush()
            RawSuite.forget(suite)
        }
    }

    @Test("what no value can hold stays in the file that was set aside")
    func uid() throws {
        let bytes = Self.xml("<key>uid</key><dict><key>CF$UID</key><integer>5</integer></dict>")
        let store = try open(bytes)
        #expect(try aside() == bytes)
        #expect(try store.keys() == ["old"])
    }

    /// What happens to a suite whose file is damaged, or gone with its folder, before another command of its process.
    ///
    /// It is a process of its own, since here other tests would have Foundation save at any moment.
    private func child(
        damaging harm: (SuiteHome) throws -> Void, then commands: [String]
    ) throws -> (ChildProcess, SuiteHome) {
        let home = try SuiteHome()
        try home.write(["old": 1])
        let child = try home.serve()
        for command in ["set new 2", "flush", "other a 1"] { #expect(try child.ask(command) == "ok") }
        try harm(home)
        for command in commands { #expect(try child.ask(command) == "ok") }
        return (child, home)
    }

    @Test(
        "a file that is damaged while in use is set aside, and what is known is saved again",
        arguments: [
            ["set newer 3", "flush"], ["other b 2", "set newer 3", "flush"], ["reload", "set newer 3", "flush"],
        ])
    func damagedLater(commands: [String]) throws {
        let damage = Data("damage".utf8)
        let (child, home) = try child(damaging: { try damage.write(to: $0.file) }, then: commands)
        #expect(try child.ask("keys") == "new newer old")
        #expect(try child.ask("reports") == "unreadableStore")
        #expect(try home.keys() == ["old", "new", "newer"])
        let aside = home.names.filter { $0.contains(".damaged-") }
        #expect(aside.count == 1)
        let kept = try Data(contentsOf: home.preferences.appending(component: aside.first ?? ""))
        #expect(kept == damage)
    }

    @Test(
        "a folder that vanishes is made again for all suites, whichever is saved",
        arguments: ["set newer 3", "other newer 3"])
    func vanished(command: String) throws {
        let harm: (SuiteHome) throws -> Void = { try FileManager.default.removeItem(at: $0.preferences) }
        let (child, home) = try child(damaging: harm, then: [command, "flush", "reload"])
        let (keys, otherKeys) = command.hasPrefix("other") ? ("new old", "a newer") : ("new newer old", "a")
        #expect(try child.ask("keys") == keys)
        #expect(try child.ask("other-keys") == otherKeys)
        #expect(try home.keys() == Set(keys.split(separator: " ").map(String.init)))
        #expect(home.names.count == 2)
    }

    @Test("a file that is removed is gone when its suite is next read", arguments: ["reload", "set newer 3"])
    func removed(command: String) throws {
        let harm: (SuiteHome) throws -> Void = { try FileManager.default.removeItem(at: $0.file) }
        let (child, _) = try child(damaging: harm, then: ["other b 2", command, "flush"])
        #expect(try child.ask("keys") == (command == "reload" ? "" : "newer"))
        #expect(try child.ask("other-keys") == "a b")
        #expect(try child.ask("reports") == "")
    }

    @Test("saving a suite touches no other suite's file")
    func neighbour() throws {
        let damage = Data("damage".utf8)
        let (child, home) = try child(damaging: { try damage.write(to: $0.file) }, then: ["other b 2", "other c 3"])
        #expect(try Data(contentsOf: home.file) == damage)
        #expect(try child.ask("keys") == "new old")
        #expect(try child.ask("other-keys") == "a b c")
        #expect(try child.ask("reports") == "")
        #expect(home.names.filter { $0.contains(".damaged-") }.isEmpty)
    }

    @Test("a reporter may use the store that it hears of")
    func reentrance() throws {
        let suite = suite
        try FileManager.default.createDirectory(at: TestHome.preferences, withIntermediateDirectories: true)
        try Data("}{".utf8).write(to: file)
        let reporter = DefaultsReporter { error in
            guard let store = try? UserDefaultsStore(suite: suite) else { return }
            try? store.setValue("heard", forKey: "reporter")
            try? store.flush()
        }
        let store = try DefaultsReporter.withReporter(reporter) { try UserDefaultsStore(suite: suite) }
        #expect(try store.value(forKey: "reporter") == "heard")
    }

    @Test("a file that Foundation fails to read while it saves loses nothing")
    func failedReading() throws {
        let store = try UserDefaultsStore(suite: suite)
        let deep = String(repeating: "<array>", count: 512) + String(repeating: "</array>", count: 512)
        let bytes = Self.xml("<key>older</key><integer>2</integer><key>odd</key>\(deep)")
        #expect(throws: (any Error).self) { try PropertyListSerialization.propertyList(from: bytes, format: nil) }
        try FileManager.default.createDirectory(at: TestHome.preferences, withIntermediateDirectories: true)
        try bytes.write(to: file)
        // The library takes it to be one that Foundation can read.
        let location = FileLocation(path: file.path)
        try SuiteFile(location, storeName: suite).noteSaved(under: FolderLock(for: location, creatingFolder: false))
        try store.setValue(3, forKey: "new")
        try store.flush()
        let saved = try PropertyListDocument.read(Data(contentsOf: file)).values
        #expect(Set(saved.keys) == ["new", "odd", "old", "older"])
        try store.reload()
        #expect(try store.keys() == ["new", "odd", "old", "older"])
        #expect(try store.value(forKey: "older") == 2)
    }
}
#endif
