/// A store as a transaction on another one reads it: it remembers what was read, to find out whether that has changed.
///
/// A transaction on a ``LayeredStore`` edits one layer and reads all. Those that it does not edit it sees through
/// witnesses. What is written to such a layer all the same is written at once, as it can't be committed together with the
/// edits of another store.
///
/// Once closed it passes everything on to the store below, as a finished ``OverlayStore`` does.
final class WitnessStore: DefaultsStore {
    private struct State {
        var reads: [String: PropertyListValue?] = [:]
        var isOpen = true
    }

    let base: any DefaultsStore
    private let state = Lock(State())

    init(of base: any DefaultsStore) {
        self.base = base
    }

    var name: String { base.name }
    var hub: DefaultsHub { base.hub }
    var isAvailable: Bool { base.isAvailable }

    func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        if let known = state.withLock({ $0.reads[key] }) { return known }
        let value = try base.value(forKey: key)
        return state.withLock { state in
            guard state.isOpen else { return value }
            // Another thread of the same transaction may have been faster.
            if let known = state.reads[key] { return known }
            state.reads[key] = .some(value)
            return value
        }
    }

    func keys() throws(DefaultsError) -> Set<String> { try base.keys() }

    func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        guard try base.commit(batch) else { return false }
        // Its own writes are none that the transaction must run again for.
        state.withLock { state in
            for (key, value) in batch.edits where state.reads[key] != nil {
                state.reads.updateValue(value, forKey: key)
            }
        }
        return true
    }

    func flush() throws(DefaultsError) { try base.flush() }

    /// Whether everything that was read is still so.
    func isCurrent() throws(DefaultsError) -> Bool {
        let reads = state.withLock { $0.reads }
        return reads.isEmpty ? true : try base.commit(DefaultsBatch(expecting: reads))
    }

    /// Forgets what was read, as the transaction has ended.
    func close() {
        state.withLock { $0 = State(isOpen: false) }
    }
}
