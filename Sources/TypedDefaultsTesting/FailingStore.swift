public import TypedDefaults

/// A store in memory that fails when told to: to test what a program does when a disk is full or a file can't be read.
///
/// ```swift
/// let store = FailingStore(["name": "Ada"])
/// store.fail(.reading, with: DefaultsError(.unavailable))
/// Defaults.withStore(store) { … }
/// store.recover()
/// ```
public final class FailingStore: DefaultsStore {
    /// What a store can fail to do.
    public enum Operation: Sendable, CaseIterable {
        /// Reading values and listing keys. When it fails as unavailable, so does changing values.
        case reading
        /// Changing values. What is stored stays as it is.
        case writing
        /// Saving what was changed. It stays changed in memory.
        case flushing
    }

    private let inner: InMemoryStore
    private let failures = Lock<[Operation: DefaultsError]>([:])

    /// Creates a store that does not fail yet.
    ///
    /// - Parameters:
    ///   - values: What is stored at first.
    ///   - name: What errors and reports call the store.
    public init(_ values: [String: PropertyListValue] = [:], name: String = "failing") {
        inner = InMemoryStore(values, name: name)
    }

    /// Lets an operation fail from now on.
    ///
    /// - Parameters:
    ///   - operation: What fails.
    ///   - error: What it throws.
    public func fail(_ operation: Operation, with error: DefaultsError) {
        failures.withLock { $0[operation] = error }
    }

    /// Lets all operations succeed again.
    public func recover() {
        failures.withLock { $0 = [:] }
    }

    private func check(_ operation: Operation) throws(DefaultsError) {
        if let error = failures.withLock({ $0[operation] }) { throw error }
    }

    /// What errors and reports call this store.
    public var name: String { inner.name }

    /// Where the store announces its commits.
    public var hub: DefaultsHub { inner.hub }

    /// Whether reading is not to fail for the store being unavailable.
    public var isAvailable: Bool {
        failures.withLock { $0[.reading]?.code != .unavailable }
    }

    /// Returns the value of a key, or throws what reading is to fail with.
    public func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        try check(.reading)
        return inner.value(forKey: key)
    }

    /// Returns all keys, or throws what reading is to fail with.
    public func keys() throws(DefaultsError) -> Set<String> {
        try check(.reading)
        return inner.keys()
    }

    /// Applies a batch, or throws what writing is to fail with, or reading if the store is unavailable.
    public func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        if !isAvailable { try check(.reading) }
        try check(.writing)
        return try inner.commit(batch)
    }

    /// Does nothing, or throws what flushing is to fail with.
    public func flush() throws(DefaultsError) {
        try check(.flushing)
    }
}
