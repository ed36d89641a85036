/// A store as it was or will be at one moment: some keys have fixed values, the others those of the store below.
///
/// An observer's old and new values are read through it by the entry's own rules. It can't be written to.
final class ViewStore: DefaultsStore {
    private let base: any DefaultsStore
    private let fixed: [String: PropertyListValue?]

    init(of base: any DefaultsStore, fixing fixed: [String: PropertyListValue?]) {
        self.base = base
        self.fixed = fixed
    }

    var name: String { base.name }
    var hub: DefaultsHub { base.hub }
    var isAvailable: Bool { base.isAvailable }

    func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        if let value = fixed[key] { return value }
        return try base.value(forKey: key)
    }

    func keys() throws(DefaultsError) -> Set<String> {
        var keys = try base.keys()
        for (key, value) in fixed {
            if value == nil { keys.remove(key) } else { keys.insert(key) }
        }
        return keys
    }

    func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        throw DefaultsError(.unavailable, storeName: name, detail: "a view of the past can't be changed")
    }

    func flush() {}
}
