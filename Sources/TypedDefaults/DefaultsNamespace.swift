/// A place to declare entries, with the store they use.
///
/// ``Defaults`` is the one for the standard user defaults. Make more, one for each suite or file:
///
/// ```swift
/// enum SharedDefaults: DefaultsNamespace {
///     static let store: any DefaultsStore = InMemoryStore()
/// }
///
/// extension SharedDefaults {
///     static let lastSync: DefaultsEntry<Date?> = value("lastSync")
/// }
/// ```
public protocol DefaultsNamespace: SendableMetatype {
    /// The store that the entries use, unless it is replaced for a task or the process.
    static var store: any DefaultsStore { get }
}

extension DefaultsNamespace {
    /// Declares an entry.
    ///
    /// Its value is `nil` when nothing is stored, or something that is not a `T`; setting `nil` removes the key. Add
    /// ``DefaultsEntry/whenNil(use:)`` for an entry that is never `nil`. Declaring reads nothing.
    ///
    /// - Parameter key: The key in the store, any string.
    /// - Returns: The entry.
    @inlinable
    public static func value<T: Defaultable>(_ key: String) -> DefaultsEntry<T?> {
        declare(DefaultsEntry(key: key, location: location, bridge: nil))
    }

    /// Declares an entry.
    ///
    /// It is the same as for a type that is not `Sendable`, but a value that was decoded is kept, and returned as long as
    /// the same is stored. Objects of classes are not kept. If a value has one within that can change, whoever changes it
    /// changes what the next reader gets.
    ///
    /// - Parameter key: The key in the store, any string.
    /// - Returns: The entry.
    @inlinable
    public static func value<T: Defaultable & Sendable>(_ key: String) -> DefaultsEntry<T?> {
        declare(DefaultsEntry(caching: T.self, key: key, location: location, bridge: nil))
    }

    /// Declares an entry that is stored in another way than its type's own.
    ///
    /// - Parameters:
    ///   - key: The key in the store, any string.
    ///   - bridge: How the value is stored, such as ``DefaultsBridge/jsonData`` or ``DefaultsBridge/dropInvalid``.
    /// - Returns: The entry.
    @inlinable
    public static func value<T: Defaultable>(_ key: String, as bridge: DefaultsBridge<T>) -> DefaultsEntry<T?> {
        declare(DefaultsEntry(key: key, location: location, bridge: bridge))
    }

    /// Declares an entry that is stored in another way than its type's own.
    ///
    /// A value that was decoded is kept, and returned as long as the same is stored.
    ///
    /// - Parameters:
    ///   - key: The key in the store, any string.
    ///   - bridge: How the value is stored, such as ``DefaultsBridge/jsonData`` or ``DefaultsBridge/dropInvalid``.
    /// - Returns: The entry.
    @inlinable
    public static func value<T: Defaultable & Sendable>(
        _ key: String, as bridge: DefaultsBridge<T>
    ) -> DefaultsEntry<T?> {
        declare(DefaultsEntry(caching: T.self, key: key, location: location, bridge: bridge))
    }

    @usableFromInline static var location: StoreLocation { .namespace(NamespaceSlot.of(Self.self)) }

    @inlinable
    static func declare<T: Defaultable>(_ entry: DefaultsEntry<T?>) -> DefaultsEntry<T?> {
        if case .namespace(let slot) = entry.core.source.location { slot.declare(entry) }
        return entry
    }

    /// The store in use: that of the task, else that of the process, else ``store``. In a transaction it is a view of it
    /// with the transaction's changes.
    public static var currentStore: any DefaultsStore {
        StoreLocation.namespace(NamespaceSlot.of(Self.self)).store
    }

    /// Replaces the store for the whole process, for instance at the start of a program.
    ///
    /// ```swift
    /// Defaults.bootstrap(try PropertyListFileStore(url: settingsFile))
    /// ```
    ///
    /// Entries that were declared before use it too, from their next use. Observations go on with the store they began on.
    ///
    /// - Parameter store: The store to use, or `nil` for the namespace's own.
    public static func bootstrap(_ store: (any DefaultsStore)?) {
        NamespaceSlot.of(Self.self).replace(with: store)
    }

    /// Runs `body` with another store for the current task.
    ///
    /// - Parameters:
    ///   - store: The store that the namespace's entries use in `body`.
    ///   - body: The code to run.
    /// - Returns: What `body` returned.
    public static func withStore<R>(_ store: any DefaultsStore, _ body: () throws -> R) rethrows -> R {
        let scope = DefaultsScope.replacing(ObjectIdentifier(Self.self), with: store)
        return try DefaultsScope.within(scope, body)
    }

    /// Runs `body` with another store for the current task and its child tasks.
    ///
    /// - Parameters:
    ///   - store: The store that the namespace's entries use in `body`.
    ///   - isolation: The actor to run on, the caller's by default.
    ///   - body: The code to run.
    /// - Returns: What `body` returned.
    public static func withStore<R>(
        _ store: any DefaultsStore,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        let scope = DefaultsScope.replacing(ObjectIdentifier(Self.self), with: store)
        return try await DefaultsScope.within(scope, isolation: isolation, body)
    }

    /// Makes several changes as one, in the namespace's store. See ``DefaultsStore/transaction(_:)-(()->R)``.
    ///
    /// - Parameter body: Reads and writes entries. It runs again when another writer came between.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` throws, or a ``DefaultsError`` when the store refuses the changes. Nothing is changed then.
    public static func transaction<R>(_ body: () throws -> R) throws -> R {
        try NamespaceSlot.of(Self.self).store.transaction(body)
    }
}
