extension DefaultsNamespace {
    /// Declares an entry whose value is a record, stored as one key for each property.
    ///
    /// ```swift
    /// extension Defaults {
    ///     static let settings: DefaultsEntry<Settings> = record("Settings", Settings.self)
    /// }
    /// Defaults.settings.value.volume = 7      // writes Settings.volume, and nothing else
    /// ```
    ///
    /// It takes rules and observers as any entry does. Setting it writes only the properties that changed, in one step. A
    /// property that can't be read has its default value, is reported, and stays stored as it is until another value is
    /// set for it.
    ///
    /// A record that is a class is read anew each time, so change it by ``DefaultsEntry/update(_:)``: a change of a property
    /// of `value` alone is never written.
    ///
    /// ```swift
    /// Defaults.settings.update { $0.volume = 7 }
    /// ```
    ///
    /// - Parameters:
    ///   - prefix: What comes before each property's name, with a dot between. It may be empty.
    ///   - type: The record's type.
    /// - Returns: The entry. Its key is the prefix.
    public static func record<R: DefaultsRecord>(_ prefix: String, _ type: R.Type = R.self) -> DefaultsEntry<R> {
        let slot = NamespaceSlot.of(Self.self)
        let keys = EntryKeys(properties: { try RecordFields(R.self, prefix: prefix).keys })
        let entry = DefaultsEntry<R>(
            source: EntrySource(key: prefix, location: .namespace(slot), filter: .record(prefix), keys: keys),
            get: { location, _, failure in
                let store = location.store
                do {
                    return try RecordFields(R.self, prefix: prefix).read(from: store, noting: &failure)
                } catch {
                    failure = DefaultsError(reading: error, as: R.self, key: prefix, storeName: store.name)
                    return R()
                }
            },
            adjust: nil,
            set: { edit, store throws(DefaultsError) in
                do {
                    guard case .value(let record) = edit else {
                        return try R.removePersisted(from: store, prefix: prefix)
                    }
                    let fields = try RecordFields(R.self, prefix: prefix)
                    var failure: DefaultsError?
                    let old = fields.read(from: store, noting: &failure)
                    // Where the store can't be read, nobody knows what has changed.
                    if let failure, !failure.isAboutValue { throw failure }
                    let edits = try fields.edits(changing: old, to: record, in: store)
                    if !edits.isEmpty { _ = try store.commit(DefaultsBatch(edits: edits)) }
                } catch {
                    throw DefaultsError(writing: error, as: R.self, key: prefix, storeName: store.name)
                }
            }
        )
        slot.declare(entry, R.self, as: DeclaredEntry(record: entry))
        return entry
    }
}
