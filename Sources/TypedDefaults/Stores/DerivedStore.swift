/// A store that keeps no values of its own, but shows those of others.
///
/// A transaction on it is one on the stores that hold the values, so that it takes in what is written to these by whatever
/// way.
protocol DerivedStore: DefaultsStore {
    /// The stores that it shows. What is written goes to the first.
    var bases: [any DefaultsStore] { get }
    /// Where it writes to at present: the first of them, or a transaction that is under way on that.
    var writingStore: any DefaultsStore { get }
}

extension DefaultsStore {
    /// The stores that hold this one's values. What is written goes to the first.
    var leaves: [any DefaultsStore] {
        let root = root
        return (root as? any DerivedStore)?.bases.flatMap(\.leaves) ?? [root]
    }

    /// Runs `hook` once what was written is committed: at once, but for a transaction.
    func afterCommit(_ hook: @escaping @Sendable () -> Void) {
        if let overlay = self as? OverlayStore {
            overlay.deferHook(hook)
        } else if let witness = self as? WitnessStore {
            witness.base.afterCommit(hook)
        } else if let derived = self as? any DerivedStore {
            // A transaction may be under way on the store that holds the value.
            derived.writingStore.afterCommit(hook)
        } else {
            hook()
        }
    }
}
