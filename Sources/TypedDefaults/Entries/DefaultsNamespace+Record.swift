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
    /// - Parameters:
    ///   - prefix: What comes before each property's name, with a dot between. It may be empty.
    ///   - type: The record's type.
    /// - Returns: The entry. Its key is the prefix.
    public static func record<R: DefaultsRecord>(_ prefix: String, _ type: R.Type = R.self) -> DefaultsEntry<R> {
        let slot = NamespaceSlot.of(Self.self)
        slot.declare(
            prefix, type,
            as: DeclaredEntry(prefix, type) {
                try RecordFields(R.self, prefix: prefix).keys
            } describe: { store in
                let values = try R.persistedValues(in: store, prefix: prefix)
                return values.isEmpty ? nil : String(describing: try R(from: store, prefix: prefix))
            })
        return DefaultsEntry(
            source: EntrySource(
                key: prefix, location: .namespace(slot), filter: prefix.isEmpty ? .all : .prefix(prefix + ".")),
            get: { store, failure in
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
                    if let failure, failure.code == .unavailable { throw failure }
                    let edits = try fields.edits(changing: old, to: record, in: store)
                    if !edits.isEmpty { _ = try store.commit(DefaultsBatch(edits: edits)) }
                } catch {
                    throw DefaultsError(writing: error, as: R.self, key: prefix, storeName: store.name)
                }
            }
        )
    }
}
