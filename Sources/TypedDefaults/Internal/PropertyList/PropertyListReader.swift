import Foundation

/// Reads a property list of any format and any root.
enum PropertyListReader {
    /// What the root of a property list is.
    enum Root {
        /// The dictionary of a document, which holds values but is none itself.
        case document
        /// A value.
        case value

        /// How deep collections may be nested, the root included.
        var depthLimit: Int {
            switch self {
            case .document: PropertyListValue.maximumDepth + 1
            case .value: PropertyListValue.maximumDepth
            }
        }
    }

    /// Reads the bytes of a property list.
    static func read(_ data: Data, root: Root) throws(PropertyListReadError) -> PropertyListNode {
        guard !data.isEmpty else { throw .empty }
        let bytes = [UInt8](data)
        if bytes.starts(with: BinaryPropertyListMarker.magic) {
            return try BinaryPropertyListReader.read(bytes, depthLimit: root.depthLimit)
        }
        let text = try PropertyListText(bytes)
        return switch text.firstCharacter {
        case UInt8(ascii: "<"): try XMLPropertyListReader.read(text, root: root)
        default: try OpenStepPropertyListReader.read(text, depthLimit: root.depthLimit)
        }
    }
}
