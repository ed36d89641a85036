/// Where defaults are kept: it reads and writes a property list value per key.
///
/// The library's stores are ``UserDefaultsStore``, ``PropertyListFileStore``, ``InMemoryStore`` and ``LayeredStore``. A
/// store of your own needs six members; the extension below builds everything else on them.
///
/// What a store must hold:
/// - It may be used from any thread at any time.
/// - Reading changes nothing.
/// - A value is read back exactly as it was written, or writing it throws.
/// - ``commit(_:)`` applies all of a batch or nothing of it, and no other writer of the process comes between its check and
///   its edits.
/// - Each commit is handed to ``DefaultsHub/enqueue(_:isExternal:)`` under the lock that made it visible, so that observers hear of
///   commits in their order; ``DefaultsHub/deliver()`` is called after that lock is released, as it runs observers.
/// - No lock is held while code of others runs.
///
/// A store that keeps its values in memory is this short:
///
/// ```swift
/// final class SessionStore: DefaultsStore {
///     let name = "session"
///     let hub = DefaultsHub()
///     private let values = Mutex<[String: PropertyListValue]>([:])
///
///     func value(forKey key: String) -> PropertyListValue? { values.withLock { $0[key] } }
///     func keys() -> Set<String> { values.withLock { Set($0.keys) } }
///     func flush() {}
///
///     func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
///         try batch.validate(storeName: name)
///         let applied = values.withLock { values in
///             guard let changes = batch.apply(to: &values) else { return false }
///             hub.enqueue(changes)
///             return true
///         }
///         hub.deliver()
///         return applied
///     }
/// }
/// ```
///
/// Run the conformance suite of `TypedDefaultsTesting` on it:
///
/// ```swift
/// @Test func sessionStoreConforms() throws {
///     try StoreConformance.check { SessionStore() }
/// }
/// ```
public protocol DefaultsStore: AnyObject, Sendable {
    /// What errors and reports call this store.
    var name: String { get }

    /// Where the store announces its commits. A store owns one: `let hub = DefaultsHub()`.
    var hub: DefaultsHub { get }

    /// Whether the store can be read at present. While it is not, reading and writing throw errors with code `unavailable`.
    ///
    /// A device that is locked, or a file whose permissions are missing, make a store unavailable. Entries then give what
    /// they give for an absent value, and write nothing in its place. When the store is available again, it announces what
    /// differs from what was known before, as a commit that was made elsewhere.
    ///
    /// The default implementation returns `true`.
    var isAvailable: Bool { get }

    /// Returns the value of a key, or `nil` when it has none.
    ///
    /// - Parameter key: Any string. Canonically equivalent strings are one key.
    /// - Returns: The value, exactly as it was written.
    /// - Throws: ``DefaultsError`` when the store can't be read at present.
    func value(forKey key: String) throws(DefaultsError) -> PropertyListValue?

    /// Returns the keys that have a value of this store's own.
    ///
    /// - Throws: ``DefaultsError`` when the store can't be read at present.
    func keys() throws(DefaultsError) -> Set<String>

    /// Sets the value of a key, or removes it. Setting an equal value changes nothing.
    ///
    /// The default implementation commits a batch of this one edit; a store overrides it to be faster.
    ///
    /// - Parameters:
    ///   - value: The new value, or `nil` to remove the key.
    ///   - key: Any string. Canonically equivalent strings are one key.
    /// - Throws: ``DefaultsError`` when the store can't hold the value or the key. The old value is kept.
    func setValue(_ value: PropertyListValue?, forKey key: String) throws(DefaultsError)

    /// Applies a batch of edits if its expectations hold, all of them or none.
    ///
    /// - Parameter batch: The edits, and the values that must be stored for them to apply.
    /// - Returns: Whether the expectations held, and so the edits were applied.
    /// - Throws: ``DefaultsError`` when the store can't hold one of the values. Nothing is changed.
    func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool

    /// Saves what has been set, and returns when it would survive the end of the process.
    ///
    /// - Throws: ``DefaultsError`` when it can't be saved. It stays in memory and saving is tried again.
    func flush() throws(DefaultsError)
}

extension DefaultsStore {
    /// Returns `true`.
    public var isAvailable: Bool { true }

    /// Sets the value of a key, or removes it, by a batch of this one edit.
    public func setValue(_ value: PropertyListValue?, forKey key: String) throws(DefaultsError) {
        _ = try commit(DefaultsBatch(edits: [key: value]))
    }

    /// Removes a key.
    ///
    /// - Parameter key: The key. Nothing happens when it has no value.
    /// - Throws: ``DefaultsError`` when the store can't be changed at present.
    public func removeValue(forKey key: String) throws(DefaultsError) {
        try setValue(nil, forKey: key)
    }

    /// Changes the value of a key in one step that no other writer of this process comes between.
    ///
    /// No lock is held while `body` runs. Instead it runs again when the value has changed meanwhile, so it should do
    /// nothing but compute the new value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Gets the value, `nil` when absent, and changes it.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` throws, or a ``DefaultsError`` from reading or writing. Nothing is changed then.
    public func updateValue<R>(forKey key: String, _ body: (inout PropertyListValue?) throws -> R) throws -> R {
        while true {
            let old = try value(forKey: key)
            var new = old
            let result = try body(&new)
            if try commit(DefaultsBatch(edits: [key: new], expecting: [key: old])) { return result }
        }
    }
}
