extension DecodingNode: Decoder {
    var codingPath: [any CodingKey] { place.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    /// Returns a container of the members of the stored dictionary.
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(
            KeyedNodeDecoding(node: self, members: try members(), fallbackMembers: fallbackMembers())
        )
    }

    /// Returns a container of the elements of the stored array.
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        UnkeyedNodeDecoding(node: self, elements: try elements())
    }

    /// Returns a container of the stored value itself.
    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValueNodeDecoding(node: self)
    }
}

/// Reads a value that is no collection of its own.
struct SingleValueNodeDecoding: SingleValueDecodingContainer {
    let node: DecodingNode

    var codingPath: [any CodingKey] { node.codingPath }

    func decodeNil() -> Bool {
        node.stored.nullLevel == 0
    }

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try node.decode(wrapped: type)
    }
}
