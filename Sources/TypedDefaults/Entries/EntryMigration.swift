/// Where an entry's value was stored before: some keys, and how to make the stored form of today of them.
struct EntryMigration: Sendable {
    /// The keys of before.
    let keys: EntryKeys.List
    /// What is stored under them, by the keys of today, or nil when there is nothing.
    let values: @Sendable (any DefaultsStore) throws -> [String: PropertyListValue]?
    /// What observers of these keys listen to.
    let filter: KeyFilter
}

extension EntryMigration {
    /// A value that was stored under another key.
    static func key(
        _ oldKey: String, of type: Any.Type,
        making values: @escaping @Sendable (PropertyListValue) throws -> [String: PropertyListValue]
    ) -> EntryMigration {
        EntryMigration(
            keys: { [oldKey] },
            values: { store in
                do {
                    return try store.value(forKey: oldKey).map(values)
                } catch {
                    throw DefaultsError(reading: error, as: type, key: oldKey, storeName: store.name)
                }
            },
            filter: .key(oldKey)
        )
    }

    /// A record whose properties were stored with another prefix.
    static func prefix<R: DefaultsRecord>(
        _ oldPrefix: String, ofRecord type: R.Type, now prefix: String
    ) -> EntryMigration {
        EntryMigration(
            keys: { try RecordFields(R.self, prefix: oldPrefix).keys },
            values: { store in
                var values: [String: PropertyListValue] = [:]
                for (key, oldKey) in try RecordFields(R.self, prefix: prefix).keys(with: oldPrefix) {
                    values[key] = try store.value(forKey: oldKey)
                }
                return values.isEmpty ? nil : values
            },
            filter: .record(oldPrefix)
        )
    }
}

extension KeyFilter {
    /// The keys of a record's properties.
    static func record(_ prefix: String) -> KeyFilter {
        prefix.isEmpty ? .all : .prefix(prefix + ".")
    }
}
