/// Writes the elements of an array.
struct UnkeyedNodeEncoding: UnkeyedEncodingContainer {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int { node.count }

    func encodeNil() {
        node.append(.null())
    }

    @inline(__always)
    func encode<T: Encodable>(_ value: T) throws {
        node.append(try node.encoded(value, at: ElementKey(node.count)))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        node.appendOpenChild().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        node.appendOpenChild().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        node.appendOpenChild()
    }
}
