extension DefaultsEntry {
    /// Gives the value to use when there is none, and makes the entry one that is never `nil`.
    ///
    /// The value is not stored, so a later version of the program can have another one. It is also used when what is
    /// stored can't be decoded or reached. When a stored codable value only lacks fields that its type has got since, these
    /// are taken from `fallback`, and the others are kept.
    ///
    /// - Parameter fallback: The value to use, computed each time it is needed and never before.
    /// - Returns: An entry of the wrapped type.
    @inlinable
    public func whenNil<W: Defaultable>(
        use fallback: @autoclosure @escaping @Sendable () -> W
    ) -> DefaultsEntry<W> where T == W? {
        let get = core.get
        return unwrapped(by: fallback) { location, revision, failure in
            if let value = get(location, revision, &failure) { return value }
            let value = fallback()
            guard let error = failure, error.isMissingField else { return value }
            return filled(by: value, in: location.store, &failure) ?? value
        }
    }

    /// Reads a value again whose stored form lacks a field, which an older version of its type did not have, with what
    /// is missing filled from the entry's default value.
    @usableFromInline
    func filled<W: Defaultable>(
        by value: W, in store: any DefaultsStore, _ failure: inout DefaultsError?
    ) -> W? where T == W? {
        do {
            guard let encoded = try W.encode(value) else { return nil }
            var secondFailure: DefaultsError?
            let filled = DecodingFallback.filling(W.self, from: encoded) {
                self.value(in: store, noting: &secondFailure)
            }
            if filled != nil { failure = nil }
            return filled
        } catch {
            // The default value can't be encoded, so it fills nothing. What could not be read is reported as it was.
            return nil
        }
    }

    /// Gives the value to store when there is none, such as a generated identifier, and makes the entry one that is never
    /// `nil`.
    ///
    /// The first read stores it, and all later ones return what was stored, also when several threads read first at once.
    /// When two processes do, each has its own until it knows the other's: the one that is saved last stays. Nothing is stored in the place of a value that is there but can't be decoded, nor while the store
    /// can't be reached.
    ///
    /// - Parameter generated: The value to store, computed when there is none.
    /// - Returns: An entry of the wrapped type.
    public func whenNil<W: Defaultable>(
        save generated: @autoclosure @escaping @Sendable () -> W
    ) -> DefaultsEntry<W> where T == W? {
        let key = key
        let entry = self
        return unwrapped(by: generated) { location, revision, failure in
            if let value = entry.core.get(location, revision, &failure) { return value }
            let value = generated()
            let store = location.store
            if let error = failure {
                return error.isMissingField ? entry.filled(by: value, in: store, &failure) ?? value : value
            }
            do throws(DefaultsError) {
                let overlay = OverlayStore(over: store)
                defer { overlay.discard() }
                guard try overlay.value(forKey: key) == nil else {
                    return entry.value(in: store, noting: &failure) ?? value
                }
                try entry.set(.value(entry.adjust?(value) ?? value), overlay)
                // When another writer came first, its value is the one that counts.
                _ = try CommitContext.generating { () throws(DefaultsError) in try overlay.finish() }
                return entry.value(in: store, noting: &failure) ?? value
            } catch {
                failure = error.located(key: key, storeName: store.name)
                return value
            }
        }
    }

    /// Gives the value to use when none was ever set, and keeps `nil` as a value that can be set.
    ///
    /// Setting `nil` stores that there is none, and reading then gives `nil`; ``clear()`` removes the key, and reading
    /// then gives the fallback.
    ///
    /// - Parameter fallback: The value to use, computed each time it is needed and never before. It is not stored.
    /// - Returns: The entry with the rule added.
    public func whenUnset<W: Defaultable>(
        use fallback: @autoclosure @escaping @Sendable () -> W
    ) -> DefaultsEntry where T == W? {
        whenUnset(orNil: fallback)
    }

    /// The same with a fallback that may be `nil`.
    func whenUnset<W: Defaultable>(orNil fallback: @escaping @Sendable () -> W?) -> DefaultsEntry where T == W? {
        let entry = self
        let key = key
        let set = set
        return replacing(
            get: { location, revision, failure in
                if let value = entry.core.get(location, revision, &failure) { return value }
                let store = location.store
                do throws(DefaultsError) {
                    if failure == nil, try entry.isStored(in: store) { return nil }
                } catch {
                    failure = error.located(key: key, storeName: store.name)
                }
                guard let value = fallback() else { return nil }
                guard let error = failure, error.isMissingField else { return value }
                return entry.filled(by: value, in: store, &failure) ?? value
            },
            adjust: adjust,
            set: { edit, store throws(DefaultsError) in
                if case .value(nil) = edit { try set(.explicitNil, store) } else { try set(edit, store) }
            }
        )
    }

    /// The entry of the wrapped type with another get closure, in which a nil that a rule makes becomes the fallback.
    @inlinable
    func unwrapped<W: Defaultable>(
        by fallback: @escaping @Sendable () -> W,
        get: @escaping DefaultsEntry<W>.Get
    ) -> DefaultsEntry<W> where T == W? {
        var adjusted: DefaultsEntry<W>.Adjust?
        if let adjust {
            adjusted = { (value) throws(DefaultsError) in try adjust(value) ?? fallback() }
        }
        let set = set
        return replacing(
            get: get,
            adjust: adjusted,
            set: { edit, store throws(DefaultsError) in
                switch edit {
                case .value(let value): try set(.value(value), store)
                case .explicitNil: try set(.explicitNil, store)
                case .clear: try set(.clear, store)
                }
            }
        )
    }
}
