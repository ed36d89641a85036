/// Anything that a property list file can hold, that is, also what a ``PropertyListValue`` can't.
///
/// A file may come from elsewhere. What this library can't represent in it is kept as a node, so that rewriting the
/// file does not lose it. Readers use ``value(_:)`` for all that they can, and the other cases only where they must.
enum PropertyListNode: Sendable, Equatable {
    /// A value in full.
    case value(PropertyListValue)
    /// A reference of a keyed archive.
    case uid(UInt64)
    /// The null object of the binary form.
    case null
    /// A whole number that needs more than 64 bits, in two's complement.
    case wideInteger(high: UInt64, low: UInt64)
    /// An array with an element that is not a value.
    case array([PropertyListNode])
    /// A set of the binary form.
    case set([PropertyListNode])
    /// An ordered set of the binary form.
    case orderedSet([PropertyListNode])
    /// A dictionary with a member that is not a value, or with a key that is not a string.
    case dictionary(PropertyListMembers)

    /// The name of this node's type, as errors show it.
    var typeName: String {
        switch self {
        case .value(let value): value.typeName
        case .uid: "uid"
        case .null: "null"
        case .wideInteger: "integer"
        case .array: "array"
        case .set: "set"
        case .orderedSet: "ordered set"
        case .dictionary: "dictionary"
        }
    }

    /// Whether collections are nested no deeper than `depth` levels.
    ///
    /// - Parameters:
    ///   - depth: The number of levels. It looks no further than that.
    ///   - wrapping: How many levels more a collection takes that the format can't hold as such.
    /// - Returns: `false` as soon as something is deeper.
    func isNested(noDeeperThan depth: Int, wrapping: Int = 0) -> Bool {
        switch self {
        case .value(let value):
            value.isNested(noDeeperThan: depth)
        case .uid, .null, .wideInteger:
            true
        case .array(let elements):
            depth > 0 && elements.allSatisfy { $0.isNested(noDeeperThan: depth - 1, wrapping: wrapping) }
        case .set(let elements), .orderedSet(let elements):
            depth > wrapping
                && elements.allSatisfy { $0.isNested(noDeeperThan: depth - wrapping - 1, wrapping: wrapping) }
        case .dictionary(let members):
            members.isNested(noDeeperThan: members.keyed.isEmpty ? depth : depth - wrapping, wrapping: wrapping)
        }
    }
}
