import Foundation
import Testing
import TypedDefaults

/// How far the durability tests go: `TYPED_DEFAULTS_SOAK=1` asks for the full numbers.
enum Soak {
    static let isOn = ProcessInfo.processInfo.environment["TYPED_DEFAULTS_SOAK"] == "1"

    static func count(_ bounded: Int, soak: Int) -> Int { isOn ? soak : bounded }
}

@Suite("A file shared by processes")
struct FileSharingTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("what was set just before the end of main is there", arguments: PropertyListFileStore.Format.allCases)
    func savingAtExit(format: PropertyListFileStore.Format) throws {
        try PropertyListFileStore(url: directory.file(), format: format).setValue(1, forKey: "mine")
        #expect(try ChildProcess("set-and-exit", directory.file().path, "k", "42").exit() == 0)
        let store = try PropertyListFileStore(url: directory.file())
        #expect(try store.value(forKey: "k") == 42)
        #expect(try store.value(forKey: "mine") == 1)
    }

    @Test("what was flushed just before a kill is there")
    func flushAndDie() throws {
        #expect(try ChildProcess("set-and-die", directory.file().path, "k", "42").exit() == SIGKILL)
        #expect(try PropertyListFileStore(url: directory.file()).value(forKey: "k") == 42)
    }

    @Test("killed at any moment, a writer leaves a complete file with all it has acknowledged")
    func kills() throws {
        var acknowledged = 0
        for _ in 0..<Soak.count(40, soak: 1_000) {
            let child = try ChildProcess("write-loop", directory.file().path)
            // Not before it writes, or hardly anything would be tested.
            let first = try #require(child.line().flatMap { Int($0) })
            usleep(UInt32.random(in: 0..<15_000))
            let last = child.killed().last.flatMap { Int($0) } ?? first
            let root = try PropertyListSerialization.propertyList(
                from: Data(contentsOf: directory.file()), format: nil)
            let stored = try #require((root as? [String: Any])?["n"] as? Int)
            // The one after may have been saved without having been acknowledged.
            #expect(stored == last || stored == last + 1)
            #expect(last > acknowledged)
            acknowledged = last
        }
        #expect(!directory.names.contains { $0.contains("damaged") })
    }

    @Test("processes that write at once lose nothing and hear of each other once", arguments: [2, 8])
    func writers(processes: Int) throws {
        let count = Soak.count(processes == 2 ? 150 : 40, soak: 1_000)
        let prefixes = (0..<processes).map { "process\($0)." }
        let children = try prefixes.map { prefix in
            let others = prefixes.filter { $0 != prefix }
            return try ChildProcess(["write-keys", directory.file().path, prefix, "\(count)"] + others)
        }
        for child in children { #expect(child.line() == "ready") }
        for child in children { try child.say() }
        for child in children { #expect(child.line() == "written") }
        let all = try PropertyListDocumentKeys.of(directory.file())
        #expect(all.count == processes * count)
        for child in children { try child.say() }
        let expected = "heard \((processes - 1) * count) repeated 0 keys \(processes * count)"
        for child in children { #expect(child.line() == expected) }
        #expect(directory.names == ["settings.plist"])
    }

    @Test("a value that is generated once is the same in all processes afterwards")
    func generatedOnce() throws {
        let children = [
            try ChildProcess("first-id", directory.file().path), try ChildProcess("first-id", directory.file().path),
        ]
        for child in children { #expect(child.exit() == 0) }
        let later = try (0..<3).map { _ in try #require(try ChildProcess("first-id", directory.file().path).line()) }
        #expect(Set(later).count == 1)
        #expect(children.contains { $0.line() == later[0] })
    }

    @Test("another process's change is seen and announced without being asked for")
    func watching() throws {
        let store = try PropertyListFileStore(url: directory.file())
        try store.setValue(1, forKey: "k")
        try store.setValue(1, forKey: "same")
        try store.flush()
        let heard = Recorder<[Int?]>()
        let observations = ["k", "same", "new"].map { key in
            let entry: DefaultsEntry<Int?> = FileTestNamespace.value(key).bound(to: store)
            return entry.observe { heard.record([$0.oldValue, $0.newValue]) }
        }
        let child = try ChildProcess("serve", directory.file().path)
        #expect(child.line() == "ready")
        #expect(try child.ask("get k") == "integer(1)")
        #expect(try child.ask("set k 2") == "ok")
        #expect(try child.ask("flush") == "ok")
        try eventually { try store.value(forKey: "k") == 2 }
        #expect(try child.ask("set new 3") == "ok")
        #expect(try child.ask("flush") == "ok")
        try eventually { try store.value(forKey: "new") == 3 }
        try store.setValue(5, forKey: "k")
        try store.flush()
        eventually { (try? child.ask("get k")) == "integer(5)" }
        #expect(heard.values == [[1, 2], [nil, 3], [2, 5]])
        withExtendedLifetime(observations) {}
    }

    @Test("a key that both have changed keeps the later save, and other keys are not touched")
    func merging() throws {
        let store = try PropertyListFileStore(url: directory.file())
        for key in ["a", "b", "c"] { try store.setValue(1, forKey: key) }
        try store.flush()
        let child = try ChildProcess("serve", directory.file().path)
        #expect(child.line() == "ready")
        try store.setValue(2, forKey: "a")
        try store.removeValue(forKey: "c")
        _ = try child.ask("set a 3")
        _ = try child.ask("set b 3")
        _ = try child.ask("flush")
        try store.reload()
        #expect(try store.value(forKey: "a") == 2)
        #expect(try store.value(forKey: "b") == 3)
        try store.flush()
        #expect(try store.keys() == ["a", "b"])
        eventually { (try? child.ask("get a")) == "integer(2)" && (try? child.ask("get c")) == "nil" }
    }
}
