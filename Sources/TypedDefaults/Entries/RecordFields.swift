/// The properties of a record type: their keys, and their default values in stored form.
struct RecordFields<R: DefaultsRecord> {
    /// The stored form of each property's default value, nil for one that is nil, by the property's name.
    private let defaults: [String: PropertyListValue?]
    private let prefix: String

    init(_ type: R.Type, prefix: String?) throws {
        do {
            defaults = try PropertyListValueEncoder().encodeMembers(of: R())
        } catch {
            throw DefaultsError(
                .encodingFailed, key: prefix, expectedType: "\(R.self)", detail: "its default values can't be encoded",
                underlyingError: error)
        }
        self.prefix = prefix.map { $0.isEmpty ? "" : $0 + "." } ?? ""
    }

    /// The keys of all properties.
    var keys: [String] { defaults.keys.map(key) }

    private func key(of property: String) -> String { prefix + R.key(for: property) }

    /// The key of the property in which a place in the record is.
    private func key(at codingPath: [any CodingKey]) -> String {
        guard let property = codingPath.first else { return prefix }
        return key(of: property.stringValue)
    }

    // MARK: - Reading

    /// The record that is stored.
    func read(from store: any DefaultsStore) throws(DefaultsError) -> R {
        try decode(try stored(in: store), store: store)
    }

    /// The record that is stored, with the default value for each property that can't be read, the first of which is
    /// noted.
    func read(from store: any DefaultsStore, noting failure: inout DefaultsError?) -> R {
        do throws(DefaultsError) {
            var stored = try stored(in: store)
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

    private func stored(in store: any DefaultsStore) throws(DefaultsError) -> [String: PropertyListValue] {
        var stored: [String: PropertyListValue] = [:]
        for property in defaults.keys {
            let key = key(of: property)
            do {
                stored[property] = try store.value(forKey: key)
            } catch {
                throw error.located(key: key, storeName: store.name)
            }
        }
        return stored
    }

    private func decode(_ stored: [String: PropertyListValue], store: any DefaultsStore) throws(DefaultsError) -> R {
        let present = defaults.compactMapValues { $0 }
        let fallback = PropertyListValue.escaping(present)
        let members = PropertyListValue.escaping(present.merging(stored) { $1 })
        do {
            return try PropertyListValueDecoder(fallback: fallback).decode(R.self, from: members)
        } catch let error as DecodingError {
            throw DefaultsError(reading: error, as: R.self, key: key(at: error.codingPath), storeName: store.name)
        } catch {
            throw DefaultsError(reading: error, as: R.self, key: prefix, storeName: store.name)
        }
    }

    // MARK: - Writing

    /// The edits that store all properties of a record.
    func edits(
        storing record: R, in store: any DefaultsStore
    ) throws(DefaultsError) -> [String: PropertyListValue?] {
        var edits: [String: PropertyListValue?] = [:]
        for (property, value) in try members(of: record, store: store) {
            // Where the default is not nil, a nil must be stored to be read back.
            let isNilByDefault = (defaults[property] ?? nil) == nil
            edits.updateValue(value ?? (isNilByDefault ? nil : .null()), forKey: key(of: property))
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
        let members: [String: PropertyListValue?]
        do {
            members = try PropertyListValueEncoder().encodeMembers(of: record)
        } catch EncodingError.invalidValue(let value, let context) {
            let error = EncodingError.invalidValue(value, context)
            throw DefaultsError(writing: error, as: R.self, key: key(at: context.codingPath), storeName: store.name)
        } catch {
            throw DefaultsError(writing: error, as: R.self, key: prefix, storeName: store.name)
        }
        var absent = defaults.mapValues { _ in PropertyListValue?.none }
        absent.merge(members) { $1 }
        return absent
    }
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
