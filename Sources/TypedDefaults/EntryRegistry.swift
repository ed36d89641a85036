/// What a namespace knows of an entry that was declared in it.
struct DeclaredEntry: Sendable {
    /// An entry's place among the others: a record's prefix is no key, so another entry may have it as one.
    struct ID: Hashable, Sendable {
        let key: String
        let isRecord: Bool
    }

    let id: ID
    let type: ObjectIdentifier
    let typeName: String
    var isSensitive = false
    /// The keys in the store that the value has today.
    let currentKeys: EntryKeys.List
    /// Those it had before.
    var formerKeys: [EntryKeys.List] = []
    /// The stored value as text, or `nil` when there is none.
    let describe: @Sendable (any DefaultsStore) throws -> String?
    /// Whether a stored value is one that the entry could read.
    let canRead: @Sendable (PropertyListValue) -> Bool
    /// The stored form of a record's default values, by key.
    let defaults: @Sendable () throws -> [String: PropertyListValue]

    /// Describes an entry that was just declared, and so has no rules yet.
    init<T: Defaultable>(_ entry: DefaultsEntry<T?>, of type: T.Type) {
        id = ID(key: entry.key, isRecord: false)
        self.type = ObjectIdentifier(type)
        typeName = "\(type)"
        currentKeys = { [key = entry.key] in [key] }
        describe = { store in try entry.bound(to: store).read().map { String(describing: $0) } }
        canRead = { stored in
            var failure: DefaultsError?
            _ = entry.value(in: InMemoryStore([entry.key: stored]), noting: &failure)
            return failure == nil
        }
        defaults = { [:] }
    }

    /// Describes a record.
    init<R: DefaultsRecord>(record entry: DefaultsEntry<R>) {
        let prefix = entry.key
        id = ID(key: prefix, isRecord: true)
        type = ObjectIdentifier(R.self)
        typeName = "\(R.self)"
        currentKeys = { try entry.currentKeys() }
        describe = { store in
            let values = try R.persistedValues(in: store, prefix: prefix)
            return values.isEmpty ? nil : PropertyListValue.dictionary(values).text
        }
        canRead = { _ in true }
        defaults = { try RecordFields(R.self, prefix: prefix).defaultsByKey }
    }
}

/// The entries that were declared in a namespace, and those whose keys are claimed twice.
struct EntryRegistry: Sendable {
    private(set) var entries: [DeclaredEntry.ID: DeclaredEntry] = [:]
    private(set) var conflicts: [DefaultsError] = []

    /// Notes an entry, and whether its key is another entry's already, with another type.
    mutating func declare(_ id: DeclaredEntry.ID, _ type: Any.Type, as entry: () -> DeclaredEntry) {
        guard let other = entries[id] else {
            entries[id] = entry()
            return
        }
        guard other.type != ObjectIdentifier(type) else { return }
        let conflict = DefaultsError(
            .conflictingKey, key: id.key, expectedType: other.typeName, foundType: "\(type)")
        let isKnown = conflicts.contains { $0.key == conflict.key && $0.foundType == conflict.foundType }
        if !isKnown { conflicts.append(conflict) }
    }

    mutating func update(_ id: DeclaredEntry.ID, _ body: (inout DeclaredEntry) -> Void) {
        guard var entry = entries[id] else { return }
        body(&entry)
        entries[id] = entry
    }

    /// The entries in the order of their keys.
    var sorted: [DeclaredEntry] {
        entries.values.sorted { ($0.id.key, $0.id.isRecord ? 1 : 0) < ($1.id.key, $1.id.isRecord ? 1 : 0) }
    }
}

extension NamespaceSlot {
    /// Notes an entry of one key that was declared.
    @usableFromInline
    func declare<T: Defaultable>(_ entry: DefaultsEntry<T?>) {
        declare(entry, T.self, as: DeclaredEntry(entry, of: T.self))
    }

    /// Notes an entry that was declared, unless it is known: computed properties declare theirs each time.
    func declare<T>(_ entry: DefaultsEntry<T>, _ type: Any.Type, as description: @autoclosure () -> DeclaredEntry) {
        let id = DeclaredEntry.ID(key: entry.key, isRecord: entry.isRecord)
        registry.withLock { $0.declare(id, type, as: description) }
    }

    /// Changes what is known of an entry.
    func update<T>(_ entry: DefaultsEntry<T>, _ body: (inout DeclaredEntry) -> Void) {
        let id = DeclaredEntry.ID(key: entry.key, isRecord: entry.isRecord)
        registry.withLock { $0.update(id, body) }
    }

    /// The records whose properties have the key of another entry that can't read their default values, or of another
    /// record's property with a default value of another type.
    ///
    /// It makes records of default values, so it is no part of declaring them.
    func conflictsOfRecords() -> [DefaultsError] {
        let entries = registry.withLock { $0.sorted }
        var owners: [String: (typeName: String, value: PropertyListValue)] = [:]
        var conflicts: [DefaultsError] = []
        for record in entries where record.id.isRecord {
            for (key, value) in defaultValues(of: record) {
                let other = entries.first { $0.id == DeclaredEntry.ID(key: key, isRecord: false) }
                let owner = owners[key]
                owners[key] = (record.typeName, value)
                let claim: String? =
                    if let other, !other.canRead(value) {
                        other.typeName
                    } else if let owner, owner.value.typeName != value.typeName {
                        owner.typeName
                    } else {
                        nil
                    }
                guard let claim else { continue }
                conflicts.append(
                    DefaultsError(.conflictingKey, key: key, expectedType: claim, foundType: record.typeName))
            }
        }
        return conflicts
    }

    private func defaultValues(of record: DeclaredEntry) -> [(key: String, value: PropertyListValue)] {
        do {
            return try record.defaults().sorted { $0.key < $1.key }
        } catch {
            // Reading and writing the record throws the same.
            return []
        }
    }
}
