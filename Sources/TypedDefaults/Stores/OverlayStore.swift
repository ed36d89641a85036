/// A store seen through edits that are not made yet: what a transaction works on.
///
/// It remembers what it read, so that the edits apply only if nobody has changed that meanwhile. Reading a key twice gives
/// the same value. Once finished, successfully or not, it passes everything on to the store below: a task that outlives
/// its transaction reads and writes as if there had been none.
final class OverlayStore: DefaultsStore {
    private struct State {
        var reads: [String: PropertyListValue?] = [:]
        var edits: [String: PropertyListValue?] = [:]
        /// The observers that shall not hear of an edit.
        var muted: [String: Set<UInt64>] = [:]
        var hooks: [@Sendable () -> Void] = []
        var isOpen = true
    }

    let base: any DefaultsStore
    private let state = Lock(State())

    init(over base: any DefaultsStore) {
        self.base = base
    }

    var name: String { base.name }
    var hub: DefaultsHub { base.hub }
    var isAvailable: Bool { base.isAvailable }

    func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        let known: PropertyListValue?? = state.withLock { state in
            state.isOpen ? state.edits[key] ?? state.reads[key] : nil
        }
        if let known { return known }
        let value = try base.value(forKey: key)
        return state.withLock { state in
            guard state.isOpen else { return value }
            // Another thread of the same transaction may have been faster.
            if let known = state.edits[key] ?? state.reads[key] { return known }
            state.reads[key] = .some(value)
            return value
        }
    }

    func keys() throws(DefaultsError) -> Set<String> {
        let edits = state.withLock { $0.isOpen ? $0.edits : [:] }
        var keys = try base.keys()
        for (key, value) in edits {
            if value == nil { keys.remove(key) } else { keys.insert(key) }
        }
        return keys
    }

    func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        try batch.validate(storeName: name)
        for (key, expected) in batch.expectations {
            guard try value(forKey: key) == expected else { return false }
        }
        let context = CommitContext.current
        let isTaken = state.withLock { state in
            guard state.isOpen else { return false }
            state.edits.merge(batch.edits) { _, new in new }
            for key in batch.edits.keys {
                let muted = context.muted(forKey: key)
                state.muted[key] = muted.isEmpty ? nil : muted
            }
            return true
        }
        return try isTaken ? true : base.commit(batch)
    }

    /// Does nothing: a transaction is saved as a whole, after it has been committed.
    func flush() throws(DefaultsError) {
        if !state.withLock({ $0.isOpen }) { try base.flush() }
    }

    /// Runs `hook` when the edits are committed, or at once if they have been.
    fileprivate func deferHook(_ hook: @escaping @Sendable () -> Void) {
        let isPending = state.withLock { state in
            if state.isOpen { state.hooks.append(hook) }
            return state.isOpen
        }
        if !isPending { base.afterCommit(hook) }
    }

    /// What was read of the store below, by key.
    var reads: [String: PropertyListValue?] { state.withLock { $0.reads } }

    /// Drops the edits.
    func discard() {
        state.withLock { $0 = State(isOpen: false) }
    }

    /// Commits the edits, if nobody has changed what was read meanwhile.
    ///
    /// - Returns: Whether they were committed. If not, the transaction must run again on a new overlay.
    func finish() throws(DefaultsError) -> Bool {
        let final = state.withLock { state in
            let final = state
            state = State(isOpen: false)
            return final
        }
        if !final.edits.isEmpty || !final.reads.isEmpty {
            let batch = DefaultsBatch(edits: final.edits, expecting: final.reads)
            let isCommitted = try CommitContext.muting(final.muted) { () throws(DefaultsError) in
                try base.commit(batch)
            }
            guard isCommitted else { return false }
        }
        for hook in final.hooks { base.afterCommit(hook) }
        return true
    }
}

extension DefaultsStore {
    /// Runs `hook` once what was written is committed: at once, but for a transaction.
    func afterCommit(_ hook: @escaping @Sendable () -> Void) {
        if let overlay = self as? OverlayStore {
            overlay.deferHook(hook)
        } else if let derived = self as? any DerivedStore {
            // A transaction may be under way on the store below.
            derived.writingStore.afterCommit(hook)
        } else {
            hook()
        }
    }
}

/// A store that writes to another one, or to a transaction that is under way on it.
protocol DerivedStore: DefaultsStore {
    /// Where it writes to at present.
    var writingStore: any DefaultsStore { get }
}
