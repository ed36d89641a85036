import Foundation
import Testing
import TypedDefaults

/// What a test needs of the machine.
enum Machine {
    static let isRoot = geteuid() == 0

    /// Whether small file systems can be mounted, which containers may forbid.
    static let canMount: Bool = {
        guard isRoot, let directory = try? TemporaryDirectory() else { return false }
        return (try? SmallVolume(at: directory.url, size: "64k")) != nil
    }()
}

/// A file system in memory, unmounted with the last reference to it.
final class SmallVolume {
    struct Refused: Error {}
    private let url: URL

    init(at url: URL, size: String) throws {
        self.url = url
        guard Self.run("/bin/mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", url.path) == 0 else {
            throw Refused()
        }
    }

    deinit {
        _ = Self.run("/bin/umount", "-l", url.path)
    }

    func remount(_ options: String) -> Bool {
        Self.run("/bin/mount", "-o", "remount,\(options)", url.path) == 0
    }

    private static func run(_ program: String, _ arguments: String...) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardError = nil
        do {
            try process.run()
        } catch {
            return -1
        }
        process.waitUntilExit()
        return process.terminationStatus
    }
}

@Suite("A file that can't be saved or read")
struct FileFailureTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Flushes, and returns the system's error that made it fail.
    private func failure(of store: PropertyListFileStore) -> (DefaultsError.Code?, POSIXErrorCode?) {
        do throws(DefaultsError) {
            try store.flush()
            return (nil, nil)
        } catch {
            return (error.code, (error.underlyingError as? POSIXError)?.code)
        }
    }

    @Test("a full disk is an error, loses nothing, and is recovered from", .enabled(if: Machine.canMount))
    func diskFull() throws {
        let volume = try SmallVolume(at: directory.url, size: "256k")
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(.data(Data(repeating: 1, count: 40_000)), forKey: "old")
        try store.flush()
        let filler = directory.file("filler")
        try Data(count: 140_000).write(to: filler)
        let before = try Data(contentsOf: directory.file())
        try store.setValue(.data(Data(repeating: 2, count: 100_000)), forKey: "new")
        for _ in 0..<3 {
            #expect(failure(of: store) == (.writeFailed, .ENOSPC))
            #expect(try Data(contentsOf: directory.file()) == before)
            #expect(directory.names == ["filler", "settings.plist"])
        }
        #expect(try store.value(forKey: "new") == .data(Data(repeating: 2, count: 100_000)))
        try FileManager.default.removeItem(at: filler)
        try store.flush()
        #expect(try PropertyListDocumentKeys.of(directory.file()) == ["new", "old"])
        withExtendedLifetime(volume) {}
    }

    @Test("a read-only volume is an error and is recovered from", .enabled(if: Machine.canMount))
    func readOnlyVolume() throws {
        let volume = try SmallVolume(at: directory.url, size: "256k")
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "old")
        try store.flush()
        try #require(volume.remount("ro"))
        try store.setValue(2, forKey: "new")
        #expect(failure(of: store) == (.writeFailed, .EROFS))
        #expect(try store.value(forKey: "new") == 2)
        #expect(try PropertyListDocumentKeys.of(directory.file()) == ["old"])
        try #require(volume.remount("rw"))
        try store.flush()
        #expect(try PropertyListDocumentKeys.of(directory.file()) == ["new", "old"])
    }

    @Test("saving that failed is tried again without being asked", .enabled(if: Machine.canMount))
    func retry() throws {
        let volume = try SmallVolume(at: directory.url, size: "256k")
        let store = try PropertyListFileStore(url: directory.file())
        try #require(volume.remount("ro"))
        try store.setValue(2, forKey: "new")
        #expect(failure(of: store) == (.writeFailed, .EROFS))
        try #require(volume.remount("rw"))
        eventually { directory.names == ["settings.plist"] }
        withExtendedLifetime(store) {}
    }

    @Test("a folder or a file without permissions is an error and is recovered from", .enabled(if: Machine.isRoot))
    func permissions() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: TestHome.folder.path)
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "k")
        try store.flush()
        try #require(chown(directory.url.path, 65534, 65534) == 0)
        try #require(chown(directory.file().path, 65534, 65534) == 0)
        let child = try ChildProcess("as-nobody", directory.file().path)
        try #require(child.line() == "ready", "the program must be reachable by nobody")
        #expect(try child.ask("set mine 1") == "ok")
        #expect(try child.ask("flush") == "ok")
        // The folder takes no new files.
        chmod(directory.url.path, 0o555)
        #expect(try child.ask("set mine 2") == "ok")
        #expect(try child.ask("flush") == "writeFailed \(EACCES)")
        #expect(try child.ask("get mine") == "integer(2)")
        chmod(directory.url.path, 0o755)
        #expect(try child.ask("flush") == "ok")
        // The owner has protected the file.
        chmod(directory.file().path, 0o444)
        #expect(try child.ask("set mine 3") == "ok")
        #expect(try child.ask("flush") == "writeFailed \(EACCES)")
        chmod(directory.file().path, 0o600)
        #expect(try child.ask("flush") == "ok")
        // The file can't be read.
        chmod(directory.file().path, 0)
        eventually { (try? child.ask("available")) == "false" }
        #expect(try child.ask("get k") == "unavailable \(EACCES)")
        #expect(try child.ask("set k 9") == "unavailable \(EACCES)")
        chmod(directory.file().path, 0o600)
        eventually { (try? child.ask("available")) == "true" }
        #expect(try child.ask("get k") == "integer(1)")
        #expect(try child.ask("get mine") == "integer(3)")
        #expect(try PropertyListDocumentKeys.of(directory.file()) == ["k", "mine"])
    }

    @Test("a folder that vanishes just before a save takes nothing along")
    func vanishingFolder() throws {
        let folder = directory.url.appending(component: "a/b")
        let store = try PropertyListFileStore(url: folder.appending(component: "c.plist"))
        for number in 0..<20 {
            try store.setValue(.integer(Int64(number)), forKey: "k\(number)")
            try store.flush()
            // At once, so that whoever watches the folder has not told of it.
            try FileManager.default.removeItem(at: directory.url.appending(component: "a"))
            try store.setValue(.integer(Int64(number)), forKey: "last")
            try store.flush()
            #expect(try PropertyListDocumentKeys.of(folder.appending(component: "c.plist")).count == number + 2)
        }
    }

    @Test("a vanished folder is created again, with all that was known")
    func vanishedFolder() throws {
        let folder = directory.url.appending(component: "a/b")
        let store = try PropertyListFileStore(url: folder.appending(component: "c.plist"))
        try store.setValue(1, forKey: "old")
        try store.flush()
        try FileManager.default.removeItem(at: directory.url.appending(component: "a"))
        try? store.reload()
        #expect(try store.value(forKey: "old") == 1)
        #expect(directory.names.isEmpty)
        try store.setValue(2, forKey: "new")
        try store.flush()
        #expect(try PropertyListDocumentKeys.of(folder.appending(component: "c.plist")) == ["new", "old"])
        // And it is watched again.
        let child = try ChildProcess("set-and-exit", folder.appending(component: "c.plist").path, "theirs", "1")
        #expect(child.exit() == 0)
        try eventually { try store.value(forKey: "theirs") == 1 }
    }

    @Test("a file in the place of the folder is an error and is recovered from")
    func fileAsFolder() throws {
        try Data().write(to: directory.file("folder"))
        let store = try PropertyListFileStore(url: directory.file("folder/settings.plist"))
        #expect(try store.value(forKey: "k") == nil)
        try store.setValue(1, forKey: "k")
        #expect(failure(of: store) == (.writeFailed, .ENOTDIR))
        try FileManager.default.removeItem(at: directory.file("folder"))
        try store.flush()
        #expect(try PropertyListDocumentKeys.of(directory.file("folder/settings.plist")) == ["k"])
    }

    @Test("a file that is replaced is read, and one that is removed leaves an empty store")
    func replacedFile() throws {
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "old")
        try store.flush()
        let entry: DefaultsEntry<Int?> = FileTestNamespace.value("old").bound(to: store)
        let heard = Recorder<Int?>()
        let observation = entry.observe { heard.record($0.newValue) }
        let other = try PropertyListSerialization.data(fromPropertyList: ["old": 5], format: .xml, options: 0)
        try other.write(to: directory.file(), options: .atomic)
        try eventually { try store.value(forKey: "old") == 5 }
        try store.setValue(1, forKey: "new")
        try store.flush()
        #expect(try PropertyListDocumentKeys.of(directory.file()) == ["new", "old"])
        try FileManager.default.removeItem(at: directory.file())
        try eventually { try store.keys().isEmpty }
        eventually { heard.values == [5, nil] }
        try store.setValue(2, forKey: "new")
        try store.flush()
        #expect(try PropertyListDocumentKeys.of(directory.file()) == ["new"])
        withExtendedLifetime(observation) {}
    }

    @Test("a file that is written in place by other programs is read")
    func writtenInPlace() throws {
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "k")
        try store.flush()
        for number in 2..<8 {
            let text = try PropertyListSerialization.data(fromPropertyList: ["k": number], format: .xml, options: 0)
            try text.write(to: directory.file())
            try eventually { try store.value(forKey: "k") == .integer(Int64(number)) }
        }
        #expect(directory.names == ["settings.plist"])
    }

    @Test("a link stays a link, and what it leads to is written", arguments: [true, false])
    func links(isRelative: Bool) throws {
        let folder = directory.url.appending(component: "real")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let target = folder.appending(component: "target.plist")
        let destination = isRelative ? "real/target.plist" : target.path
        try FileManager.default.createSymbolicLink(atPath: directory.file().path, withDestinationPath: destination)
        let store = try PropertyListFileStore(url: directory.file())
        #expect(try store.keys().isEmpty)
        for number in 1...3 {
            try store.setValue(.integer(Int64(number)), forKey: "k")
            try store.flush()
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory.file().path) == destination)
        #expect(try PropertyListDocumentKeys.of(target) == ["k"])
        #expect(try mode(of: target) == 0o600)
        #expect(try PropertyListFileStore(url: target).hub === store.hub)
        let child = try ChildProcess("set-and-exit", target.path, "k", "9")
        #expect(child.exit() == 0)
        try eventually { try store.value(forKey: "k") == 9 }
    }

    @Test("a link that is put in the place of the file stays a link")
    func laterLink() throws {
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "k")
        try store.flush()
        try FileManager.default.moveItem(at: directory.file(), to: directory.file("moved.plist"))
        try FileManager.default.createSymbolicLink(
            at: directory.file(), withDestinationURL: directory.file("moved.plist"))
        try store.setValue(2, forKey: "new")
        try store.flush()
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: directory.file().path).hasSuffix("moved.plist"))
        #expect(try PropertyListDocumentKeys.of(directory.file("moved.plist")) == ["k", "new"])
    }

    @Test("a circle of links makes the store unavailable until it is gone")
    func circle() throws {
        let other = directory.file("other")
        try FileManager.default.createSymbolicLink(at: directory.file(), withDestinationURL: other)
        try FileManager.default.createSymbolicLink(at: other, withDestinationURL: directory.file())
        try expectUnavailable(.ELOOP) { try FileManager.default.removeItem(at: other) }
    }

    @Test("a folder of the file's name makes the store unavailable until it is gone")
    func folder() throws {
        try FileManager.default.createDirectory(at: directory.file(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: directory.file().appending(component: "inside"))
        try expectUnavailable(.EISDIR) { try FileManager.default.removeItem(at: directory.file()) }
    }

    @Test("a pipe of the file's name makes the store unavailable until it is gone")
    func pipe() throws {
        try #require(mkfifo(directory.file().path, 0o600) == 0)
        try expectUnavailable(.ENODEV) { try FileManager.default.removeItem(at: directory.file()) }
    }

    private func expectUnavailable(_ code: POSIXErrorCode, until end: () throws -> Void) throws {
        let store = try PropertyListFileStore(url: directory.file())
        #expect(!store.isAvailable)
        let operations: [() throws -> Void] = [
            { _ = try store.value(forKey: "k") }, { _ = try store.keys() }, { try store.setValue(1, forKey: "k") },
            { _ = try store.commit(DefaultsBatch(edits: ["k": 1])) }, { try store.reload() },
        ]
        for operation in operations {
            #expect {
                try operation()
            } throws: { error in
                let error = error as? DefaultsError
                return error?.code == .unavailable && (error?.underlyingError as? POSIXError)?.code == code
            }
        }
        try end()
        eventually { store.isAvailable }
        try store.setValue(1, forKey: "k")
        try store.flush()
        #expect(try PropertyListDocumentKeys.of(URL(filePath: store.name)) == ["k"])
    }

    @Test("while the file can't be read entries fall back, and nothing is written in its place")
    func unavailableEntries() throws {
        let reports = Recorder<DefaultsError>()
        let good = try PropertyListSerialization.data(
            fromPropertyList: ["id": "stored", "count": 5], format: .xml, options: 0)
        try FileManager.default.createDirectory(at: directory.file(), withIntermediateDirectories: true)
        let store = try PropertyListFileStore(url: directory.file())
        let id: DefaultsEntry<String> = FileTestNamespace.value("id").whenNil(save: "generated").bound(to: store)
        let count: DefaultsEntry<Int> = FileTestNamespace.value("count").whenNil(use: 1).bound(to: store)
        let clamped = count.ensure(when: { $0 < 10 }, use: 10)
        let heard = Recorder<[Int]>()
        let observation = count.observe { heard.record([$0.oldValue, $0.newValue]) }
        DefaultsReporter.withReporter(reports.reporter) {
            #expect(id.value == "generated")
            #expect(count.value == 1)
            #expect(clamped.value == 10)
            #expect(!id.isStored)
            count.update { $0 += 1 }
            count.value = 7
            count.clear()
            #expect(throws: DefaultsError.self) { try store.transaction { try count.write(3) } }
        }
        #expect(!reports.values.isEmpty)
        #expect(reports.values.allSatisfy { $0.code == .unavailable })
        try FileManager.default.removeItem(at: directory.file())
        try good.write(to: directory.file(), options: .atomic)
        eventually { store.isAvailable && heard.values == [[1, 5]] }
        #expect(id.value == "stored")
        #expect(count.value == 5)
        try store.flush()
        #expect(try Data(contentsOf: directory.file()) == good)
        withExtendedLifetime(observation) {}
    }
}
