/// The strings by which keys of dictionaries are stored.
enum DictionaryKey {
    /// Returns the key of a stored string.
    static func decode<Key: Defaultable>(_ text: String) throws -> Key {
        do {
            return try Key.decode(.string(text))
        } catch {
            if let type = Key.self as? any CodingKeyRepresentable.Type, let key = key(type, text) as? Key { return key }
            if let type = Key.self as? any LosslessStringConvertible.Type, let key = type.init(text) as? Key {
                return key
            }
            throw error
        }
    }

    /// Returns the string of a key, or `nil` when it has none.
    static func encode<Key: Defaultable>(_ key: Key) throws -> String? {
        if let text = try Key.encode(key).flatMap(text) { return text }
        if let key = key as? any CodingKeyRepresentable { return key.codingKey.stringValue }
        return (key as? any LosslessStringConvertible)?.description
    }

    private static func key<K: CodingKeyRepresentable>(_ type: K.Type, _ text: String) -> K? {
        K(codingKey: NameKey(stringValue: text))
    }

    /// The text of a scalar, which the coercion table reads back.
    private static func text(_ value: PropertyListValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): number.description
        case .unsigned(let number): number.description
        case .real(let number): number.description
        case .bool(let value): value.description
        case .data, .date, .array, .dictionary: nil
        }
    }

    /// A coding key of any name.
    private struct NameKey: CodingKey {
        let stringValue: String
        var intValue: Int? { Int(stringValue) }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init(intValue: Int) {
            stringValue = "\(intValue)"
        }
    }
}
