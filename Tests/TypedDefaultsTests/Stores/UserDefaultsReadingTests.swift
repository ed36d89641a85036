#if !canImport(Darwin)
import Foundation
import Testing
import TypedDefaults

@Suite("What user defaults have in memory")
struct UserDefaultsReadingTests {
    private let name = TestHome.newSuiteName()
    private let store: UserDefaultsStore

    private var file: URL { RawSuite.file(name) }

    init() throws {
        store = try UserDefaultsStore(suite: name)
        try FileManager.default.createDirectory(at: TestHome.preferences, withIntermediateDirectories: true)
    }

    @Test("a number that replaces an equal one of another kind is never absent")
    func neverAbsent() throws {
        try store.setValue(1, forKey: "k")
        let found = try reading { [store] in
            try store.value(forKey: "k")
        } during: {
            for _ in 0..<5_000 {
                try store.setValue(1.0, forKey: "k")
                try store.setValue(1, forKey: "k")
            }
        }
        #expect(found.isSubset(of: [1, 1.0]))
    }

    @Test("nor is its key, and what is registered does not show")
    func neverUncovered() throws {
        // What is registered is so for all suites.
        let key = "registered-\(name)"
        UserDefaults(suiteName: name)?.register(defaults: [key: 99])
        try store.setValue(1, forKey: key)
        let found = try reading { [store] in
            try store.keys().contains(key) ? store.value(forKey: key) : nil
        } during: {
            for _ in 0..<3_000 {
                try store.setValue(1.0, forKey: key)
                try store.setValue(1, forKey: key)
            }
        }
        #expect(found.isSubset(of: [1, 1.0]))
    }

    @Test("what another process has saved is there after reload, whoever reads meanwhile")
    func besideReading() throws {
        try reading { [store] in
            try store.value(forKey: "n")
        } during: {
            for number in 1...200 {
                let value = PropertyListValue.integer(Int64(number))
                try InMemoryStore(["n": value]).exportValues(as: .xml).write(to: file)
                try store.reload()
                #expect(try store.value(forKey: "n") == value)
            }
        }
    }

    @Test("what is saved or read again is in memory, whatever becomes of the file", arguments: ["flush", "reload"])
    func inMemory(action: String) throws {
        try InMemoryStore(["others": 1]).exportValues(as: .xml).write(to: file)
        try store.setValue(2, forKey: "own")
        try action == "flush" ? store.flush() : store.reload()
        // As it is while another process is writing it.
        let bytes = try Data(contentsOf: file)
        try Data().write(to: file)
        #expect(try store.value(forKey: "others") == 1)
        #expect(try store.value(forKey: "own") == 2)
        try bytes.write(to: file)
    }

    @Test("reload reads what another process has saved")
    func otherProcess() throws {
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: store)
        try entry.write(1)
        try store.flush()
        let heard = Recorder<Int>()
        let observation = entry.observe { heard.record($0.newValue) }
        try InMemoryStore(["n": 5]).exportValues(as: .xml).write(to: file)
        try store.reload()
        #expect(entry.value == 5)
        #expect(heard.values == [5])
        observation.cancel()
    }

    /// Runs `body` while another thread reads a value, and returns what that has found.
    @discardableResult
    private func reading(
        _ read: @escaping @Sendable () throws -> PropertyListValue?, during body: () throws -> Void
    ) throws -> Set<PropertyListValue?> {
        let (started, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (isOver, found) = (Recorder<Bool>(), Recorder<PropertyListValue?>())
        Thread.detachNewThread {
            started.signal()
            var values: Set<PropertyListValue?> = []
            while isOver.values.isEmpty { values.insert(try? read()) }
            values.forEach(found.record)
            done.signal()
        }
        started.wait()
        let result = Result { try body() }
        isOver.record(true)
        done.wait()
        try result.get()
        return Set(found.values)
    }
}
#endif
