extension DefaultsStore {
    /// Returns a view of this store in which every key has a prefix: for a component, a user or a profile.
    ///
    /// ```swift
    /// Defaults.withStore(Defaults.currentStore.prefixed("user.\(id).")) { … }
    /// ```
    ///
    /// - Parameter prefix: What comes before each key in this store, with its separator.
    /// - Returns: A store that has those keys only, without the prefix. It keeps its values in this one.
    public func prefixed(_ prefix: String) -> PrefixedStore {
        PrefixedStore(self, prefix: prefix)
    }
}

/// A view of a store in which every key has a prefix. Make one with ``DefaultsStore/prefixed(_:)``.
public final class PrefixedStore: DefaultsStore, DerivedStore {
    /// Where the store announces its commits: those of the store below that change a key with the prefix.
    public let hub: DefaultsHub
    private let base: any DefaultsStore
    private let prefix: String

    init(_ base: any DefaultsStore, prefix: String) {
        self.base = base
        self.prefix = prefix
        hub = DefaultsHub(of: base.root.hub, prefix: prefix)
    }

    /// The name of the store below, and the prefix.
    public var name: String { "\(base.name) (\(prefix))" }

    /// Whether the store below is available.
    public var isAvailable: Bool { base.isAvailable }

    /// The store below, or a transaction that is under way on it.
    var writingStore: any DefaultsStore { DefaultsScope.redirected(base) }

    /// Returns the value of a key, as the store below has it under the prefix.
    public func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        try writingStore.value(forKey: prefix + key)
    }

    /// Returns the keys that have the prefix in the store below, without it.
    public func keys() throws(DefaultsError) -> Set<String> {
        Set(try writingStore.keys().compactMap { $0.dropping(prefix: prefix) })
    }

    /// Sets the value of a key, as the store below does under the prefix.
    public func setValue(_ value: PropertyListValue?, forKey key: String) throws(DefaultsError) {
        try writingStore.setValue(value, forKey: prefix + key)
    }

    /// Commits a batch, as the store below does under the prefix.
    public func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        func prefixed(_ values: [String: PropertyListValue?]) -> [String: PropertyListValue?] {
            Dictionary(values.map { (prefix + $0.key, $0.value) }) { $1 }
        }
        return try writingStore.commit(
            DefaultsBatch(edits: prefixed(batch.edits), expecting: prefixed(batch.expectations)))
    }

    /// Saves the store below.
    public func flush() throws(DefaultsError) {
        try writingStore.flush()
    }
}
