import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

/// A store in memory that breaks one requirement, to see the suite notice.
private final class FaultyStore: DefaultsStore {
    enum Fault: CaseIterable {
        case forgetsZero, commitsRegardless, announcesTwice, announcesNothing
    }

    let name = "faulty"
    let hub = DefaultsHub()
    private let inner = InMemoryStore()
    private let fault: Fault

    init(_ fault: Fault) {
        self.fault = fault
    }

    func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        let value = inner.value(forKey: key)
        return fault == .forgetsZero && value == 0 ? nil : value
    }

    func keys() throws(DefaultsError) -> Set<String> { inner.keys() }
    func flush() {}

    func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        let batch = fault == .commitsRegardless ? DefaultsBatch(edits: batch.edits) : batch
        let changes = batch.edits.map { DefaultsChange(key: $0, oldValue: inner.value(forKey: $0), newValue: $1) }
            .filter { $0.oldValue != $0.newValue }
        guard try inner.commit(batch) else { return false }
        for _ in 0..<(fault == .announcesTwice ? 2 : fault == .announcesNothing ? 0 : 1) { hub.enqueue(changes) }
        hub.deliver()
        return true
    }
}

@Suite("Store conformance")
struct StoreConformanceTests {
    @Test("the in-memory store conforms")
    func inMemory() throws {
        try StoreConformance.check { InMemoryStore() }
    }

    @Test("the suite notices each kind of fault", arguments: FaultyStore.Fault.allCases)
    fileprivate func faults(fault: FaultyStore.Fault) {
        #expect(throws: StoreConformance.Violations.self) {
            try StoreConformance.check { FaultyStore(fault) }
        }
    }
}
