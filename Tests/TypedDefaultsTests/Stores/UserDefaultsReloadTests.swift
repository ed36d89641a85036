import Foundation
import Testing
import TypedDefaults

@Suite("Changes of user defaults by other code")
struct UserDefaultsReloadTests {
    @Test("reload announces what other code set, once, with the value it replaced")
    func otherCode() throws {
        let name = TestHome.newSuiteName()
        let store = try UserDefaultsStore(suite: name)
        let other = try #require(UserDefaults(suiteName: name))
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        entry.value = 1
        let heard = Recorder<[Int?]>()
        let commits = Recorder<[String]>()
        let observations = [
            entry.observe { heard.record([$0.oldValue, $0.newValue]) },
            store.observe(prefix: "p.") { commit in
                commits.record(commit.changes.map { "\($0.key) \(commit.isExternal)" }.sorted())
            },
        ]
        other.set(2, forKey: "n")
        other.set("x", forKey: "p.a")
        other.set("y", forKey: "q")
        try store.reload()
        try store.reload()
        #expect(heard.values == [[1, 2]])
        #expect(commits.values == [["p.a true"]])
        entry.value = 3
        try store.reload()
        #expect(heard.values == [[1, 2], [2, 3]])
        other.removeObject(forKey: "n")
        try store.reload()
        #expect(heard.values == [[1, 2], [2, 3], [3, nil]])
        observations.forEach { $0.cancel() }
    }

    @Test("reloading beside a thread that sets loses nothing")
    func besideSetting() async throws {
        let name = TestHome.newSuiteName()
        let store = try UserDefaultsStore(suite: name)
        async let setting: Void = {
            for number in 0..<300 { try store.setValue(.integer(Int64(number)), forKey: "k\(number)") }
        }()
        for _ in 0..<30 { try store.reload() }
        try await setting
        try store.reload()
        #expect(try store.keys() == Set((0..<300).map { "k\($0)" }))
    }
}
