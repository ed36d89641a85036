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
