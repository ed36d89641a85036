import Foundation
import Testing
import TypedDefaultsTesting

@testable import TypedDefaults

@Suite("Setting what a file is known to have")
struct FileRepeatedEditTests {
    /// What another program, of which the store has not heard yet, does to a file that holds `stored`.
    struct Case: Sendable, CustomTestStringConvertible {
        static let stored: [String: PropertyListValue] = ["set": 1, "kept": 1]
        static let edits: [String: PropertyListValue?] = ["set": 1, "removed": .none]

        let testDescription: String
        /// What the file holds then, or `nil` when it is gone.
        let found: PropertyListDocument?
        /// What it holds once the edits are saved.
        let saved: PropertyListDocument

        init(
            _ description: String, _ found: [String: PropertyListValue]?, opaque: [String: PropertyListNode] = [:],
            saved: [String: PropertyListValue]
        ) {
            testDescription = description
            self.found = found.map { PropertyListDocument(values: $0, opaque: opaque) }
            self.saved = PropertyListDocument(values: saved)
        }

        static let all = [
            Case("set", ["set": 2, "kept": 2], saved: ["set": 1, "kept": 2]),
            Case("removed", ["kept": 1, "new": 1], saved: ["set": 1, "kept": 1, "new": 1]),
            Case("removed, and what was absent set", ["removed": 2], saved: ["set": 1]),
            Case("set to what is no value", [:], opaque: ["set": .uid(1), "removed": .uid(2)], saved: ["set": 1]),
            Case("removed with the whole file", nil, saved: ["set": 1]),
            Case("left alone among others", ["set": 1, "kept": 2], saved: ["set": 1, "kept": 2]),
        ]
    }

    private let directory: TemporaryDirectory
    /// Never the time to save, so only what is called here saves.
    private let clock = ManualSaveClock()

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("is saved where another program has changed it", arguments: Case.all, [true, false])
    func unnoticed(example: Case, isNoticedLater: Bool) throws {
        let file = file()
        try set(Case.stored, in: file)
        try file.save()
        try put(example.found)
        for (key, value) in Case.edits {
            #expect(try !file.setValue(value, forKey: key, limits: PropertyListFileLimits()).hasChanges)
        }
        // Another's change that is noticed after the edit is still one from before it is saved.
        if isNoticedLater { try file.reload(isForced: true) }
        #expect(file.hasEdits)
        try file.save()
        #expect(try stored() == example.saved)
        #expect(!file.hasEdits)
        #expect(try file.keys() == Set(example.saved.values.keys))
        #expect(try file.value(forKey: "kept") == example.saved.values["kept"])
    }

    @Test("is saved each time it was set again")
    func again() throws {
        let file = file()
        try set(["set": 1], in: file)
        try file.save()
        for number in 2..<4 {
            try put(PropertyListDocument(values: ["set": .integer(Int64(number))]))
            let aftermath = try set(["set": 1], in: file)
            #expect(!aftermath.hasChanges && aftermath.isNewToSaver)
            try file.save()
            #expect(try stored().values == ["set": 1])
        }
    }

    @Test("is lost to what another program stores once it was saved")
    func laterChange() throws {
        let file = file()
        try set(["set": 1], in: file)
        try file.save()
        try set(["set": 1], in: file)
        try file.save()
        try put(PropertyListDocument(values: ["set": 2]))
        try file.reload(isForced: false)
        #expect(try file.value(forKey: "set") == 2)
        try file.save()
        #expect(try stored().values == ["set": 2])
    }

    @Test("saves by itself, once for many, and notices the next edit again")
    func coalescing() throws {
        let store = try PropertyListFileStore(url: directory.file(), format: .xml, saving: clock.schedule)
        try store.setValue(1, forKey: "set")
        clock.advance(by: 1)
        let before = try stored()
        for _ in 0..<10 { try store.setValue(1, forKey: "set") }
        #expect(clock.pending.count == 1)
        clock.advance(by: 1)
        #expect(clock.pending.isEmpty)
        #expect(try stored() == before)
        try store.setValue(2, forKey: "set")
        #expect(clock.pending.count == 1)
        clock.advance(by: 1)
        #expect(try stored().values == ["set": 2])
        // Nothing was set, so there is nothing to save.
        _ = try store.commit(DefaultsBatch(expecting: ["set": 2]))
        #expect(clock.pending.isEmpty)
    }

    @Test("creates neither a file nor a folder")
    func nothingIsCreated() throws {
        let store = try PropertyListFileStore(url: directory.url.appending(components: "a", "b.plist"))
        try store.removeValue(forKey: "absent")
        try store.flush()
        #expect(directory.names.isEmpty)
    }

    @Test("is refused by flush when another program's change can't be replaced")
    func failure() throws {
        let file = file()
        try set(["set": 1], in: file)
        try file.save()
        try FileManager.default.removeItem(at: directory.file())
        try FileManager.default.createDirectory(at: directory.file(), withIntermediateDirectories: false)
        try set(["set": 1], in: file)
        #expect { try file.save() } throws: { ($0 as? DefaultsError)?.code == .unavailable }
        #expect(file.hasEdits)
        try FileManager.default.removeItem(at: directory.file())
        try file.save()
        #expect(try stored().values == ["set": 1])
    }

    /// The file without its engine, which would notice what others do to it.
    private func file() -> PropertyListFile {
        PropertyListFile(at: FileLocation(path: directory.file().path), format: .xml)
    }

    @discardableResult
    private func set(
        _ values: [String: PropertyListValue], in file: PropertyListFile
    ) throws -> PropertyListFile.Aftermath {
        let batch = DefaultsBatch(edits: values.mapValues { $0 })
        return try #require(try file.commit(batch, limits: PropertyListFileLimits()))
    }

    /// Puts a document in the file's place as other programs do, or removes the file.
    private func put(_ document: PropertyListDocument?) throws {
        guard let document else { return try FileManager.default.removeItem(at: directory.file()) }
        try document.write(.binary).write(to: directory.file(), options: .atomic)
    }

    private func stored() throws -> PropertyListDocument {
        try PropertyListDocument.read(Data(contentsOf: directory.file()))
    }
}
