import Foundation

/// The members of a dictionary as a file holds them.
///
/// It is built by a reader, one member at a time. Of members with equal keys the last one counts.
struct PropertyListMembers: Sendable, Equatable {
    /// A member whose key is not a string.
    struct Pair: Sendable, Equatable {
        let key: PropertyListNode
        let value: PropertyListNode
    }

    /// The members that are values.
    private(set) var values: [String: PropertyListValue]
    /// The members that are not, by keys other than those of ``values``.
    private(set) var opaque: [String: PropertyListNode] = [:]
    /// The members whose keys are not strings, in the order of the file.
    private(set) var keyed: [Pair] = []

    /// Creates a dictionary with no members and room for some.
    init(minimumCapacity: Int = 0) {
        values = [String: PropertyListValue](minimumCapacity: minimumCapacity)
    }

    /// Creates a dictionary. Where a key is in both, the value counts.
    init(values: [String: PropertyListValue], opaque: [String: PropertyListNode]) {
        self.values = values
        self.opaque = opaque.isEmpty ? opaque : opaque.filter { values[$0.key] == nil }
    }

    /// The only member, where there is just one and its key is a string.
    var lone: (key: String, value: PropertyListNode)? {
        guard values.count + opaque.count == 1, keyed.isEmpty else { return nil }
        if let member = values.first { return (member.key, .value(member.value)) }
        return opaque.first.map { ($0.key, $0.value) }
    }

    /// The dictionary as a node: a value when all members are values.
    var node: PropertyListNode {
        opaque.isEmpty && keyed.isEmpty ? .value(.dictionary(values)) : .dictionary(self)
    }

    /// Adds a member, or replaces the one with an equal key.
    mutating func set(_ value: PropertyListNode, for key: String) {
        if case .value(let value) = value {
            values[key] = value
            if !opaque.isEmpty { opaque[key] = nil }
        } else {
            values[key] = nil
            opaque[key] = value
        }
    }

    /// Adds a member whose key is any node.
    mutating func add(_ value: PropertyListNode, for key: PropertyListNode) {
        if case .value(.string(let key)) = key {
            set(value, for: key)
        } else {
            keyed.append(Pair(key: key, value: value))
        }
    }

    /// The members with string keys, in the order of ``precedes(_:_:)``.
    func sorted() -> [(key: String, value: PropertyListNode)] {
        var all = values.map { (key: $0.key, value: PropertyListNode.value($0.value)) }
        all.append(contentsOf: opaque.lazy.map { (key: $0.key, value: $0.value) })
        all.sort { Self.precedes($0.key, $1.key) }
        return all
    }

    /// Whether the dictionary and collections in it are nested no deeper than `depth` levels.
    func isNested(noDeeperThan depth: Int, wrapping: Int) -> Bool {
        guard depth > 0 else { return false }
        return values.values.allSatisfy { $0.isNested(noDeeperThan: depth - 1) }
            && opaque.values.allSatisfy { $0.isNested(noDeeperThan: depth - 1, wrapping: wrapping) }
            && keyed.allSatisfy { pair in
                pair.key.isNested(noDeeperThan: depth - 1, wrapping: wrapping)
                    && pair.value.isNested(noDeeperThan: depth - 1, wrapping: wrapping)
            }
    }

    /// The members of a dictionary of values, in the order of ``precedes(_:_:)``.
    static func sorted(_ values: [String: PropertyListValue]) -> [(key: String, value: PropertyListValue)] {
        // Most keys differ in the bytes of one word, which take no look into the strings.
        let members = Array(values)
        var order = members.indices.map { (start: firstBytes(of: members[$0].key), index: $0) }
        order.sort { left, right in
            left.start == right.start
                ? precedes(members[left.index].key, members[right.index].key) : left.start < right.start
        }
        return order.map { members[$0.index] }
    }

    /// The first eight bytes of a key as a number, which is less for a key that comes before.
    private static func firstBytes(of key: String) -> UInt64 {
        var number: UInt64 = 0
        var count: UInt64 = 0
        for byte in key.utf8.prefix(8) {
            number = number << 8 | UInt64(byte)
            count += 1
        }
        return number << (8 * (8 - count))
    }

    /// The order of keys in files: by Unicode scalars.
    ///
    /// Swift's own order of strings goes by the Unicode tables of the system, so files would differ between systems.
    static func precedes(_ left: String, _ right: String) -> Bool {
        // Through pointers, as this takes most of the time of writing a file with many keys.
        let result = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in
                guard let first = left.baseAddress, let second = right.baseAddress else {
                    return left.count < right.count
                }
                let order = memcmp(first, second, min(left.count, right.count))
                return order == 0 ? left.count < right.count : order < 0
            }
        }
        if case .some(.some(let precedes)) = result { return precedes }
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
