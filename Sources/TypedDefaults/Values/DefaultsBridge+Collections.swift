/// A collection that can be read without the elements that can't be.
///
/// Arrays, sets and dictionaries conform. A collection of your own conforms to have ``DefaultsBridge/dropInvalid``.
public protocol DefaultableCollection: Defaultable {
    /// Makes a collection of those stored elements that can be read.
    ///
    /// - Parameter stored: What a store has under the key.
    /// - Returns: The collection.
    /// - Throws: Any error when `stored` is no collection at all.
    static func decodeDroppingInvalid(_ stored: PropertyListValue) throws -> Self
}

extension DefaultsBridge where Value: DefaultableCollection {
    /// Reads a collection without the elements that can't be read. They stay stored until the entry is written.
    public static var dropInvalid: DefaultsBridge {
        DefaultsBridge(decode: Value.decodeDroppingInvalid, encode: Value.encode)
    }
}

extension DefaultsBridge {
    /// Stores an array whose elements are stored by a bridge of their own.
    ///
    /// - Parameters:
    ///   - element: The bridge of an element.
    ///   - dropsInvalid: Whether an element that can't be read is left out, instead of failing the whole.
    /// - Returns: The bridge.
    public static func array<Element: SendableMetatype>(
        of element: DefaultsBridge<Element>, dropsInvalid: Bool = false
    ) -> DefaultsBridge where Value == [Element] {
        DefaultsBridge { stored in
            let elements = try [PropertyListValue].decode(stored)
            return dropsInvalid ? elements.compactMap(element.valid) : try elements.map(element.decode)
        } encode: { value in
            .array(try value.map { try element.encode($0) ?? .null() })
        }
    }

    /// The value of what is stored, or `nil` when it can't be read, where the caller has asked to be rid of such.
    fileprivate func valid(_ stored: PropertyListValue) -> Value? {
        do {
            return try decode(stored)
        } catch {
            return nil
        }
    }
}

// MARK: - Conformances

extension Array: DefaultableCollection where Element: Defaultable {
    /// Reads the elements of an array that can be read.
    public static func decodeDroppingInvalid(_ stored: PropertyListValue) throws -> [Element] {
        // A document of another library is read as a whole where that can be done.
        if case .array = stored {} else if let whole = DefaultsBridge<Self>.standard.valid(stored) { return whole }
        return try ForeignForm.elements(in: stored).compactMap(DefaultsBridge<Element>.standard.valid)
    }
}

extension Set: DefaultableCollection where Element: Defaultable {
    /// Reads the elements of an array that can be read.
    public static func decodeDroppingInvalid(_ stored: PropertyListValue) throws -> Set<Element> {
        Set(try [Element].decodeDroppingInvalid(stored))
    }
}

extension Dictionary: DefaultableCollection where Key: Defaultable, Value: Defaultable {
    /// Reads the members of a dictionary whose key and value can be read.
    public static func decodeDroppingInvalid(_ stored: PropertyListValue) throws -> [Key: Value] {
        if case .dictionary = stored {} else if let whole = DefaultsBridge<Self>.standard.valid(stored) { return whole }
        var result: [Key: Value] = [:]
        let keys = DefaultsBridge<Key>(decode: { try DictionaryKey.decode(String.decode($0)) }, encode: Key.encode)
        for (key, value) in try ForeignForm.members(in: stored) {
            guard let key = keys.valid(.string(key)), let value = DefaultsBridge<Value>.standard.valid(value)
            else { continue }
            result[key] = value
        }
        return result
    }
}
