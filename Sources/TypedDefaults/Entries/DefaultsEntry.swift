/// A typed value under a key of a store, read and written through rules.
///
/// An entry is a key and two closures, get and set, that take the store; each rule wraps those before it. It holds no
/// value and no store of its own: it finds the store each time it is used. So it can be declared as a constant:
///
/// ```swift
/// extension Defaults {
///     static let fontSize: DefaultsEntry<Int> = value("fontSize").whenNil(use: 12).clamped(to: 8...72)
/// }
///
/// Defaults.fontSize.value = 100     // 72
/// try Defaults.fontSize.write(14)   // the same, but throws where the store fails
/// Defaults.fontSize.clear()         // 12 again
/// ```
public struct DefaultsEntry<T: Defaultable>: Sendable {
    /// What a set closure is to do.
    @usableFromInline
    enum Edit {
        case value(T)
        /// Store a nil, as distinct from storing nothing.
        case explicitNil
        case clear
    }

    /// Reads the value through the rules. A failure is noted, and the value is as if nothing were stored.
    ///
    /// With the place where the store is goes the number of the store's state, or ``Revision/none``. A value that is known
    /// to be stored in that state is returned without a look at the store.
    @usableFromInline
    typealias Get = @Sendable (StoreLocation, _ revision: UInt64, inout DefaultsError?) -> T
    /// What the rules make of a value that is about to be written.
    @usableFromInline
    typealias Adjust = @Sendable (T) throws(DefaultsError) -> T
    @usableFromInline
    typealias Set = @Sendable (Edit, any DefaultsStore) throws(DefaultsError) -> Void

    /// All there is of the entry, in one object: an entry is copied each time it is used.
    @usableFromInline let core: EntryCore<T>

    @inlinable
    init(source: EntrySource, get: @escaping Get, adjust: Adjust?, set: @escaping Set) {
        core = EntryCore(source: source, get: get, adjust: adjust, set: set)
    }

    /// The key in the store.
    public var key: String { core.source.key }

    var source: EntrySource { core.source }
    @inlinable var get: Get { core.get }
    @inlinable var adjust: Adjust? { core.adjust }
    @inlinable var set: Set { core.set }

    /// The entry with other closures, of the same or another type of value.
    @inlinable
    func replacing<W: Defaultable>(
        get: @escaping DefaultsEntry<W>.Get, adjust: DefaultsEntry<W>.Adjust?, set: @escaping DefaultsEntry<W>.Set
    ) -> DefaultsEntry<W> {
        DefaultsEntry<W>(source: core.source, get: get, adjust: adjust, set: set)
    }

    /// The entry with a change of where or what it is.
    func replacing(_ change: (inout EntrySource) -> Void) -> DefaultsEntry {
        var source = source
        change(&source)
        return DefaultsEntry(source: source, get: get, adjust: adjust, set: set)
    }
}

/// What an entry consists of.
@usableFromInline
final class EntryCore<T: Defaultable>: Sendable {
    @usableFromInline let source: EntrySource
    @usableFromInline let get: DefaultsEntry<T>.Get
    @usableFromInline let adjust: DefaultsEntry<T>.Adjust?
    @usableFromInline let set: DefaultsEntry<T>.Set
    @usableFromInline let probe = TrackingProbe.shared

    @inlinable
    init(
        source: EntrySource, get: @escaping DefaultsEntry<T>.Get, adjust: DefaultsEntry<T>.Adjust?,
        set: @escaping DefaultsEntry<T>.Set
    ) {
        self.source = source
        self.get = get
        self.adjust = adjust
        self.set = set
    }
}

/// Where an entry's value is, whatever its type.
@usableFromInline
struct EntrySource: Sendable {
    @usableFromInline let key: String
    @usableFromInline var location: StoreLocation
    /// The keys that hold the value.
    let filter: KeyFilter
    /// The keys that the value is made of, or nil for the entry's own key alone.
    var keys: EntryKeys?
    /// Whether descriptions of the value must not show it.
    var isSensitive = false

    /// Creates the source of an entry of one key.
    @usableFromInline
    init(key: String, location: StoreLocation) {
        self.init(key: key, location: location, filter: .key(key), keys: nil)
    }

    init(key: String, location: StoreLocation, filter: KeyFilter, keys: EntryKeys?) {
        self.key = key
        self.keys = keys
        self.location = location
        self.filter = filter
    }

    /// All keys that the value depends on.
    var filters: Set<KeyFilter> {
        Set([filter] + (keys?.former ?? []).map(\.filter))
    }
}

extension DefaultsEntry {
    var location: StoreLocation { source.location }
    var filter: KeyFilter { source.filter }
    var filters: Swift.Set<KeyFilter> { source.filters }
    var keys: EntryKeys? { source.keys }
    var isSensitive: Bool { source.isSensitive }
}

// MARK: - Reading

extension DefaultsEntry {
    /// The value, as the entry's rules give it. Setting it writes it through the rules.
    ///
    /// Reading never throws and never traps, and writes nothing. When the stored value has another type, can't be decoded
    /// or can't be reached, the value is as if nothing were stored, what is stored is kept, and the failure goes to the
    /// current ``DefaultsReporter``, once for each stored value. When an assignment fails the old value is kept and the
    /// failure is reported. Use ``read()`` and ``write(_:)`` to handle failures yourself.
    ///
    /// - Complexity: O(1) on average for scalars. The library's own stores read from memory.
    @inlinable public var value: T {
        get {
            var failure: DefaultsError?
            let value = value(noting: &failure)
            if let failure { report(failure, reading: core.source.location.store) }
            return value
        }
        nonmutating set {
            do throws(DefaultsError) {
                try write(newValue)
            } catch {
                DefaultsReporter.current.report(error)
            }
        }
    }

