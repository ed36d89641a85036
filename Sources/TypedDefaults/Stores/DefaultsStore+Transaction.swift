extension DefaultsStore {
    /// Makes several changes as one: all of them become visible, are saved and are announced together, or none is.
    ///
    /// Entries used in `body` read what it has written. Others see nothing of it before it ends.
    ///
    /// ```swift
    /// try store.transaction {
    ///     Defaults.balance.value -= 10
    ///     Defaults.savings.value += 10
    /// }
    /// ```
    ///
    /// No lock is held while `body` runs. Instead it runs again when another writer has changed meanwhile what it read, so
    /// it should do nothing but read and write entries. `didSet` rules run after the commit.
    ///
    /// A transaction within a transaction becomes part of it: it is committed with the outer one, if that ends well. When
    /// the inner one throws, its own changes are undone, and the outer one may go on. `didSet` of both runs at the end of
    /// the outer one.
    ///
    /// It belongs to the current task, and the tasks made in `body` while that runs. A task that outlives it, and any other
    /// thread, uses the store itself. So do calls of the store's own functions in `body`: those are made on the store that
    /// the other form of this function passes to its body, or a namespace's ``DefaultsNamespace/currentStore``. The values
    /// that were read are watched for other writers of this process, the list of keys is not.
    ///
    /// On a ``PrefixedStore`` it is a transaction on the store below. On a ``LayeredStore`` it is one on the layer that
    /// takes what is written: a change of another layer has `body` run again, unless it comes at the very moment of the
    /// commit, and what is written to another layer's store itself is written at once.
    ///
    /// - Parameter body: Reads and writes entries.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` throws, or a ``DefaultsError`` when the store refuses the changes. Nothing is changed then.
    public func transaction<R>(_ body: () throws -> R) throws -> R {
        try transaction { (_: any DefaultsStore) in try body() }
    }

    /// Makes several changes as one, by entries or by keys.
    ///
    /// ```swift
    /// try store.transaction { store in
    ///     try store.setValue(store.value(forKey: "draft"), forKey: "text")
    ///     try store.removeValue(forKey: "draft")
    /// }
    /// ```
    ///
    /// See ``transaction(_:)-(()->R)`` for what a transaction is.
    ///
    /// - Parameter body: Gets this store as it is in the transaction, with what was written so far.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` throws, or a ``DefaultsError`` when the store refuses the changes. Nothing is changed then.
    public func transaction<R>(_ body: (_ store: any DefaultsStore) throws -> R) throws -> R {
        let leaves = leaves
        let edited = leaves[0]
        while true {
            let overlay = OverlayStore(over: DefaultsScope.redirected(edited))
            // Whatever is thrown, nothing may reach the overlay's edits any more.
            defer { overlay.discard() }
            var views: [ObjectIdentifier: any DefaultsStore] = [ObjectIdentifier(edited): overlay]
            var witnesses: [WitnessStore] = []
            for leaf in leaves where views[ObjectIdentifier(leaf)] == nil {
                let witness = WitnessStore(of: DefaultsScope.redirected(leaf))
                views[ObjectIdentifier(leaf)] = witness
                witnesses.append(witness)
            }
            defer { for witness in witnesses { witness.close() } }
            // A derived store finds the views by itself.
            let view = views[ObjectIdentifier(root)] ?? root
            let result = try DefaultsScope.redirecting(views) { try body(view) }
            if try witnesses.allSatisfy({ try $0.isCurrent() }), try overlay.finish() { return result }
        }
    }
}
