import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

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

    @Test("each change begins where the one before it ended, whichever layers change at once")
    func simultaneousChanges() throws {
        let store = make()
        let heard = Recorder<[Int]>()
        let observation = entry(in: store).observe { heard.record([$0.oldValue, $0.newValue]) }
        try registered.setValue(-1, forKey: "n")
        DispatchQueue.concurrentPerform(iterations: 3) { layer in
            for number in 1...200 {
                let value = number % 3 == 0 && layer < 2 ? nil : PropertyListValue.integer(Int64(number * 10 + layer))
                do { try [managed, stored, registered][layer].setValue(value, forKey: "n") } catch {
                    Issue.record(error)
                }
            }
        }
        try managed.removeValue(forKey: "n")
        try stored.removeValue(forKey: "n")
        observation.cancel()
        let changes = heard.values
        #expect(changes.count > 100)
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $0[1] == $1[0] })
        #expect(changes.last?[1] == 2002)
        #expect(changes.allSatisfy { $0[0] != $0[1] })
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

    @Test("a change that a layer which can't be read might mask is reported, and announced once it can be")
    func unknownChanges() throws {
        let failing = FailingStore(["n": 1])
        let store = LayeredStore([.init(.managed, failing), .init(.stored, stored), .init(.registered, registered)])
        let heard = Recorder<[Int]>()
        let observation = entry(in: store).observe { heard.record([$0.oldValue, $0.newValue]) }
        let reporter = RecordingReporter()
        failing.fail(.reading, with: DefaultsError(.unavailable))
        DefaultsReporter.withReporter(reporter.reporter) { entry(in: stored).value = 2 }
        #expect(reporter.errors.map(\.code).contains(.unavailable))
        failing.recover()
        try failing.removeValue(forKey: "n")
        #expect(heard.values == [[1, 2]])
        observation.cancel()
    }

    @Test("saving saves the layer that is written to, and its failure is thrown")
    func flushing() throws {
        let failing = FailingStore()
        let broken = FailingStore()
        broken.fail(.flushing, with: DefaultsError(.writeFailed))
        try LayeredStore([.init(.managed, broken), .init(.stored, failing)]).flush()
        #expect(throws: DefaultsError.self) {
            try LayeredStore([.init(.managed, failing), .init(.stored, broken)]).flush()
        }
    }
}
