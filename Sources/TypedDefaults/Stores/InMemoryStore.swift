/// A store in memory, for tests, previews and values that need not outlive the process.
///
/// It behaves as the stores on disk do in all but persistence: the same conversions, errors and observation.
///
/// ```swift
/// let store = InMemoryStore(["launchCount": 3, "name": "Ada"])
/// Defaults.withStore(store) { … }
/// ```
public final class InMemoryStore: DefaultsStore {
    /// What errors and reports call this store.
    public let name: String
    /// Where the store announces its commits.
    public let hub = DefaultsHub()
    private let values: Lock<[String: PropertyListValue]>
    let revision = Revision.make()

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - values: What is stored at first.
    ///   - name: What errors and reports call the store.
    public init(_ values: [String: PropertyListValue] = [:], name: String = "memory") {
        self.values = Lock(values)
        self.name = name
    }

    deinit {
        revision.retire()
    }

    /// Returns the value of a key, or `nil` when it has none.
    ///
    /// - Complexity: O(1).
    public func value(forKey key: String) -> PropertyListValue? {
        values.withLock { $0[key] }
    }

    /// Returns all keys.
    public func keys() -> Set<String> {
        values.withLock { Set($0.keys) }
    }

    /// Sets the value of a key, or removes it.
    ///
    /// - Throws: ``DefaultsError`` with code `encodingFailed` when the value is nested too deep.
    /// - Complexity: O(1) on average, and O(*n*) in the size of a collection.
    public func setValue(_ value: PropertyListValue?, forKey key: String) throws(DefaultsError) {
        try value?.validate(forKey: key, storeName: name)
        let isAnnounced = values.withLock { values in
            revision.advance()
            guard hub.isObserved else {
                if let value { values[key] = value } else { values.removeValue(forKey: key) }
                return false
            }
            let old = values[key]
            values[key] = value
            if old != value { hub.enqueue([DefaultsChange(key: key, oldValue: old, newValue: value)]) }
            return true
        }
        if isAnnounced { hub.deliver() }
    }

    /// Applies a batch of edits if its expectations hold, all of them or none.
    ///
    /// - Throws: ``DefaultsError`` with code `encodingFailed` when a value is nested too deep.
    public func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        try batch.validate(storeName: name)
        let isCommitted = values.withLock { values in
            guard let changes = batch.apply(to: &values) else { return false }
            revision.advance()
            hub.enqueue(changes)
            return true
        }
        hub.deliver()
        return isCommitted
    }

    /// Does nothing: memory does not outlive the process.
    public func flush() {}
}
