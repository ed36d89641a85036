import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

private enum KitDefaults: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let volume: DefaultsEntry<Int> = value("volume").whenNil(use: 5).reject { $0 < 0 }
}

@Suite("The recording reporter")
struct RecordingReporterTests {
    @Test("it has what was reported, in order, from child tasks too")
    func records() async {
        let recording = RecordingReporter()
        await KitDefaults.withStore(InMemoryStore(["volume": "loud"])) {
            await DefaultsReporter.withReporter(recording.reporter) {
                KitDefaults.volume.value = -1
                async let volume = KitDefaults.volume.value
                #expect(await volume == 5)
            }
        }
        #expect(recording.errors.map(\.code) == [.rejected, .typeMismatch])
        KitDefaults.withStore(InMemoryStore(["volume": []])) {
            DefaultsReporter.withReporter(DefaultsReporter { _ in }) { _ = KitDefaults.volume.value }
        }
        #expect(recording.errors.count == 2)
    }
}

@Suite("The failing store")
struct FailingStoreTests {
    @Test("it conforms while it does not fail")
    func conformance() throws {
        try StoreConformance.check { FailingStore() }
    }

    @Test("what it is told to fails, with that error, until it recovers", arguments: FailingStore.Operation.allCases)
    func failing(operation: FailingStore.Operation) throws {
        let store = FailingStore(["volume": 1])
        let entry = KitDefaults.volume.bound(to: store)
        let error = DefaultsError(.unavailable, detail: "the disk is gone")
        let uses: [(FailingStore.Operation, () throws -> Void)] = [
            (.reading, { _ = try entry.read() }),
            (.reading, { _ = try store.keys() }),
            (.writing, { try entry.write(2) }),
            (.writing, { try store.removeValue(forKey: "volume") }),
            (.flushing, { try store.flush() }),
        ]
        store.fail(operation, with: error)
        for (needed, use) in uses where needed == operation {
            let thrown = #expect(throws: DefaultsError.self) { try use() }
            #expect(thrown?.code == .unavailable)
            #expect(thrown?.detail == "the disk is gone")
        }
        store.recover()
        #expect(store.stored("volume") == 1)
        for (_, use) in uses { try use() }
    }
}

@Suite("The manual clock")
struct ManualSaveClockTests {
    @Test("calls are made when their time has come, in its order")
    func order() {
        let clock = ManualSaveClock()
        let calls = Recorder<String>()
        clock.schedule.call(after: 2) { calls.record("b") }
        clock.schedule.call(after: 1) {
            calls.record("a")
            clock.schedule.call(after: 2) { calls.record("c") }
        }
        #expect(clock.pending == [1, 2])
        clock.advance(by: 0.5)
        #expect(calls.values == [])
        clock.advance(by: 1.5)
        #expect(calls.values == ["a", "b"])
        #expect(clock.pending == [1])
        clock.advance(by: 1)
        #expect(calls.values == ["a", "b", "c"])
        #expect(clock.pending == [])
    }

    @Test("a file is saved when the clock says so, and not before")
    func file() throws {
        let url = TestHome.newFile()
        let clock = ManualSaveClock()
        let store = try PropertyListFileStore(url: url, saving: clock.schedule)
        try store.setValue(1, forKey: "a")
        clock.advance(by: 0.4)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        clock.advance(by: 0.2)
        #expect(FileManager.default.fileExists(atPath: url.path))
        let other = InMemoryStore()
        try other.importValues(Data(contentsOf: url))
        #expect(other.value(forKey: "a") == 1)
    }
}
