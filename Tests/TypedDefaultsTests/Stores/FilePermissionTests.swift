import CoreFoundation
import Foundation
import Testing
import TypedDefaults

@Suite("The permissions of a file")
struct FilePermissionTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("an existing file keeps its mode", arguments: [0o600, 0o640, 0o644, 0o664, 0o660, 0o400])
    func modes(_ permissions: Int) throws {
        try PropertyListFileStore(url: directory.file()).setValue(1, forKey: "k")
        chmod(directory.file().path, mode_t(permissions))
        try #require(permissions & 0o200 != 0 || Machine.isRoot)
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(2, forKey: "k")
        try store.flush()
        #expect(try mode(of: directory.file()) == permissions)
    }

    @Test("an existing file keeps its owner", .enabled(if: Machine.isRoot))
    func owner() throws {
        try PropertyListFileStore(url: directory.file()).setValue(1, forKey: "k")
        try #require(chown(directory.file().path, 65534, 65533) == 0)
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(2, forKey: "k")
        try store.flush()
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.file().path)
        #expect((attributes[.ownerAccountID] as? NSNumber)?.intValue == 65534)
        #expect((attributes[.groupOwnerAccountID] as? NSNumber)?.intValue == 65533)
    }

    @Test("no file is accessible to others at any instant", .serialized, arguments: [nil, 0o600, 0o640] as [Int?])
    func neverWider(permissions: Int?) throws {
        let allowed = permissions ?? 0o600
        if let permissions {
            try PropertyListFileStore(url: directory.file()).setValue(1, forKey: "k")
            chmod(directory.file().path, mode_t(permissions))
        }
        let folder = directory.url
        let isDone = Recorder<Bool>()
        let seen = Recorder<Int>()
        let sampler = Thread {
            while isDone.values.isEmpty {
                for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
                    var status = stat()
                    guard stat(folder.appending(component: name).path, &status) == 0 else { continue }
                    seen.record(Int(status.st_mode & 0o777))
                }
            }
        }
        // The widest there can be, in case a mode was left to it. Nothing else in this process depends on it.
        let old = umask(0)
        defer { umask(old) }
        sampler.start()
        let store = try PropertyListFileStore(url: directory.file())
        for number in 0..<200 {
            try store.setValue(.data(Data(repeating: UInt8(truncatingIfNeeded: number), count: 20_000)), forKey: "k")
            try store.flush()
        }
        eventually { seen.values.count > 100 }
        isDone.record(true)
        #expect(seen.values.allSatisfy { $0 & ~allowed == 0 })
    }
}
