/// The keys of a store that an entry's value is made of, where these are not just the entry's own key.
final class EntryKeys: Sendable {
    typealias List = @Sendable () throws -> [String]

    /// The keys of a record's properties, or nil for an entry that is stored under its own key.
    let properties: List?
    /// Where the value was stored before.
    let former: [EntryMigration]

    init(properties: List?, former: [EntryMigration] = []) {
        self.properties = properties
        self.former = former
    }

    /// The same keys and more that the value had before.
    func adding(_ migrations: [EntryMigration]) -> EntryKeys {
        EntryKeys(properties: properties, former: former + migrations)
    }
}

extension DefaultsEntry {
    /// Whether the value is a record, with a key for each property.
    var isRecord: Bool { keys?.properties != nil }

    /// The keys under which the value is stored today.
    func currentKeys() throws -> [String] {
        try keys?.properties?() ?? [key]
    }

    /// Whether a store has anything of the value, under its keys of today or of before.
    func isStored(in store: any DefaultsStore) throws(DefaultsError) -> Bool {
        guard let keys else { return try store.value(forKey: key) != nil }
        do {
            for key in try currentKeys() where try store.value(forKey: key) != nil { return true }
            for migration in keys.former {
                for key in try migration.keys() where try store.value(forKey: key) != nil { return true }
            }
            return false
        } catch {
            throw DefaultsError(reading: error, as: T.self, key: key, storeName: store.name)
        }
    }
}
