/// The properties of a record type: their keys, and their default values in stored form.
struct RecordFields<R: DefaultsRecord> {
    /// The stored form of each property's default value but those that are nil, by the property's name.
    let defaults: [String: PropertyListValue]
    /// The names of all properties.
    private let names: Set<String>
    private let prefix: String?

    init(_ type: R.Type, prefix: String?) throws(DefaultsError) {
        let members: [String: PropertyListValue?]
        do {
            members = try PropertyListValueEncoder().encodeMembers(of: R())
        } catch {
            throw DefaultsError(
                .encodingFailed, key: prefix, expectedType: "\(R.self)", detail: "its default values can't be encoded",
                underlyingError: error)
        }
        let present = members.compactMapValues { $0 }
        defaults = present
        names = RecordNames.of(R.self, written: Set(members.keys)) {
            PropertyListValueDecoder().membersAskedFor(by: R.self, of: .escaping(present))
        }
        self.prefix = prefix
        try checkKeys()
    }

    /// Throws when two properties have one key, since one would overwrite the other.
    private func checkKeys() throws(DefaultsError) {
        var owners: [String: String] = [:]
        for name in names.sorted() {
            guard let other = owners.updateValue(name, forKey: key(of: name)) else { continue }
            throw DefaultsError(
                .conflictingKey, key: key(of: name), expectedType: "\(R.self)",
                detail: "its properties \(other) and \(name) have the same key")
        }
    }

    /// The keys of all properties.
    var keys: [String] { names.map(key) }

    /// The keys of all properties with another prefix, by those with this one.
    func keys(with prefix: String) -> [String: String] {
        Dictionary(names.map { (key(of: $0), Self.key(of: $0, prefix: prefix)) }) { $1 }
    }

    /// The default values that are not nil, by key.
    var defaultsByKey: [String: PropertyListValue] {
        Dictionary(defaults.map { (key(of: $0.key), $0.value) }) { $1 }
    }

    private func key(of property: String) -> String { Self.key(of: property, prefix: prefix) }

    private static func key(of property: String, prefix: String?) -> String {
        guard let prefix, !prefix.isEmpty else { return R.key(for: property) }
        return "\(prefix).\(R.key(for: property))"
    }

    /// The key of the property in which a place in the record is, or the prefix for the record itself.
    private func key(at codingPath: [any CodingKey]) -> String? {
        codingPath.first.map { key(of: $0.stringValue) } ?? prefix
    }

    // MARK: - Reading

    /// The record that is stored.
    func read(from store: any DefaultsStore) throws(DefaultsError) -> R {
        var failure: DefaultsError?
        let stored = try stored(in: store, noting: &failure)
        if let failure { throw failure }
        return try decode(stored, store: store)
    }

    /// The record that is stored, with the default value for each property that can't be read, the first of which is
    /// noted.
    func read(from store: any DefaultsStore, noting failure: inout DefaultsError?) -> R {
        do throws(DefaultsError) {
            var stored = try stored(in: store, noting: &failure)
            while true {
                do throws(DefaultsError) {
                    return try decode(stored, store: store)
                } catch {
                    failure = failure ?? error
                    guard let property = stored.keys.first(where: { key(of: $0) == error.key }) else { return R() }
                    stored[property] = nil
                }
            }
        } catch {
            failure = error
            return R()
        }
    }

    /// What is stored of each property. Values that the store itself can't make out are left out, and the first is noted.
    private func stored(
        in store: any DefaultsStore, noting failure: inout DefaultsError?
    ) throws(DefaultsError) -> [String: PropertyListValue] {
        var stored: [String: PropertyListValue] = [:]
        for property in names.sorted() {
            let key = key(of: property)
            do throws(DefaultsError) {
                stored[property] = try store.value(forKey: key)
            } catch {
                let error = error.located(key: key, storeName: store.name)
                guard error.isAboutValue else { throw error }
                failure = failure ?? error
            }
        }
        return stored
    }

    private func decode(_ stored: [String: PropertyListValue], store: any DefaultsStore) throws(DefaultsError) -> R {
        let fallback = PropertyListValue.escaping(defaults)
        let members = PropertyListValue.escaping(defaults.merging(stored) { $1 })
        let place = FailurePlace()
        do {
            return try PropertyListValueDecoder(userInfo: place.userInfo, fallback: fallback)
                .decode(R.self, from: members)
        } catch let error as DecodingError {
            let key = key(at: error.codingPath) ?? ""
            throw DefaultsError(reading: error, as: R.self, key: key, storeName: store.name)
        } catch {
            throw failure(.decodingFailed, error, at: place.codingPath, in: store)
        }
    }

    /// An error that a property's own code threw, with the place in the record where it did.
    private func failure(
        _ code: DefaultsError.Code, _ error: any Error, at codingPath: [any CodingKey], in store: any DefaultsStore
    ) -> DefaultsError {
        let inner = error as? DefaultsError
        return DefaultsError(
            inner?.code ?? code, key: key(at: codingPath) ?? "", storeName: store.name, expectedType: "\(R.self)",
            detail: codingPath.isEmpty ? inner?.detail : "thrown at \(DefaultsError.path(codingPath))",
            underlyingError: error)
    }

    // MARK: - Writing

    /// The edits that store all properties of a record.
    func edits(
        storing record: R, in store: any DefaultsStore
    ) throws(DefaultsError) -> [String: PropertyListValue?] {
        var edits: [String: PropertyListValue?] = [:]
        for (property, value) in try members(of: record, store: store) {
            // Where the default is not nil, a nil must be stored to be read back.
            edits.updateValue(value ?? (defaults[property] == nil ? nil : .null()), forKey: key(of: property))
        }
        return edits
    }

    /// The edits that store what differs between two records.
    func edits(
        changing old: R, to new: R, in store: any DefaultsStore
    ) throws(DefaultsError) -> [String: PropertyListValue?] {
        let oldEdits = try edits(storing: old, in: store)
        return try edits(storing: new, in: store).filter { oldEdits[$0.key] != .some($0.value) }
    }

    /// The stored form of each property, nil for one that is nil.
    private func members(
        of record: R, store: any DefaultsStore
    ) throws(DefaultsError) -> [String: PropertyListValue?] {
        var members = Dictionary(names.map { ($0, PropertyListValue?.none) }) { $1 }
        let place = FailurePlace()
        do {
            members.merge(try PropertyListValueEncoder(userInfo: place.userInfo).encodeMembers(of: record)) { $1 }
        } catch EncodingError.invalidValue(let value, let context) {
            let error = EncodingError.invalidValue(value, context)
            let key = key(at: context.codingPath) ?? ""
            throw DefaultsError(writing: error, as: R.self, key: key, storeName: store.name)
        } catch {
            throw failure(.encodingFailed, error, at: place.codingPath, in: store)
        }
        RecordNames.note(Set(members.keys), of: R.self)
        return members
    }
}

extension DefaultsError {
    /// Whether the failure is one stored value's, and the store works otherwise.
    var isAboutValue: Bool { code == .typeMismatch || code == .decodingFailed }
}

extension DecodingError {
    /// Where in the value decoding failed.
    fileprivate var codingPath: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: []
        }
    }
}
