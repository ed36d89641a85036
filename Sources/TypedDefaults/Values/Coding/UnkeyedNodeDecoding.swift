/// Reads the elements of an array.
struct UnkeyedNodeDecoding: UnkeyedDecodingContainer {
    let node: DecodingNode
    let elements: [PropertyListValue]
    private(set) var currentIndex = 0

    /// Creates the container of the elements of a node.
    init(node: DecodingNode, elements: [PropertyListValue]) {
        self.node = node
        self.elements = elements
    }

    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// Returns whether the next element is nil, and skips it if so.
    mutating func decodeNil() throws -> Bool {
        guard try next(Any?.self).nullLevel == 0 else { return false }
        currentIndex += 1
        return true
    }

    @inline(__always)
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try node.decode(type, from: next(type), at: ElementKey(currentIndex))
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try child(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try child((any UnkeyedDecodingContainer).self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let child = try child((any Decoder).self)
        currentIndex += 1
        return child
    }

    /// Returns the element to read. A failed read doesn't skip it.
    @inline(__always)
    private func next(_ type: Any.Type) throws -> PropertyListValue {
        guard currentIndex < elements.count else {
            let context = node.contextOfError("There are no more elements.", at: ElementKey(currentIndex))
            throw DecodingError.valueNotFound(type, context)
        }
        return elements[currentIndex]
    }

    private func child(_ type: Any.Type) throws -> DecodingNode {
        try node.child(from: next(type), at: ElementKey(currentIndex))
    }
}
