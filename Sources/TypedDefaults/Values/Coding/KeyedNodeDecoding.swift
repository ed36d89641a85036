/// Reads the members of a dictionary.
///
/// The generic functions are the witnesses of the protocol's requirements for each scalar type too.
struct KeyedNodeDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: DecodingNode
    let members: [String: PropertyListValue]
    /// What fills in for missing members.
    let fallbackMembers: [String: PropertyListValue]

    var codingPath: [any CodingKey] { node.codingPath }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    /// Returns whether the stored dictionary has a key, of which the value may be nil.
    func contains(_ key: Key) -> Bool {
        if members[key.stringValue] != nil { return true }
        noteMissing(key)
        return false
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try member(at: key).stored.nullLevel == 0
    }

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let (stored, fallback) = try member(at: key)
        return try node.decode(type, from: stored, fallback: fallback, at: key)
    }

    /// Returns a value, or nil when it is missing or nil.
    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard var stored = members[key.stringValue] else {
            noteMissing(key)
            return nil
        }
        if let level = stored.nullLevel {
            guard level > 0 else { return nil }
            stored = .null(level: level - 1)
        }
        return try node.decode(type, from: stored, fallback: fallback(at: key.stringValue), at: key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try child(at: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(at: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try superDecoder(at: SuperclassKey())
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try superDecoder(at: key)
    }

    /// Returns the stored value at a key and what fills in for its missing members, or what fills in for it altogether.
    @inline(__always)
    private func member(at key: Key) throws -> (stored: PropertyListValue, fallback: PropertyListValue?) {
        let name = key.stringValue
        if let stored = members[name] { return (stored, fallback(at: name)) }
        noteMissing(key)
        guard let fallback = fallback(at: name) else {
            throw DecodingError.keyNotFound(key, node.contextOfError("There is no value at this key."))
        }
        return (fallback, nil)
    }

    @inline(__always)
    private func fallback(at name: String) -> PropertyListValue? {
        fallbackMembers.isEmpty ? nil : fallbackMembers[name]
    }

    private func child(at key: Key) throws -> DecodingNode {
        let (stored, fallback) = try member(at: key)
        return try node.child(from: stored, fallback: fallback, at: key)
    }

    /// Returns a superclass's decoder, which is one of nil where nothing was stored.
    private func superDecoder(at key: any CodingKey) throws -> DecodingNode {
        let name = key.stringValue
        if let stored = members[name] { return try node.child(from: stored, fallback: fallback(at: name), at: key) }
        noteMissing(key)
        return try node.child(from: fallback(at: name) ?? .null(), at: key)
    }

    /// Notes that a member was asked for that is not stored.
    private func noteMissing(_ key: any CodingKey) {
        guard node.context.missing != nil, node.codingPath.isEmpty else { return }
        node.context.missing?.insert(key.stringValue)
    }
}
