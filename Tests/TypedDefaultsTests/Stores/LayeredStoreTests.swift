import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

private struct Window: Codable, Defaultable, Equatable {
    var width: Int
}

@Suite("Layered stores")
struct LayeredStoreTests {
    private let managed = InMemoryStore(name: "managed")
    private let stored = InMemoryStore(name: "stored")
    private let registered = InMemoryStore(name: "registered")

    private func make() -> LayeredStore {
        LayeredStore([.init(.managed, managed), .init(.stored, stored), .init(.registered, registered)])
    }

    private func entry(in store: any DefaultsStore) -> DefaultsEntry<Int> {
        Defaults.value("n").whenNil(use: 0).bound(to: store)
    }

    @Test("conforms as a store")
    func conformance() throws {
        try StoreConformance.check {
            LayeredStore([.init(.managed, InMemoryStore()), .init(.stored, InMemoryStore())])
        }
        try StoreConformance.check { InMemoryStore(["other": 1]).prefixed("p.") }
    }

    @Test("the first layer that has a key wins, and tells its origin")
    func precedence() throws {
        let store = make()
        #expect(try store.origin(ofKey: "n") == nil)
        for (layer, origin, value) in [
            (registered, .registered, 1), (stored, .stored, 2), (managed, .managed, 3),
        ] as [(InMemoryStore, DefaultsOrigin, Int)] {
            try layer.setValue(.integer(Int64(value)), forKey: "n")
            #expect(entry(in: store).value == value)
            #expect(try store.origin(ofKey: "n") == origin)
        }
        #expect(try store.keys() == ["n"])
    }

    @Test("what is set goes to one layer, and removing it uncovers the one below")
    func writing() throws {
        let store = make()
        try registered.setValue(1, forKey: "n")
        entry(in: store).value = 2
        #expect(stored.value(forKey: "n") == 2)
        #expect(registered.value(forKey: "n") == 1)
        entry(in: store).clear()
        #expect(entry(in: store).value == 1)
        #expect(stored.keys() == [])
    }

    @Test("a value under a masked key is kept and not announced, and appears when the mask goes")
    func masking() throws {
        let store = make()
        try managed.setValue(9, forKey: "n")
        let heard = Recorder<[Int]>()
        let observation = entry(in: store).observe { heard.record([$0.oldValue, $0.newValue]) }
        entry(in: store).value = 5
        #expect(entry(in: store).value == 9)
        #expect(heard.values == [])
        try managed.removeValue(forKey: "n")
        #expect(heard.values == [[9, 5]])
        entry(in: store).update { $0 += 1 }
        try managed.setValue(6, forKey: "n")
        #expect(heard.values == [[9, 5], [5, 6]])
        observation.cancel()
    }

    @Test("changes made in any layer are announced once and in order")
    func layersAreObserved() throws {
        let store = make()
        let heard = Recorder<[Int]>()
        let observation = entry(in: store).observe { heard.record([$0.oldValue, $0.newValue]) }
        try registered.setValue(1, forKey: "n")
        try stored.setValue(2, forKey: "n")
        try registered.setValue(3, forKey: "n")
        try stored.removeValue(forKey: "n")
        entry(in: store).value = 4
        #expect(heard.values == [[0, 1], [1, 2], [2, 3], [3, 4]])
        observation.withoutNotifying { entry(in: store).value = 5 }
        #expect(heard.values.count == 4)
        observation.cancel()
    }

    @Test("update is atomic between threads, also where the key is masked")
    func updates() throws {
        let store = make()
        let entry = entry(in: store)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 { entry.update { $0 += 1 } }
        }
        #expect(entry.value == 400)
        try managed.setValue(7, forKey: "n")
        DispatchQueue.concurrentPerform(iterations: 8) { _ in entry.update { $0 += 1 } }
        #expect(stored.value(forKey: "n") == 8)
        #expect(entry.value == 7)
    }

    @Test("transactions work on the whole and on a layer of it")
    func transactions() throws {
        let store = make()
        let entry = entry(in: store)
        try store.transaction {
            entry.value = 1
            #expect(entry.value == 1)
            #expect(stored.value(forKey: "n") == nil)
        }
        #expect(stored.value(forKey: "n") == 1)
        try stored.transaction {
            entry.value = 2
            #expect(entry.value == 2)
        }
        #expect(entry.value == 2)
    }

    @Test("a layer that can't be read leaves only the keys above it readable")
    func unavailableLayer() throws {
        let failing = FailingStore(["n": 1, "m": 1])
        let store = LayeredStore([.init(.managed, managed), .init(.stored, failing)])
        try managed.setValue(3, forKey: "n")
        failing.fail(.reading, with: DefaultsError(.unavailable))
        #expect(try store.value(forKey: "n") == 3)
        #expect(throws: DefaultsError.self) { try store.value(forKey: "m") }
        failing.recover()
        #expect(try store.value(forKey: "m") == 1)
    }
}

@Suite("Launch arguments")
struct LaunchArgumentsTests {
    @Test(
        "arguments are read as the types of entries",
        arguments: [
            (["-n", "9"], 9), (["-n", "-5"], -5), (["--n", "9"], 9), (["--n=9"], 9), (["-n", "1", "-n", "2"], 2),
            (["-v", "-n", "3"], 3), (["word", "-n", "4"], 4), (["-m", "1"], nil), (["--", "-n", "5"], nil),
            (["-n", "nine"], nil), (["-n"], nil),
        ] as [([String], Int?)]
    )
    func numbers(arguments: [String], expected: Int?) {
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: LaunchArgumentsStore(arguments))
        DefaultsReporter.withReporter(DefaultsReporter { _ in }) { #expect(entry.value == expected) }
    }

    @Test("flags, arrays, dictionaries and codable values")
    func structures() {
        let store = LaunchArgumentsStore([
            "-verbose", "-quiet", "no", "-list", "(1, 2)", "-json", "[3, 4]", "-window", "{\"width\": 640}",
            "-old", "{width = 320;}", "-text", "(not a list", "-url", "https://example.org/?a=b", "-ratio", "-0.5",
        ])
        func read<T: Defaultable>(_ key: String) -> T? { Defaults.value(key).bound(to: store).value }
        #expect(read("verbose") == true)
        #expect(read("quiet") == false)
        #expect(read("list") == [1, 2])
        #expect(read("json") == [3, 4])
        #expect(read("window") == Window(width: 640))
        #expect(read("old") == Window(width: 320))
        #expect(read("text") == "(not a list")
        #expect(read("url") == URL(string: "https://example.org/?a=b"))
        #expect(read("ratio") == -0.5)
    }

    @Test("arguments come before what is stored, and can't be changed")
    func layered() throws {
        let store = LayeredStore([
            .init(.arguments, LaunchArgumentsStore(["-n", "9"])), .init(.stored, InMemoryStore(["n": 1])),
        ])
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: store)
        #expect(entry.value == 9)
        #expect(try store.origin(ofKey: "n") == .arguments)
        let error = #expect(throws: DefaultsError.self) {
            try LaunchArgumentsStore(["-n", "9"]).setValue(1, forKey: "n")
        }
        #expect(error?.code == .unavailable)
    }
}
