#if !canImport(Darwin)
import Foundation
import Testing
import TypedDefaults

@Suite("User defaults that other code of the process changes too")
struct UserDefaultsCoherenceTests {
    private let name = TestHome.newSuiteName()
    private let store: UserDefaultsStore
    private let other: UserDefaults

    init() throws {
        store = try UserDefaultsStore(suite: name)
        other = try #require(UserDefaults(suiteName: name))
    }

    /// What the file holds as Foundation reads it.
    private func saved() throws -> [String: Any] {
        let root = try PropertyListSerialization.propertyList(from: Data(contentsOf: RawSuite.file(name)), format: nil)
        return try #require(root as? [String: Any])
    }

    @Test("what other code has set, changed and removed is saved with what the store sets")
    func together() throws {
        for (key, value) in ["a": 1, "b": 1, "c": 1] { try store.setValue(.integer(Int64(value)), forKey: key) }
        try store.flush()
        other.set(2, forKey: "a")
        other.removeObject(forKey: "b")
        other.set(2, forKey: "d")
        try store.setValue(2, forKey: "c")
        try store.flush()
        #expect(try saved() as? [String: Int] == ["a": 2, "c": 2, "d": 2])
        #expect(try store.keys() == ["a", "c", "d"])
    }

    @Test("a value of other code that makes the file unreadable costs no other")
    func poison() throws {
        for key in ["kept", "changed", "removed"] { try store.setValue(1, forKey: key) }
        try store.flush()
        other.set(7, forKey: "plain")
        other.set(Date(timeIntervalSinceReferenceDate: .nan), forKey: "poison")
        other.set(2, forKey: "changed")
        other.removeObject(forKey: "removed")
        try store.setValue(3, forKey: "own")
        other.set(4, forKey: "own")
        try store.setValue(3, forKey: "mine")
        try store.flush()
        let expected = ["kept": 1, "changed": 2, "plain": 7, "own": 4, "mine": 3]
        #expect(try saved().compactMapValues { $0 as? Int } == expected)
        #expect(try store.keys() == Set(expected.keys).union(["poison"]))
        for (key, value) in expected { #expect(other.integer(forKey: key) == value) }
        guard case .date(let date)? = try store.value(forKey: "poison") else {
            Issue.record("the odd value is gone")
            return
        }
        #expect(date.timeIntervalSinceReferenceDate.isNaN)
    }

    @Test(
        "what other code sets so that Foundation can't read it again costs nothing",
        arguments: ["deep", "CF$UID", "date"])
    func unreadable(kind: String) throws {
        for key in ["a", "b"] { try store.setValue(1, forKey: key) }
        try store.flush()
        let odd: Any =
            switch kind {
            case "deep": (0..<511).reduce([1] as [Any]) { inner, _ in [inner] }
            case "CF$UID": ["CF$UID": 5]
            default: Date(timeIntervalSinceReferenceDate: .nan)
            }
        other.set(odd, forKey: "odd")
        for (number, key) in ["c", "d", "e"].enumerated() {
            try store.setValue(1, forKey: key)
            try store.flush()
            if number == 1 { other.set(Date(timeIntervalSinceReferenceDate: .nan), forKey: "odder") }
            try store.reload()
            #expect(try store.value(forKey: "a") == 1)
        }
        let expected: Set = ["a", "b", "c", "d", "e", "odd", "odder"]
        #expect(try Set(saved().keys) == expected)
        #expect(try store.keys() == expected)
    }

    @Test("what other code has removed stays so, though it has saved it itself", arguments: [true, false])
    func removedAgain(isSetting: Bool) throws {
        try store.setValue(1, forKey: "a")
        try store.flush()
        other.set(1, forKey: "x")
        RawSuite.forget(name)
        #expect(try saved().keys.contains("x"))
        other.removeObject(forKey: "x")
        if isSetting { try store.setValue(2, forKey: "b") }
        try store.reload()
        #expect(try Set(saved().keys) == (isSetting ? ["a", "b"] : ["a"]))
        #expect(try !store.keys().contains("x"))
    }

    @Test("of what others have set too, what other code has set is saved", arguments: [false, true])
    func conflict(isPoisoned: Bool) throws {
        for key in ["a", "k"] { try store.setValue(1, forKey: key) }
        try store.flush()
        // Another process.
        try InMemoryStore(["a": 1, "k": 5]).exportValues(as: .xml).write(to: RawSuite.file(name))
        other.set(2, forKey: "k")
        if isPoisoned { other.set(Date(timeIntervalSinceReferenceDate: .nan), forKey: "odd") }
        try store.setValue(1, forKey: "b")
        try store.flush()
        #expect(try saved()["k"] as? Int == 2)
        #expect(try store.value(forKey: "k") == 2)
    }

    @Test("what Foundation once failed to read is not taken for removed", arguments: [false, true])
    func notRead(isPoisoned: Bool) throws {
        for key in ["a", "b"] { try store.setValue(1, forKey: key) }
        try store.flush()
        let bytes = try Data(contentsOf: RawSuite.file(name))
        try bytes.dropLast(20).write(to: RawSuite.file(name))
        RawSuite.forget(name)
        #expect(try store.keys() == [])
        try bytes.write(to: RawSuite.file(name))
        if isPoisoned { other.set(Date(timeIntervalSinceReferenceDate: .nan), forKey: "odd") }
        try store.setValue(1, forKey: "c")
        try store.flush()
        #expect(try Set(saved().keys) == (isPoisoned ? ["a", "b", "c", "odd"] : ["a", "b", "c"]))
    }

    @Test("all that other code removes is removed")
    func removedAll() throws {
        for key in ["a", "b"] { try store.setValue(1, forKey: key) }
        try store.flush()
        other.removePersistentDomain(forName: name)
        try store.setValue(1, forKey: "c")
        try store.flush()
        #expect(try saved() as? [String: Int] == ["c": 1])
        other.removePersistentDomain(forName: name)
        try store.reload()
        #expect(try store.keys() == [])
        #expect(!FileManager.default.fileExists(atPath: RawSuite.file(name).path))
    }

    @Test("a value replaces one of other code that Foundation takes for the same")
    func lookalikes() throws {
        try store.setValue(5, forKey: "number")
        try store.setValue("x", forKey: "text")
        other.set(3, forKey: "number")
        other.set("e\u{301}", forKey: "text")
        try store.setValue(3.0, forKey: "number")
        try store.setValue("\u{E9}", forKey: "text")
        try store.flush()
        #expect(try store.value(forKey: "number") == 3.0)
        #expect(try store.value(forKey: "text") == "\u{E9}")
        #expect((try saved()["number"] as? NSNumber)?.objCType.pointee == 0x64)
    }

    @Test("what flush has returned for is in the file, though others save the suite meanwhile")
    func acknowledged() throws {
        let isOver = Recorder<Bool>()
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [store] in
            while isOver.values.isEmpty {
                do { try store.reload() } catch { Issue.record(error) }
            }
            done.signal()
        }
        for number in 1...300 {
            try store.setValue(.integer(Int64(number)), forKey: "n")
            // So that it comes at any moment of a save.
            usleep(.random(in: 0..<3_000))
            try store.flush()
            #expect(try saved()["n"] as? Int == number)
        }
        isOver.record(true)
        done.wait()
    }
}
#endif
