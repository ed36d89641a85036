extension DefaultsEntry {
    /// Creates the entry without rules: what is stored under a key, as a bridge reads and writes it.
    @inlinable
    init<W: Defaultable>(key: String, location: StoreLocation, bridge: DefaultsBridge<W>?) where T == W? {
        let source = EntrySource(key: key, location: location)
        guard let cache = ScalarCache.make(for: T.self) else {
            self.init(source: source, bridge: bridge) { location, _, failure in
                let store = location.store
                return Self.read(from: store, as: W.self, failingAt: key, &failure) { () throws in
                    guard let stored = try store.value(forKey: key) else { return nil }
                    return try Self.decode(stored, by: bridge)
                }
            }
            return
        }
        self.init(source: source, bridge: bridge) { location, revision, failure in
            if revision != Revision.none, let value = cache.value(at: revision, as: T.self) { return value }
            let store = location.store
            return Self.read(from: store, as: W.self, failingAt: key, &failure) { () throws in
                let value = try store.value(forKey: key).flatMap { try Self.decode($0, by: bridge) }
                if Revision.isCurrent(revision, of: store) { cache.keep(value, at: revision) }
                return value
            }
        }
    }

    /// Creates the entry without rules, of a type whose decoded values can be kept and returned again.
    @inlinable
    init<W: Defaultable & Sendable>(
        caching type: W.Type, key: String, location: StoreLocation, bridge: DefaultsBridge<W>?
    ) where T == W? {
        guard ScalarCache.make(for: T.self) == nil, let cache = DecodedCache<W>.make() else {
            self.init(key: key, location: location, bridge: bridge)
            return
        }
        self.init(source: EntrySource(key: key, location: location), bridge: bridge) { location, revision, failure in
            if revision != Revision.none, let value = cache.value(at: revision) { return value }
            let store = location.store
            return Self.read(from: store, as: W.self, failingAt: key, &failure) { () throws in
                guard let stored = try store.value(forKey: key) else { return nil }
                let revision = Revision.isCurrent(revision, of: store) ? revision : Revision.none
                if let value = cache.value(of: stored, at: revision) { return value }
                let value = try Self.decode(stored, by: bridge)
                if let value { cache.keep(value, of: stored, at: revision) }
                return value
            }
        }
    }

    @inlinable
    static func decode<W: Defaultable>(
        _ stored: PropertyListValue, by bridge: DefaultsBridge<W>?
    ) throws -> W? where T == W? {
        guard let bridge else { return try T.decode(stored) }
        return stored.nullLevel == nil ? try bridge.decode(stored) : nil
    }

    /// Reads a value, or notes why it can't be read.
    @inlinable
    static func read<W: Defaultable>(
        from store: any DefaultsStore, as type: W.Type, failingAt key: String, _ failure: inout DefaultsError?,
        _ body: () throws -> W?
    ) -> T where T == W? {
        do {
            return try body()
        } catch  where ForeignCoding.isNull(error) {
            // Other libraries store the null of JSON for nil.
            return nil
        } catch {
            failure = DefaultsError(reading: error, as: W.self, key: key, storeName: store.name)
            return nil
        }
    }

    @inlinable
    init<W: Defaultable>(source: EntrySource, bridge: DefaultsBridge<W>?, get: @escaping Get) where T == W? {
        let key = source.key
        self.init(
            source: source,
            get: get,
            adjust: nil,
            set: { edit, store throws(DefaultsError) in
                let encoded: PropertyListValue?
                switch edit {
                case .clear: encoded = nil
                case .explicitNil: encoded = .null()
                case .value(let value):
                    do {
                        encoded = if let bridge { try value.flatMap(bridge.encode) } else { try T.encode(value) }
                    } catch {
                        throw DefaultsError(writing: error, as: W.self, key: key, storeName: store.name)
                    }
                }
                do throws(DefaultsError) {
                    try store.setValue(encoded, forKey: key)
                } catch {
                    throw error.located(key: key, storeName: store.name)
                }
            }
        )
    }
}

extension DefaultsError {
    /// The failure to read a key, from what the store or the type's `decode` threw.
    @usableFromInline
    init(reading error: any Error, as type: Any.Type, key: String, storeName: String) {
        self.init(error, otherwise: .decodingFailed, type: type, key: key, storeName: storeName)
    }

    /// The failure to write a key, from what the type's `encode` threw.
    @usableFromInline
    init(writing error: any Error, as type: Any.Type, key: String, storeName: String) {
        self.init(error, otherwise: .encodingFailed, type: type, key: key, storeName: storeName)
    }

    private init(_ error: any Error, otherwise code: Code, type: Any.Type, key: String, storeName: String) {
        if let error = error as? DefaultsError {
            self = error.located(key: key, storeName: storeName)
        } else {
            self.init(code, key: key, storeName: storeName, expectedType: "\(type)", underlyingError: error)
        }
    }
}
