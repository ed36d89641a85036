#if !canImport(Darwin)
import Foundation
import Testing
import TypedDefaults

@Suite("User defaults of several processes")
struct UserDefaultsProcessTests {
    private static let soak = ProcessInfo.processInfo.environment["TYPED_DEFAULTS_SOAK"] == "1"
    private let home: SuiteHome

    init() throws {
        home = try SuiteHome()
    }

    @Test(
        "what was set is there at the next launch",
        arguments: ["set", "set-and-exit", "set-and-die"], [SuiteHome.suite, "standard"])
    func nextLaunch(command: String, suite: String) throws {
        for number in 1...3 {
            let child = try home.start(command, suite, "k\(number)", "\(number)")
            #expect(child.exit() == (command == "set-and-die" ? SIGKILL : 0))
        }
        let child = try home.start("serve", suite)
        #expect(child.line() == "ready")
        #expect(try child.ask("keys") == "k1 k2 k3")
        #expect(try child.ask("get k3") == "3")
        #expect(home.names == [suite == "standard" ? "suite-child.plist" : suite + ".plist"])
    }

    @Test("what was flushed survives a kill at any moment")
    func kills() throws {
        var last = 0
        for _ in 0..<(Self.soak ? 1_000 : 40) {
            let child = try home.start("write-loop", SuiteHome.suite)
            let first = child.line()
            usleep(UInt32.random(in: 0..<40_000))
            let lines = [first].compactMap { $0 } + child.killed()
            last = lines.compactMap(Int.init).reduce(last, max)
            let found = try home.read("n")
            #expect(Int(found).map { $0 == last || $0 == last + 1 } == true, "\(found) instead of \(last)")
            last = Int(found) ?? 0
        }
        #expect(last > 40)
        // A file that was cut in the middle is kept, though nothing is lost.
        #expect(home.names.filter { !$0.contains(".damaged-") } == [SuiteHome.suite + ".plist"])
    }

    @Test("two processes that write at once lose none of each other's keys")
    func sharing() throws {
        let count = Self.soak ? 1_000 : 200
        let children = try ["a", "b"].map { try home.start("write-keys", SuiteHome.suite, $0, "\(count)") }
        for child in children { #expect(child.line() == "ready") }
        for child in children { try child.say() }
        for child in children { #expect(child.line() == "written") }
        let keys = try home.keys()
        let missing = ["a", "b"].flatMap { prefix in (0..<count).map { "\(prefix)\($0)" } }.filter {
            !keys.contains($0)
        }
        #expect(missing == [], "the folder has \(home.names)")
    }

    @Test(
        "what a process sets or removes is saved, though it takes it to be so already",
        arguments: [("set k 1", "1"), ("remove other", "2")])
    func unaware(command: String, value: String) throws {
        let (one, other) = (try home.serve(), try home.serve())
        for command in ["set k 1", "flush", "get other"] { _ = try one.ask(command) }
        for command in ["set k 2", "set other 1", "flush"] { #expect(try other.ask(command) == "ok") }
        // The first process has not heard of that. Its other code has set something too.
        for command in ["foundation plain 3", command, "flush"] { #expect(try one.ask(command) == "ok") }
        #expect(try home.read("k") == value)
        #expect(try home.read("plain") == "3")
        #expect(try home.keys() == (command.hasPrefix("remove") ? ["k", "plain"] : ["k", "other", "plain"]))
        #expect(try one.ask("keys") == home.keys().sorted().joined(separator: " "))
        #expect(home.names == [SuiteHome.suite + ".plist"])
    }

    @Test("a process that reads again finds every key, whatever another one is saving")
    func reading() throws {
        let reader = try home.serve()
        for command in ["set constant 1", "flush"] { #expect(try reader.ask(command) == "ok") }
        let writer = try home.start("write-loop", SuiteHome.suite)
        #expect(writer.line() == "1")
        for _ in 0..<(Self.soak ? 5_000 : 200) {
            #expect(try reader.ask("reload") == "ok")
            #expect(try reader.ask("get constant") == "1")
        }
        #expect(writer.killed().count > 10)
    }

    @Test("processes that make the folder and the file at once lose none of each other's keys")
    func creating() throws {
        for _ in 0..<(Self.soak ? 200 : 10) {
            let home = try SuiteHome()
            let names = ["a", "b", "c", "d"]
            let children = try names.map { try home.start("write-keys", SuiteHome.suite, $0, "3") }
            for child in children { #expect(child.line() == "ready") }
            for child in children { try child.say() }
            for child in children { #expect(child.line() == "written") }
            let keys = try home.keys()
            #expect(
                keys == Set(names.flatMap { name in (0..<3).map { "\(name)\($0)" } }), "the folder has \(home.names)")
        }
    }

    @Test("the first reads of several threads are right")
    func firstReads() throws {
        try home.write(["k": 42])
        for _ in 0..<20 {
            let child = try home.start("first-reads", SuiteHome.suite, "k")
            var lines: [String] = []
            while let line = child.line() { lines.append(line) }
            #expect(lines.count == 8)
            #expect(lines.allSatisfy { $0 == lines.first && $0.contains("42") })
        }
    }

    // Core Foundation asks for the name of the user in a way that is not safe with threads. It takes longer to find another's
    // than the first one, which is root's.
    @Test("what is set while other threads list the keys is there, and listed", .enabled(if: Machine.isRoot))
    func listing() throws {
        for path in [home.directory.url.deletingLastPathComponent().path] { chmod(path, 0o755) }
        try FileManager.default.createDirectory(at: home.preferences, withIntermediateDirectories: true)
        for path in [home.directory.url.path, home.preferences.path] { chown(path, 65534, 65534) }
        let child = try home.serve("as-nobody")
        #expect(try child.ask("list 10000") == "0")
        #expect(try child.ask("flush") == "ok")
        #expect(try home.read("n") == "10000")
    }

    @Test("a launch argument comes before what is stored, as a number if one is asked for")
    func launchArgument() throws {
        try home.write(["level": 1])
        #expect(try home.start("level", SuiteHome.suite).line() == "1")
        #expect(try home.start("level", SuiteHome.suite, "-level", "9").line() == "9")
        #expect(try home.start("level", "standard", "-level", "9").line() == "9")
        #expect(try home.read("level") == "1")
    }

    @Test("without a home folder saving is an error, and what is set can be read")
    func noHome() throws {
        let child = try home.serve(environment: ["HOME": nil, "XDG_CONFIG_HOME": nil])
        #expect(try child.ask("set k 1") == "ok")
        #expect(try child.ask("flush") == "writeFailed -")
        #expect(try child.ask("get k") == "1")
        #expect(!FileManager.default.fileExists(atPath: "/.config/\(SuiteHome.suite).plist"))
    }

    @Test("what another process saved is kept")
    func merging() throws {
        try home.write(["a": 1, "b": 2, "c": 3])
        let first = try home.serve()
        let second = try home.serve()
        #expect(try first.ask("set d 4") == "ok")
        #expect(try second.ask("set e 5") == "ok")
        #expect(try first.ask("flush") == "ok")
        #expect(try second.ask("flush") == "ok")
        #expect(try home.keys() == ["a", "b", "c", "d", "e"])
        #expect(try second.ask("get d") == "4")
    }
}
#endif
