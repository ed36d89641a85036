extension DefaultsEntry {
    /// Goes on with the value that is stored under keys the entry had before.
    ///
    /// While nothing is stored under its own key, the entry reads the first of the old keys that has a value. Reading moves
    /// nothing. The first write stores the new key and removes the old ones in one step; so does ``clear()``. A value under
    /// the entry's own key always comes first, and a failed write leaves everything as it was. To move at the start of the
    /// program instead, use a ``DefaultsMigrator``.
    ///
    /// For a record these are prefixes it had before: its properties move together.
    ///
    /// - Parameter oldKeys: The keys that the entry had, the newest first.
    /// - Returns: The entry with the old keys added.
    public func renamed(from oldKeys: String...) -> DefaultsEntry {
        migrating(
            from: oldKeys.map { oldKey in
                if isRecord, let record = T.self as? any DefaultsRecord.Type {
                    return EntryMigration.prefix(oldKey, ofRecord: record, now: key)
                }
                return EntryMigration.key(oldKey, of: T.self) { [key] stored in [key: stored] }
            })
    }

    /// Goes on with the value that is stored under another key and has another type or meaning.
    ///
    /// ```swift
    /// static let timeout: DefaultsEntry<Duration?> = value("timeout").migrating(from: "timeoutInSeconds") { .seconds($0) }
    /// ```
    ///
    /// While nothing is stored under its own key, the entry reads the old value through `transform`. The first write stores
    /// the new key and removes the old one in one step. Otherwise it is as ``renamed(from:)``. A record is made of what was
    /// one value: each of its properties is then stored under its own key.
    ///
    /// - Parameters:
    ///   - oldKey: The key of the old value.
    ///   - transform: Makes a value of an old one. When it throws, the entry is as if nothing were stored, the failure is
    ///     reported, and the old value stays until a new one is written.
    /// - Returns: The entry with the migration added.
    public func migrating<Old: Defaultable>(
        from oldKey: String, transform: @escaping @Sendable (Old) throws -> T
    ) -> DefaultsEntry {
        let migration = EntryMigration.key(oldKey, of: Old.self) { [key, isRecord] stored in
            let value = try transform(try Old.decode(stored))
            if isRecord, let record = value as? any DefaultsRecord { return try record.storedProperties(prefix: key) }
            return try T.encode(value).map { [key: $0] } ?? [:]
        }
        return migrating(from: [migration])
    }

    private func migrating(from migrations: [EntryMigration]) -> DefaultsEntry {
        let entry = self
        if case .namespace(let slot) = location {
            slot.update(entry) { $0.formerKeys += migrations.map(\.keys) }
        }
        let migrated = replacing(
            get: { location, _, failure in
                let store = location.store
                do {
                    guard let old = try entry.values(of: migrations, in: store) else {
                        return entry.value(in: store, noting: &failure)
                    }
                    // The rules before this one see the old value as if it were stored under the new key.
                    return entry.value(in: ViewStore(of: store, fixing: old.mapValues { $0 }), noting: &failure)
                } catch {
                    let fallback = entry.value(in: store, noting: &failure)
                    failure = DefaultsError(reading: error, as: T.self, key: entry.key, storeName: store.name)
                    return fallback
                }
            },
            adjust: adjust,
            set: { edit, store throws(DefaultsError) in
                while true {
                    let overlay = OverlayStore(over: store)
                    defer { overlay.discard() }
                    try entry.move(migrations, in: overlay)
                    try entry.set(edit, overlay)
                    if try overlay.finish() { return }
                }
            }
        )
        return migrated.replacing { $0.keys = ($0.keys ?? EntryKeys(properties: nil)).adding(migrations) }
    }

    /// What the value's stored form of today would be, of the first migration that finds something, or nil when the value
    /// is stored under its keys of today or nowhere.
    private func values(
        of migrations: [EntryMigration], in store: any DefaultsStore
    ) throws -> [String: PropertyListValue]? {
        // Keys that the value had since come first, and the migrations before this one deal with them.
        guard try !isStored(in: store) else { return nil }
        for migration in migrations {
            if let values = try migration.values(store), !values.isEmpty { return values }
        }
        return nil
    }

    /// Stores the old value under the keys of today, if it is not superseded, and removes the old keys.
    ///
    /// The write that follows replaces it, for a record all that it is to replace.
    private func move(_ migrations: [EntryMigration], in overlay: OverlayStore) throws(DefaultsError) {
        do {
            var values: [String: PropertyListValue]?
            do {
                values = try self.values(of: migrations, in: overlay)
            } catch let error as DefaultsError where !error.isAboutValue {
                throw error
            } catch {
                // The old value can't be read. Whoever writes a new one wants that in its place.
                values = nil
            }
            var edits: [String: PropertyListValue?] = [:]
            for migration in migrations {
                for key in try migration.keys() where try overlay.value(forKey: key) != nil {
                    edits.updateValue(nil, forKey: key)
                }
            }
            for (key, value) in values ?? [:] { edits.updateValue(value, forKey: key) }
            if !edits.isEmpty { _ = try overlay.commit(DefaultsBatch(edits: edits)) }
        } catch {
            throw DefaultsError(writing: error, as: T.self, key: key, storeName: overlay.name)
        }
    }
}

extension DefaultsRecord {
    /// The stored form of each property that is not nil, by key.
    fileprivate func storedProperties(prefix: String) throws -> [String: PropertyListValue] {
        let fields = try RecordFields(Self.self, prefix: prefix)
        return try fields.edits(storing: self, in: InMemoryStore()).compactMapValues { $0 }
    }
}
