import Foundation

/// The binary form of a lone value, which need not be a dictionary.
enum BinaryPropertyList {
    /// The bytes of a value, the same for equal values.
    ///
    /// - Throws: ``PropertyListWriteError/tooDeep`` when ``decode(_:)`` could not read them.
    static func encode(_ value: PropertyListValue) throws(PropertyListWriteError) -> Data {
        guard value.isNested(noDeeperThan: PropertyListValue.maximumDepth) else { throw .tooDeep }
        return BinaryPropertyListWriter.write(.value(value))
    }

    /// The value of such bytes, or of a property list in another format.
    ///
    /// - Throws: ``PropertyListReadError/unsupported(found:)`` for what no ``PropertyListValue`` can hold.
    static func decode(_ bytes: Data) throws(PropertyListReadError) -> PropertyListValue {
        let node = try PropertyListReader.read(bytes, root: .value)
        guard case .value(let value) = node else { throw .unsupported(found: node.typeName) }
        return value
    }
}
