extension DefaultsEntry {
    /// Calls `handler` with each change of the value, whoever makes it.
    ///
    /// The handler gets the old and the new value as the entry's rules give them, and hears of each change once, in the
    /// order of the commits. Setting an equal value is no change. It runs before the write returns, on the writer's thread,
    /// unless another thread is delivering just then. It may use any entry, this one too.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the handler once with the current value, as both old and new, before returning.
    ///   - handler: Gets each change.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public func observe(
        initial: Bool = false,
        _ handler: @escaping @Sendable (DefaultsChange<T>) -> Void
    ) -> DefaultsObservation {
        let store = location.store.root
        let observer = HubObserver(filters: [filter]) { commit in
            if let change = change(of: commit, in: store) { handler(change) }
        }
        store.hub.add(observer)
        if initial {
            let value = current(in: store, for: observer)
            var change = DefaultsChange(key: key, oldValue: value, newValue: value)
            change.isSensitive = isSensitive
            observer.deliver { [change] in handler(change) }
        }
        return DefaultsObservation(observer, in: store.hub)
    }

    /// The value now. The observer will hear of nothing that was committed before.
    private func current(in store: any DefaultsStore, for observer: HubObserver) -> T {
        while true {
            let sequenceNumber = store.hub.sequenceNumber
            var ignored: DefaultsError?
            let value = get(store, &ignored)
            guard store.hub.sequenceNumber == sequenceNumber else { continue }
            observer.skip(through: sequenceNumber)
            return value
        }
    }

    /// What a commit changed of the value, if anything.
    private func change(of commit: DefaultsCommit, in store: any DefaultsStore) -> DefaultsChange<T>? {
        guard commit.changes.contains(where: { filter.matches($0.key) }) else { return nil }
        // All of the commit, since rules may read more keys than those that were asked for.
        let changes = commit.changes
        let old = ViewStore(of: store, fixing: Dictionary(changes.map { ($0.key, $0.oldValue) }) { $1 })
        let new = ViewStore(of: store, fixing: Dictionary(changes.map { ($0.key, $0.newValue) }) { $1 })
        var ignored: DefaultsError?
        var change = DefaultsChange(key: key, oldValue: get(old, &ignored), newValue: get(new, &ignored))
        change.isSensitive = isSensitive
        return isEqual(change.oldValue, change.newValue) ? nil : change
    }
}

extension DefaultsStore {
    /// The store that commits: this one, or for a transaction the one it will commit to.
    var root: any DefaultsStore {
        (self as? OverlayStore)?.base.root ?? self
    }
}

/// Whether two values are equal, as their type says, else as their stored forms do.
private func isEqual<T: Defaultable>(_ left: T, _ right: T) -> Bool {
    func compare<E: Equatable>(_ left: E) -> Bool { left == right as? E }
    if let left = left as? any Equatable { return compare(left) }
    do {
        return try T.encode(left) == T.encode(right)
    } catch {
        // What can't be encoded can't be compared, and it is better to hear of a change too many.
        return false
    }
}
