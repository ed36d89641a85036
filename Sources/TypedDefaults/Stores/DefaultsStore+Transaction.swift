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
    /// it should do nothing but read and write entries. `didSet` rules run after the commit. A transaction within a
    /// transaction becomes part of it.
    ///
    /// - Parameter body: Reads and writes entries.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` throws, or a ``DefaultsError`` when the store refuses the changes. Nothing is changed then.
    public func transaction<R>(_ body: () throws -> R) throws -> R {
        let base = DefaultsScope.redirected(self)
        while true {
            let overlay = OverlayStore(over: base)
            // Whatever is thrown, nothing may reach the overlay's edits any more.
            defer { overlay.discard() }
            let result = try DefaultsScope.redirecting(self, to: overlay, body)
            if try overlay.finish() { return result }
        }
    }
}
