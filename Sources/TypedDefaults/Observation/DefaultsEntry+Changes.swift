extension DefaultsEntry {
    /// The store that commits what is written through this entry, with no regard to transactions.
    var root: any DefaultsStore { location.store.root }

    /// The entry as something to observe.
    func source(initial: Bool) -> ObservationSource<DefaultsChange<T>> {
        let store = root
        let read: @Sendable (any DefaultsStore) -> Void = { _ = quietValue(in: $0) }
        return ObservationSource(
            store: store,
            filters: filters,
            change: { change(in: $0, of: store) },
            readInitial: initial ? read : nil
        )
    }

    /// The value in a store, as the rules give it. A failure to read is not reported.
    func quietValue(in store: any DefaultsStore) -> T {
        var ignored: DefaultsError?
        return value(in: store, noting: &ignored)
    }

    /// The value in a store, as the rules give it. A failure to read is reported, once for each stored value.
    func reportedValue(in store: any DefaultsStore) -> T {
        var failure: DefaultsError?
        let value = value(in: store, noting: &failure)
        if let failure { report(failure, reading: store) }
        return value
    }

    /// What an event changed of the value, if anything.
    private func change(in event: ObservedEvent, of store: any DefaultsStore) -> DefaultsChange<T>? {
        switch event {
        case .initial(let snapshot):
            let value = reportedValue(in: ViewStore(of: store, fixing: snapshot, saving: true))
            return change(from: value, to: value)
        case .commit(let commit):
            var old: [String: PropertyListValue?] = [:]
            var new: [String: PropertyListValue?] = [:]
            for change in commit.changes {
                old[change.key] = .some(change.oldValue)
                new[change.key] = .some(change.newValue)
            }
            // Before a generated value was saved, any reader would have been given that value too.
            let before = ViewStore(of: store, fixing: old, saving: commit.isGenerated)
            let after = ViewStore(of: store, fixing: new, saving: true)
            let change = change(from: quietValue(in: before), to: reportedValue(in: after))
            return Self.isSame(change.oldValue, change.newValue) ? nil : change
        }
    }

    private func change(from oldValue: T, to newValue: T) -> DefaultsChange<T> {
        var change = DefaultsChange(key: key, oldValue: oldValue, newValue: newValue)
        change.isSensitive = isSensitive
        return change
    }

    /// Whether two values are the same to an observer: equal, or stored alike.
    ///
    /// Values that differ from themselves, as those with a NaN in them do, and values of a type that can't tell are the
    /// same when they are stored alike.
    static func isSame(_ left: T, _ right: T) -> Bool {
        if let areEqual = isEqual(left, right) {
            if areEqual { return true }
            if isEqual(left, left) == true { return false }
        }
        do {
            return try T.encode(left) == T.encode(right)
        } catch {
            return false
        }
    }

    /// Whether two values are equal, or `nil` when their type can't tell.
    private static func isEqual(_ left: T, _ right: T) -> Bool? {
        func compare<E: Equatable>(_ left: E) -> Bool { (right as? E).map { left == $0 } ?? false }
        return (left as? any Equatable).map { compare($0) }
    }
}

extension DefaultsStore {
    /// The store itself: this one, or for a transaction's view the one that it is a view of.
    var root: any DefaultsStore {
        (self as? OverlayStore)?.base.root ?? (self as? WitnessStore)?.base.root ?? self
    }
}
