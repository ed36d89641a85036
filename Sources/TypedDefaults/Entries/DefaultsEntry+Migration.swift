extension DefaultsEntry {
    /// Goes on with the value that is stored under keys the entry had before.
    ///
    /// While nothing is stored under its own key, the entry reads the first of the old keys that has a value. Reading moves
    /// nothing. The first write stores the new key and removes the old ones in one step; so does ``clear()``. A value under
    /// the entry's own key always comes first, and a failed write leaves everything as it was. To move at the start of the
    /// program instead, use a ``DefaultsMigrator``.
    ///
    /// - Parameter oldKeys: The keys that the entry had, the newest first.
    /// - Returns: The entry with the old keys added.
    public func renamed(from oldKeys: String...) -> DefaultsEntry {
        migrating(from: oldKeys) { stored in stored }
    }

    /// Goes on with the value that is stored under another key and has another type or meaning.
    ///
    /// ```swift
    /// static let timeout: DefaultsEntry<Duration?> = value("timeout").migrating(from: "timeoutInSeconds") { .seconds($0) }
    /// ```
    ///
    /// While nothing is stored under its own key, the entry reads the old value through `transform`. The first write stores
    /// the new key and removes the old one in one step. Otherwise it is as ``renamed(from:)``.
    ///
    /// - Parameters:
    ///   - oldKey: The key of the old value.
    ///   - transform: Makes a value of an old one. When it throws, the entry is as if nothing were stored, the failure is
    ///     reported, and the old value stays.
    /// - Returns: The entry with the migration added.
    public func migrating<Old: Defaultable>(
        from oldKey: String, transform: @escaping @Sendable (Old) throws -> T
    ) -> DefaultsEntry {
        migrating(from: [oldKey]) { stored in try T.encode(try transform(try Old.decode(stored))) }
    }

    private func migrating(
        from oldKeys: [String],
        transform: @escaping @Sendable (PropertyListValue) throws -> PropertyListValue?
    ) -> DefaultsEntry {
        let key = key
        let get = get
        let set = set
        let entry = replacing(
            get: { store, failure in
                do {
                    guard try store.value(forKey: key) == nil else { return get(store, &failure) }
                    for oldKey in oldKeys {
                        guard let stored = try store.value(forKey: oldKey) else { continue }
                        // The rules before this one see the old value as if it were stored under the new key.
                        return get(ViewStore(of: store, fixing: [key: try transform(stored)]), &failure)
                    }
                } catch {
                    let fallback = get(store, &failure)
                    failure = DefaultsError(reading: error, as: T.self, key: key, storeName: store.name)
                    return fallback
                }
                return get(store, &failure)
            },
            adjust: adjust,
            set: { edit, store throws(DefaultsError) in
                while true {
                    let overlay = OverlayStore(over: store)
                    defer { overlay.discard() }
                    try set(edit, overlay)
                    for oldKey in oldKeys where try overlay.value(forKey: oldKey) != nil {
                        try overlay.setValue(nil, forKey: oldKey)
                    }
                    if try overlay.finish() { return }
                }
            }
        )
        return entry.replacing { $0.oldKeys += oldKeys }
    }
}
