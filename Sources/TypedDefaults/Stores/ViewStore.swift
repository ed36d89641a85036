/// A store as it was or will be at one moment: some keys have fixed values, the others those of the store below.
///
/// An observer's old and new values are read through it by the entry's own rules. It can't be written to, but for what
/// `whenNil(save:)` saves when it finds nothing: in a view that is `saving`, that goes to the store below, and the view
/// then has what is stored there.
final class ViewStore: DefaultsStore {
    private let base: any DefaultsStore
    private let isSaving: Bool
    private let fixed: Lock<[String: PropertyListValue?]>

    init(
        of base: any DefaultsStore, fixing fixed: [String: PropertyListValue?], saving isSaving: Bool = false
    ) {
        self.base = base
        self.isSaving = isSaving
        self.fixed = Lock(fixed)
    }

    var name: String { base.name }
    var hub: DefaultsHub { base.hub }
    var isAvailable: Bool { base.isAvailable }

    func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        if let value = fixed.withLock({ $0[key] }) { return value }
        return try base.value(forKey: key)
    }

    func keys() throws(DefaultsError) -> Set<String> {
        var keys = try base.keys()
        for (key, value) in fixed.withLock({ $0 }) {
            if value == nil { keys.remove(key) } else { keys.insert(key) }
        }
        return keys
    }

    func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        guard isSaving else {
            throw DefaultsError(.unavailable, storeName: name, detail: "a view of the past can't be changed")
        }
        // When somebody was faster, theirs is the value that counts.
        _ = try base.commit(batch)
        for key in batch.edits.keys {
            let value = try base.value(forKey: key)
            fixed.withLock { $0[key] = .some(value) }
        }
        return true
    }

    func flush() {}
}
