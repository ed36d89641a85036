import Foundation
import Testing
import TypedDefaults

/// Rules that go beyond Palau's, on every store.
@Suite("Rules")
struct RuleTests {
    @Test("whenNil(use:) computes its value on each absent read and stores nothing", arguments: StoreKind.allCases)
    func fallbackIsLazy(kind: StoreKind) throws {
        let store = try kind.make()
        let calls = Recorder<Void>()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: fallbackValue(calls)).bound(to: store)
        #expect(calls.values.count == 0)
        #expect((0..<2).map { _ in entry.value } == [7, 7] as [Int])
        #expect(calls.values.count == 2)
        #expect(try store.keys() == [])
        entry.value = 8
        #expect(entry.value == 8)
        #expect(calls.values.count == 2)
    }

    @Test("whenNil(save:) stores the first value and returns it from then on", arguments: StoreKind.allCases)
    func savedFallback(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<UUID> = Defaults.value("id").whenNil(save: UUID()).bound(to: store)
        let id = entry.value
        #expect(entry.value == id)
        #expect(try store.value(forKey: "id") == .string(id.uuidString))
        let other: DefaultsEntry<UUID> = Defaults.value("id").whenNil(save: UUID()).bound(to: store)
        #expect(other.value == id)
    }

    @Test("whenNil(save:) gives all threads that read first the same value", arguments: StoreKind.allCases)
    func savedOnce(kind: StoreKind) throws {
        let entry: DefaultsEntry<UUID> = Defaults.value("id").whenNil(save: UUID()).bound(to: try kind.make())
        let seen = Recorder<UUID>()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in seen.record(entry.value) }
        #expect(Set(seen.values).count == 1)
    }

    @Test("whenNil(save:) stores nothing over a value that can't be decoded", arguments: StoreKind.allCases)
    func savedNotOverDamage(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue("not an identifier", forKey: "id")
        let entry: DefaultsEntry<UUID> = Defaults.value("id").whenNil(save: UUID()).bound(to: store)
        DefaultsReporter.withReporter(DefaultsReporter { _ in }) { _ = entry.value }
        #expect(try store.value(forKey: "id") == "not an identifier")
    }

    @Test("whenUnset(use:) tells an explicit nil from never set, also after reopening", arguments: StoreKind.allCases)
    func unset(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int?> = Defaults.value("n").whenUnset(use: 1).bound(to: store)
        #expect(entry.value == 1)
        entry.value = 2
        #expect(entry.value == 2)
        entry.value = nil
        #expect(entry.value == nil)
        #expect(entry.isStored)
        try store.flush()
        #expect(entry.value == nil)
        entry.clear()
        #expect(entry.value == 1)
        #expect(!entry.isStored)
    }

    @Test("clamped(to:) keeps a value in range on read and on write, and leaves nil", arguments: StoreKind.allCases)
    func clamped(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 5).clamped(to: 1...10).bound(to: store)
        let optional: DefaultsEntry<Int?> = Defaults.value("o").clamped(to: 1...10).bound(to: store)
        for (written, kept) in [(0, 1), (1, 1), (10, 10), (11, 10)] {
            entry.value = written
            optional.value = written
            #expect(try store.value(forKey: "n") == .integer(Int64(kept)))
            #expect(try store.value(forKey: "o") == .integer(Int64(kept)))
            try store.setValue(.integer(Int64(written)), forKey: "n")
            #expect(entry.value == kept)
        }
        optional.value = nil
        #expect(optional.value == nil)
    }

    @Test("reject(when:) refuses a write, reports an assignment and keeps the old value", arguments: StoreKind.allCases)
    func reject(kind: StoreKind) throws {
        let store = try kind.make()
        let reports = Recorder<DefaultsError>()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).reject { $0 < 0 }.bound(to: store)
        entry.value = 3
        let error = #expect(throws: DefaultsError.self) { try entry.write(-1) }
        #expect(error?.code == .rejected)
        DefaultsReporter.withReporter(reports.reporter) {
            entry.value = -2
            entry.update { $0 = -3 }
        }
        #expect(reports.values.map(\.code) == [.rejected, .rejected])
        #expect(entry.value == 3)
        // What is stored already is read as it is.
        try store.setValue(-5, forKey: "n")
        #expect(entry.value == -5)
    }

    @Test("update is atomic between threads, returns its result, and runs didSet once", arguments: StoreKind.allCases)
    func update(kind: StoreKind) throws {
        let store = try kind.make()
        let sets = Recorder<Int>()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).didSet { new, _ in sets.record(new) }
            .bound(to: store)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 { entry.update { $0 += 1 } }
        }
        #expect(entry.value == 400)
        #expect(sets.values.count == 400)
        #expect(entry.update { value in value * 2 } == 800)
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try entry.update { value in
                value = 0
                throw Refusal()
            }
        }
        #expect(entry.value == 400)
    }

    @Test("a failure to read is reported once for each stored value", arguments: StoreKind.allCases)
    func reportedOnce(kind: StoreKind) throws {
        let store = try kind.make()
        let reports = Recorder<DefaultsError>()
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        try DefaultsReporter.withReporter(reports.reporter) {
            try store.setValue("a", forKey: "n")
            for _ in 0..<3 { #expect(entry.value == nil) }
            #expect(reports.values.count == 1)
            try store.setValue("b", forKey: "n")
            for _ in 0..<3 { #expect(entry.value == nil) }
        }
        #expect(reports.values.map(\.key) == ["n", "n"])
    }

    private func fallbackValue(_ calls: Recorder<Void>) -> Int {
        calls.record(())
        return 7
    }
}
