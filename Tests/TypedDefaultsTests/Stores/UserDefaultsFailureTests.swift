#if !canImport(Darwin)
import Foundation
import Testing
import TypedDefaults

@Suite("User defaults that can't be saved")
struct UserDefaultsFailureTests {
    private let home: SuiteHome

    init() throws {
        home = try SuiteHome()
    }

    private func code(_ error: Int32) -> String { "writeFailed \(error)" }

    /// Lets the child of another user into the home.
    private func giveAway() throws {
        for path in [home.directory.url.path, home.preferences.path, home.file.path] {
            chown(path, 65534, 65534)
        }
        for path in [home.directory.url.deletingLastPathComponent().path] { chmod(path, 0o755) }
    }

    private func mode(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    @Test(
        "a protected file keeps its protection and its content", .enabled(if: Machine.isRoot),
        arguments: [0o000, 0o200, 0o400, 0o444])
    func protected(permissions: Int) throws {
        try home.write(["old": 1])
        let before = try Data(contentsOf: home.file)
        try giveAway()
        chmod(home.file.path, mode_t(permissions))
        let child = try home.serve("as-nobody")
        #expect(try child.ask("set new 2") == "ok")
        for _ in 0..<3 { #expect(try child.ask("flush") == code(EACCES)) }
        #expect(try child.ask("get new") == "2")
        #expect(try mode(home.file) == permissions)
        #expect(try Data(contentsOf: home.file) == before)
        chmod(home.file.path, 0o600)
        #expect(try child.ask("flush") == "ok")
        #expect(try home.keys() == ["old", "new"])
        #expect(home.names == [SuiteHome.suite + ".plist"])
    }

    @Test("a folder that can't be written is an error and is recovered from", .enabled(if: Machine.isRoot))
    func folder() throws {
        try home.write(["old": 1])
        try FileManager.default.removeItem(at: home.file)
        try giveAway()
        chmod(home.preferences.path, 0o555)
        let child = try home.serve("as-nobody")
        #expect(try child.ask("set new 2") == "ok")
        for _ in 0..<2 { #expect(try child.ask("flush") == code(EACCES)) }
        #expect(home.names == [])
        chmod(home.preferences.path, 0o755)
        #expect(try child.ask("flush") == "ok")
        #expect(try home.keys() == ["new"])
    }

    @Test("a file that can be written in such a folder is saved", .enabled(if: Machine.isRoot))
    func fileInFolder() throws {
        try home.write(["old": 1])
        try giveAway()
        chmod(home.preferences.path, 0o555)
        let child = try home.serve("as-nobody")
        #expect(try child.ask("set new 2") == "ok")
        #expect(try child.ask("flush") == "ok")
        #expect(try home.keys() == ["old", "new"])
    }

    @Test("a folder in the place of the file is an error and is recovered from")
    func folderAtPath() throws {
        try FileManager.default.createDirectory(at: home.file, withIntermediateDirectories: true)
        let child = try home.serve()
        #expect(try child.ask("set new 2") == "ok")
        for _ in 0..<2 { #expect(try child.ask("flush") == code(EISDIR)) }
        #expect(try mode(home.file) & 0o111 != 0)
        try FileManager.default.removeItem(at: home.file)
        #expect(try child.ask("flush") == "ok")
        #expect(try home.keys() == ["new"])
    }

    @Test("a file in the place of the folder is an error and is recovered from")
    func fileAtFolder() throws {
        try Data("x".utf8).write(to: home.preferences)
        let child = try home.serve()
        #expect(try child.ask("set new 2") == "ok")
        for _ in 0..<2 { #expect(try child.ask("flush") == code(ENOTDIR)) }
        #expect(try Data(contentsOf: home.preferences) == Data("x".utf8))
        try FileManager.default.removeItem(at: home.preferences)
        #expect(try child.ask("flush") == "ok")
        #expect(try home.keys() == ["new"])
    }

    @Test("a folder that vanishes is made again, with all that was known")
    func vanished() throws {
        let child = try home.serve()
        #expect(try child.ask("set a 1") == "ok")
        #expect(try child.ask("flush") == "ok")
        try FileManager.default.removeItem(at: home.preferences)
        #expect(try child.ask("set b 2") == "ok")
        #expect(try child.ask("flush") == "ok")
        #expect(try home.keys() == ["a", "b"])
        #expect(try child.ask("get a") == "1")
        #expect(try mode(home.preferences) == 0o700)
        #expect(try mode(home.file) == 0o600)
    }

    @Test("a full disk is an error, loses nothing, and is recovered from", .enabled(if: Machine.canMount))
    func diskFull() throws {
        try FileManager.default.createDirectory(at: home.preferences, withIntermediateDirectories: true)
        let volume = try SmallVolume(at: home.preferences, size: "512k")
        let child = try home.serve()
        #expect(try child.ask("fill old 60000") == "ok")
        #expect(try child.ask("flush") == "ok")
        let filler = home.preferences.appending(component: "filler")
        for size in [300_000, 370_000, 400_000] {
            let before = try home.keys()
            try Data(count: size).write(to: filler)
            #expect(try child.ask("fill new\(size) 120000") == "ok")
            for _ in 0..<3 {
                let answer = try child.ask("flush")
                #expect(["ok", code(ENOSPC)].contains(answer))
                if answer == "ok" { continue }
                #expect(try home.keys() == before)
            }
            #expect(try home.keys().isSuperset(of: before))
            try FileManager.default.removeItem(at: filler)
            #expect(try child.ask("flush") == "ok")
            #expect(try home.keys() == before.union(["new\(size)"]))
            #expect(try child.ask("set new\(size) 0") == "ok")
            #expect(try child.ask("flush") == "ok")
        }
        #expect(home.names == [SuiteHome.suite + ".plist"])
        withExtendedLifetime(volume) {}
    }

    @Test("what Foundation could not save it does not save over a later change", .enabled(if: Machine.canMount))
    func lingering() throws {
        try FileManager.default.createDirectory(at: home.preferences, withIntermediateDirectories: true)
        let volume = try SmallVolume(at: home.preferences, size: "512k")
        let child = try home.serve()
        for command in ["fill old 60000", "set k 1", "flush"] { #expect(try child.ask(command) == "ok") }
        // There is room for a safety copy, which is binary, but not for the file as Foundation writes it besides.
        let filler = home.preferences.appending(component: "filler")
        try Data(count: 268_000).write(to: filler)
        for command in ["fill new 60000", "set k 2", "flush"] { #expect(try child.ask(command) == "ok") }
        #expect(try Data(contentsOf: home.file).starts(with: Data("bplist".utf8)))
        #expect(try home.keys() == ["old", "new", "k"])
        let other = try home.serve()
        for number in 3...6 {
            // It goes on for a while.
            if number == 5 { try FileManager.default.removeItem(at: filler) }
            for command in ["set k \(number)", "flush"] { #expect(try other.ask(command) == "ok") }
            for command in ["set z \(number)", "flush"] { #expect(try child.ask(command) == "ok") }
            #expect(try home.read("k") == "\(number)")
            #expect(try child.ask("get k") == "\(number)")
        }
        #expect(try home.keys() == ["old", "new", "k", "z"])
        #expect(home.names == [SuiteHome.suite + ".plist"])
        withExtendedLifetime(volume) {}
    }

    @Test("what is set while Foundation fails to save is saved", .enabled(if: Machine.canMount))
    func settingMeanwhile() throws {
        try FileManager.default.createDirectory(at: home.preferences, withIntermediateDirectories: true)
        let volume = try SmallVolume(at: home.preferences, size: "512k")
        let child = try home.serve()
        for command in ["fill old 60000", "flush"] { #expect(try child.ask(command) == "ok") }
        // As above.
        try Data(count: 250_000).write(to: home.preferences.appending(component: "filler"))
        for command in ["fill new 60000", "setting 300"] { #expect(try child.ask(command) == "ok") }
        repeat { #expect(try child.ask("flush") == "ok") } while try child.ask("is-setting") == "true"
        #expect(try child.ask("flush") == "ok")
        #expect(try Data(contentsOf: home.file).starts(with: Data("bplist".utf8)))
        #expect(try home.keys() == Set((0..<300).map { "s\($0)" }).union(["old", "new"]))
        withExtendedLifetime(volume) {}
    }

    @Test(
        "a file of another user's, which Foundation saves but says it has not, keeps what others save",
        .enabled(if: Machine.isRoot))
    func foreignOwner() throws {
        try home.write(["old": 1])
        try giveAway()
        chown(home.file.path, 0, 0)
        chmod(home.file.path, 0o666)
        let (one, other) = (try home.serve("as-nobody"), try home.serve("as-nobody"))
        for command in ["set k 1", "flush"] { #expect(try one.ask(command) == "ok") }
        for number in 2...4 {
            for command in ["set k \(number)", "flush"] { #expect(try other.ask(command) == "ok") }
            for command in ["foundation plain \(number)", "set z \(number)", "flush"] {
                #expect(try one.ask(command) == "ok")
            }
            #expect(try one.ask("get k") == "\(number)")
            #expect(try home.read("k") == "\(number)")
            #expect(try home.read("plain") == "\(number)")
        }
        #expect(try home.keys() == ["old", "k", "z", "plain"])
    }

    @Test("a file that can only be read is read again", .enabled(if: Machine.isRoot), arguments: [0o444, 0o644])
    func reloadProtected(permissions: Int) throws {
        try home.write(["k": 1])
        try giveAway()
        if permissions == 0o644 { chown(home.file.path, 0, 0) }
        chmod(home.file.path, mode_t(permissions))
        let child = try home.serve("as-nobody")
        #expect(try child.ask("get k") == "1")
        for number in 2...3 {
            let file = try FileHandle(forWritingTo: home.file)
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: InMemoryStore(["k": .integer(Int64(number))]).exportValues(as: .xml))
            #expect(try child.ask("reload") == "ok")
            #expect(try child.ask("get k") == "\(number)")
        }
        #expect(try mode(home.file) == permissions)
        // Other code's change that Foundation would have to save.
        #expect(try child.ask("foundation k 3") == "ok")
        #expect(try child.ask("reload") == "ok")
        #expect(try child.ask("set k 4") == "ok")
        #expect(try child.ask("reload") == code(EACCES))
    }

    @Test(
        "a file that is protected is read again, though Foundation has more than it holds", .enabled(if: Machine.isRoot)
    )
    func reloadInexact() throws {
        try home.write(["k": 1])
        try giveAway()
        let child = try home.serve("as-nobody")
        for command in ["foundation-date d", "set k 2", "flush"] { #expect(try child.ask(command) == "ok") }
        chmod(home.file.path, 0o400)
        #expect(try child.ask("reload") == "ok")
        #expect(try child.ask("foundation k 3") == "ok")
        #expect(try child.ask("reload") == "unavailable \(EACCES)")
        #expect(try mode(home.file) == 0o400)
        #expect(try home.read("k") == "2")
    }

    @Test("a file that can't be read is an error of reload, and what is known stays")
    func reload() throws {
        try home.write(["old": 1])
        let child = try home.serve()
        #expect(try child.ask("get old") == "1")
        let bytes = try Data(contentsOf: home.file)
        try FileManager.default.removeItem(at: home.file)
        try FileManager.default.createDirectory(at: home.file, withIntermediateDirectories: true)
        for _ in 0..<2 { #expect(try child.ask("reload") == "unavailable \(EISDIR)") }
        #expect(try child.ask("get old") == "1")
        #expect(try child.ask("set new 2") == "ok")
        #expect(try child.ask("reload") == code(EISDIR))
        #expect(try child.ask("keys") == "new old")
        try FileManager.default.removeItem(at: home.file)
        try bytes.write(to: home.file)
        #expect(try child.ask("reload") == "ok")
        #expect(try home.keys() == ["old", "new"])
    }

    @Test("a read-only volume is an error and is recovered from", .enabled(if: Machine.canMount))
    func readOnly() throws {
        try FileManager.default.createDirectory(at: home.preferences, withIntermediateDirectories: true)
        let volume = try SmallVolume(at: home.preferences, size: "512k")
        let child = try home.serve()
        #expect(try child.ask("set old 1") == "ok")
        #expect(try child.ask("flush") == "ok")
        try #require(volume.remount("ro"))
        #expect(try child.ask("reload") == "ok")
        #expect(try child.ask("get old") == "1")
        #expect(try child.ask("set new 2") == "ok")
        for _ in 0..<2 { #expect(try child.ask("flush") == code(EROFS)) }
        #expect(try home.keys() == ["old"])
        try #require(volume.remount("rw"))
        #expect(try child.ask("flush") == "ok")
        #expect(try home.keys() == ["old", "new"])
    }

    @Test("a link stays a link, and what it leads to is saved")
    func link() throws {
        try home.write(["old": 1])
        let real = home.directory.file("real.plist")
        try FileManager.default.moveItem(at: home.file, to: real)
        try FileManager.default.createSymbolicLink(at: home.file, withDestinationURL: real)
        let child = try home.serve()
        #expect(try child.ask("set new 2") == "ok")
        #expect(try child.ask("flush") == "ok")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home.file.path) == real.path)
        #expect(try home.keys() == ["old", "new"])
        #expect(home.names == [SuiteHome.suite + ".plist"])
        #expect(home.directory.names == [".config", "real.plist"])
    }

    @Test("one suite that can't be saved keeps no other from being saved")
    func neighbour() throws {
        let bad = TestHome.newSuiteName()
        let good = TestHome.newSuiteName()
        try FileManager.default.createDirectory(at: RawSuite.file(bad), withIntermediateDirectories: true)
        let badStore = try DefaultsReporter.withReporter(DefaultsReporter { _ in }) {
            try UserDefaultsStore(suite: bad)
        }
        let goodStore = try UserDefaultsStore(suite: good)
        for number in 0..<3 {
            try badStore.setValue(.integer(Int64(number)), forKey: "k")
            try goodStore.setValue(.integer(Int64(number)), forKey: "k")
            let error = #expect(throws: DefaultsError.self) { try badStore.flush() }
            #expect(error?.code == .writeFailed)
            #expect(error?.detail?.contains("folder") == true)
            try goodStore.flush()
            let root = try PropertyListSerialization.propertyList(
                from: Data(contentsOf: RawSuite.file(good)), format: nil)
            #expect((root as? [String: Any])?["k"] as? Int == number)
        }
        try FileManager.default.removeItem(at: RawSuite.file(bad))
        try badStore.flush()
        #expect(FileManager.default.fileExists(atPath: RawSuite.file(bad).path))
    }
}
#endif