    /// Returns the value, as the entry's rules give it, and throws where ``value`` would fall back.
    ///
    /// - Returns: The value. When nothing is stored it is what the rules say, or `nil`.
    /// - Throws: ``DefaultsError`` with code `typeMismatch` or `decodingFailed` when what is stored is no `T`, or as the
    ///   store throws. What is stored is kept.
    public func read() throws(DefaultsError) -> T {
        var failure: DefaultsError?
        let value = value(noting: &failure)
        if let failure { throw failure }
        return value
    }

    /// The value that a store has, as the rules give it.
    @usableFromInline
    func value(in store: any DefaultsStore, noting failure: inout DefaultsError?) -> T {
        core.get(.resolved(store), Revision.none, &failure)
    }

    @inlinable
    func value(noting failure: inout DefaultsError?) -> T {
        let revision = core.source.location.revision
        if core.probe.isTracking() { track(in: core.source.location.store) }
        if revision != Revision.none { return core.get(core.source.location, revision, &failure) }
        return core.get(.resolved(core.source.location.store), revision, &failure)
    }

    /// Whether the store has a value for the key, of whatever type: for a record a value of any of its properties, and for
    /// a renamed entry one under a key it had before.
    ///
    /// When the store can't be read it is `false`, and the failure is reported.
    public var isStored: Bool {
        let store = location.store
        if core.probe.isTracking() { track(in: store) }
        do throws(DefaultsError) {
            return try isStored(in: store)
        } catch {
            report(error.located(key: key, storeName: store.name), reading: store)
            return false
        }
    }

    @usableFromInline
    func track(in store: any DefaultsStore) {
        for filter in filters { store.hub.track(filter) }
    }

    /// Reports a failure to read, unless that was done for what is stored now.
    @usableFromInline
    func report(_ failure: DefaultsError, reading store: any DefaultsStore) {
        var hasher = Hasher()
        hasher.combine(failure.code)
        do {
            hasher.combine(try store.value(forKey: failure.key ?? key))
            for migration in keys?.former ?? [] {
                for key in try migration.keys() { hasher.combine(try store.value(forKey: key)) }
            }
        } catch {
            hasher.combine((error as? DefaultsError)?.code)
        }
        if store.hub.isNews(hasher.finalize(), forKey: failure.key ?? key) { DefaultsReporter.current.report(failure) }
    }
}

// MARK: - Writing

extension DefaultsEntry {
    /// Writes a value through the entry's rules.
    ///
    /// It is visible to every reader when `write` returns. When it is on disk is up to the store; see
    /// ``DefaultsStore/flush()``.
    ///
    /// - Parameter value: The new value. For an optional entry `nil` removes the key.
    /// - Throws: ``DefaultsError`` with code `rejected` when a rule refuses the value, `encodingFailed` when it can't be
    ///   encoded, or as the store throws. The old value is kept.
    @inlinable
    public func write(_ value: T) throws(DefaultsError) {
        try write(value, to: core.source.location.store)
    }

    /// Removes the key. Rules are skipped, but ``didSet(_:)`` runs.
    ///
    /// The value is then what the rules say for an absent key. A failure is reported.
    public func clear() {
        do throws(DefaultsError) {
            try set(.clear, location.store)
        } catch {
            DefaultsReporter.current.report(error)
        }
    }

    /// Changes the value in one step that no other writer of this process comes between.
    ///
    /// ```swift
    /// Defaults.launchCount.update { $0 += 1 }
    /// ```
    ///
    /// No lock is held while `body` runs. Instead it runs again when the value has changed meanwhile, so it should do
    /// nothing but compute the new value. `didSet` runs once, when the value is written. When two processes change one
    /// value, the last to save wins.
    ///
    /// A failure to write is reported, and the old value kept. So is a failure to reach the store. When a value is stored
    /// that can't be decoded, `body` gets the entry's default, and the result replaces it as an assignment would.
    ///
    /// - Parameter body: Gets the value as the rules give it, and changes it.
    /// - Returns: What `body` returned.
    @discardableResult
    public func update<R>(_ body: (inout T) throws -> R) rethrows -> R {
        let store = location.store
        while true {
            let overlay = OverlayStore(over: store)
            defer { overlay.discard() }
            var failure: DefaultsError?
            var value = value(in: overlay, noting: &failure)
            let result = try body(&value)
            do throws(DefaultsError) {
                // What could not be read must not be replaced by something made from a default.
                if let failure, !failure.isAboutValue { throw failure }
                try write(value, to: overlay)
                if try overlay.finish() { return result }
            } catch {
                DefaultsReporter.current.report(error)
                return result
            }
        }
    }

    @inlinable
    func write(_ value: T, to store: any DefaultsStore) throws(DefaultsError) {
        do {
            try core.set(.value(core.adjust?(value) ?? value), store)
        } catch {
            throw error.located(key: key, storeName: store.name)
        }
    }
}

// MARK: - Binding

extension DefaultsEntry {
    /// Returns the entry with a fixed store, whatever its namespace's is.
    ///
    /// - Parameter store: The store to use.
    /// - Returns: The same key and rules on that store.
    public func bound(to store: any DefaultsStore) -> DefaultsEntry {
        replacing { $0.location = .fixed(FixedStore(store)) }
    }
}
