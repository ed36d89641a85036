/// Writes the members of a dictionary.
///
/// The generic functions are the witnesses of the protocol's requirements for each scalar type too.
struct KeyedNodeEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil(forKey key: Key) {
        node.set(.null(), at: key.stringValue)
    }

    @inline(__always)
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        node.set(try node.encoded(value, at: key), at: key.stringValue)
    }

    /// Writes a value unless it is nil. A nil in it, as in an `Int??`, is stored as one in an optional.
    @inline(__always)
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        guard let value else { return node.noteOmission(of: key.stringValue) }
        let stored = try node.encoded(value, at: key)
        node.set(stored.nullLevel.map { .null(level: $0 + 1) } ?? stored, at: key.stringValue)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        node.openChild(at: key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        node.openChild(at: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        node.openChild(at: SuperclassKey())
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        node.openChild(at: key)
    }
}
