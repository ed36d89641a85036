import Foundation

/// A property list file whose root is a dictionary.
///
/// Reading accepts the binary form, XML, and the text form of OpenStep. Writing gives the same bytes for the same
/// content, with keys in the order of their Unicode scalars.
struct PropertyListDocument: Sendable, Equatable {
    /// The values by key.
    var values: [String: PropertyListValue]
    /// What the file holds under keys whose value is no ``PropertyListValue``, kept so that it is written again.
    ///
    /// A key that is also in ``values`` is left out when writing.
    var opaque: [String: PropertyListNode]

    /// Creates a document.
    init(values: [String: PropertyListValue] = [:], opaque: [String: PropertyListNode] = [:]) {
        self.values = values
        self.opaque = opaque
    }

    /// Reads a file's bytes, in whichever format they are.
    static func read(_ bytes: Data) throws(PropertyListReadError) -> PropertyListDocument {
        switch try PropertyListReader.read(bytes, root: .document) {
        case .value(.dictionary(let values)):
            return PropertyListDocument(values: values)
        case .dictionary(let members):
            guard members.keyed.isEmpty else {
                throw .damaged(reason: "a key of the root dictionary is not a string", offset: 0)
            }
            return PropertyListDocument(values: members.values, opaque: members.opaque)
        case let other:
            throw .notADictionary(found: other.typeName)
        }
    }

    /// The bytes of the file.
    ///
    /// - Throws: ``PropertyListWriteError/tooDeep`` when ``read(_:)`` could not read them.
    func write(_ format: PropertyListFileFormat) throws(PropertyListWriteError) -> Data {
        let members = PropertyListMembers(values: values, opaque: opaque)
        let wrapping = format == .xml ? 1 : 0
        guard members.isNested(noDeeperThan: PropertyListValue.maximumDepth + 1, wrapping: wrapping) else {
            throw .tooDeep
        }
        return switch format {
        case .xml: XMLPropertyListWriter.write(members.node)
        case .binary: BinaryPropertyListWriter.write(members.node)
        }
    }
}
