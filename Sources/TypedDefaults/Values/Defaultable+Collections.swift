// Collections are stored native and read strictly: one element that can't be read fails the whole.

extension Array: Defaultable where Element: Defaultable {
    /// Reads an array of elements, or one that another library stored as a document.
    public static func decode(_ stored: PropertyListValue) throws -> [Element] {
        guard case .array(let elements) = stored else {
            return try KeyedArchive.array(of: Element.self, from: stored)
                ?? ForeignForm.decode(Self.self, from: stored)
        }
        return try elements.map(Element.decode)
    }

    /// Stores an array of elements, in which a `nil` is a null.
    public static func encode(_ value: [Element]) throws -> PropertyListValue? {
        .array(try value.map { try Element.encode($0) ?? .null() })
    }
}

extension Set: Defaultable where Element: Defaultable {
    /// Reads an array of elements. One that occurs twice counts once.
    public static func decode(_ stored: PropertyListValue) throws -> Set<Element> {
        Set(try [Element].decode(stored))
    }

    /// Stores an array of elements, numbers and strings sorted, so that equal sets are stored alike.
    public static func encode(_ value: Set<Element>) throws -> PropertyListValue? {
        .array(try value.map { try Element.encode($0) ?? .null() }.sorted(by: PropertyListValue.precedes))
    }
}

extension Dictionary: Defaultable where Key: Defaultable, Value: Defaultable {
    /// Reads a dictionary, each key from its string, or one that another library stored as a document.
    public static func decode(_ stored: PropertyListValue) throws -> [Key: Value] {
        guard case .dictionary(let stored) = stored else { return try ForeignForm.decode(Self.self, from: stored) }
        let members = PropertyListValue.unescaping(stored)
        var result: [Key: Value] = [:]
        result.reserveCapacity(members.count)
        for (key, value) in members {
            result[try DictionaryKey.decode(key)] = try Value.decode(value)
        }
        return result
    }

    /// Stores a dictionary. Keys that are no strings are stored as the string that their type reads: numbers in decimal,
    /// a raw value, a UUID's text, and otherwise a coding key or a lossless description.
    ///
    /// - Throws: ``DefaultsError`` with code `encodingFailed` when a key has no string, or two keys have the same.
    public static func encode(_ value: [Key: Value]) throws -> PropertyListValue? {
        var members: [String: PropertyListValue] = [:]
        members.reserveCapacity(value.count)
        for (key, value) in value {
            guard let name = try DictionaryKey.encode(key) else {
                throw DefaultsError(.encodingFailed, expectedType: "\(Self.self)", detail: "a key has no string form")
            }
            guard members.updateValue(try Value.encode(value) ?? .null(), forKey: name) == nil else {
                throw DefaultsError(
                    .encodingFailed, expectedType: "\(Self.self)", detail: "two keys have the same string form")
            }
        }
        return .escaping(members)
    }
}

extension PropertyListValue {
    /// An order of numbers and strings, by which sets are stored.
    static func precedes(_ left: PropertyListValue, _ right: PropertyListValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.unsigned(let left), .unsigned(let right)): left < right
        case (.integer, .unsigned): true
        case (.real(let left), .real(let right)): left < right
        case (.string(let left), .string(let right)): left < right
        default: false
        }
    }
}
