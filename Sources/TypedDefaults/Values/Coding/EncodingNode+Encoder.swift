extension EncodingNode: Encoder {
    var codingPath: [any CodingKey] { place.codingPath }

    /// Returns a container whose values become the members of a dictionary.
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(.keyed)
        return KeyedEncodingContainer(KeyedNodeEncoding(node: self))
    }

    /// Returns a container whose values become the elements of an array.
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        begin(.unkeyed)
        return UnkeyedNodeEncoding(node: self)
    }

    /// Returns a container for the value itself.
    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueNodeEncoding(node: self)
    }
}

/// Writes a value that is no collection of its own.
struct SingleValueNodeEncoding: SingleValueEncodingContainer {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil() throws {
        try node.set(.null())
    }

    @inline(__always)
    func encode<T: Encodable>(_ value: T) throws {
        try node.set(try node.encoded(wrapped: value))
    }
}
