import Foundation

/// How an XML property list holds what XML has no form for.
///
/// XML can't hold most control characters, and `<date>` no fraction of a second. Such a value is written as a
/// dictionary of one reserved key, which other readers take for a dictionary and this library reads back exactly:
///
/// | key | value | stands for |
/// |---|---|---|
/// | `$string` | data | a string, in UTF-8 |
/// | `$date` | real | a date, in seconds since 2001 |
/// | `$integer` | data | a whole number of 128 bits, highest byte first |
/// | `$nil` | true | the null object of a binary property list |
/// | `$set`, `$orderedSet` | array | a set of a binary property list |
/// | `$pairs` | array | a dictionary with keys that are not strings: key, value, key, value … |
/// | `CF$UID` | integer | a reference of a keyed archive, as Apple's tools write it |
///
/// A dictionary of the user's whose one key is a reserved one, after any number of `$`, gets one more `$` before it.
/// (Apple's readers fail on such a dictionary of `CF$UID` otherwise.) The `$null` of ``PropertyListValue/null(level:)``
/// is not reserved here: it is an ordinary dictionary to a file.
///
/// A key that XML can't hold is written as `$utf8:` and its UTF-8 in Base64. A key of the user's that starts with that,
/// after any number of `$`, gets one more `$` too.
enum XMLPropertyListEscape: String, CaseIterable {
    case string = "$string"
    case date = "$date"
    case integer = "$integer"
    case null = "$nil"
    case set = "$set"
    case orderedSet = "$orderedSet"
    case pairs = "$pairs"
    case uid = "CF$UID"

    /// The key to write for a key that is the only one of its dictionary.
    static func escaping(loneKey key: String) -> String {
        isReserved(key) ? "$" + key : key
    }

    private static func isReserved(_ key: String) -> Bool {
        guard key.utf8.contains(UInt8(ascii: "$")) else { return false }
        return allCases.contains { escape in
            key.hasSuffix(escape.rawValue)
                && key.utf8.dropLast(escape.rawValue.utf8.count).allSatisfy { $0 == UInt8(ascii: "$") }
        }
    }

    /// What the dictionary of a file stands for.
    ///
    /// - Parameters:
    ///   - members: The dictionary's members.
    ///   - isDocument: Whether it is a document's root, which stands for nothing but itself.
    /// - Returns: A dictionary, unless the members are an escape.
    static func resolve(_ members: PropertyListMembers, isDocument: Bool) -> PropertyListNode {
        guard let (key, value) = members.lone, isReserved(key) else { return members.node }
        if let escape = XMLPropertyListEscape(rawValue: key) {
            return isDocument ? members.node : escape.resolve(value) ?? members.node
        }
        var unescaped = PropertyListMembers()
        unescaped.set(value, for: String(key.dropFirst()))
        return unescaped.node
    }

    /// What the escape stands for with `value`, or `nil` when it can't be an escape with such a value.
    private func resolve(_ value: PropertyListNode) -> PropertyListNode? {
        switch (self, value) {
        case (.string, .value(.data(let utf8))):
            let string = String(decoding: utf8, as: UTF8.self)
            return string.utf8.elementsEqual(utf8) ? .value(.string(string)) : nil
        case (.date, .value(.real(let seconds))):
            return .value(.date(Date(timeIntervalSinceReferenceDate: seconds)))
        case (.integer, .value(.data(let bytes))) where bytes.count == 16:
            return .wideInteger(
                high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
                low: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
        case (.null, .value(.bool(true))):
            return .null
        case (.uid, .value(.integer(let number))):
            return UInt64(exactly: number).map(PropertyListNode.uid)
        case (.uid, .value(.unsigned(let number))):
            return .uid(number)
        case (.set, _):
            return Self.elements(of: value).map(PropertyListNode.set)
        case (.orderedSet, _):
            return Self.elements(of: value).map(PropertyListNode.orderedSet)
        case (.pairs, _):
            guard let elements = Self.elements(of: value), elements.count.isMultiple(of: 2) else { return nil }
            var members = PropertyListMembers()
            for index in stride(from: 0, to: elements.count, by: 2) {
                members.add(elements[index + 1], for: elements[index])
            }
            return members.node
        default:
            return nil
        }
    }

    private static func elements(of node: PropertyListNode) -> [PropertyListNode]? {
        switch node {
        case .value(.array(let elements)): elements.map(PropertyListNode.value)
        case .array(let elements): elements
        default: nil
        }
    }
}

// MARK: - Keys

extension XMLPropertyListEscape {
    private static let keyPrefix = "$utf8:"

    /// The key to write for a key of a dictionary.
    static func escaping(key: String) -> String {
        if !XMLPropertyListCharacters.canHold(key) {
            return keyPrefix + String(decoding: PropertyListBase64.text(of: key.utf8), as: UTF8.self)
        }
        return isEscaped(key) ? "$" + key : key
    }

    /// The key that ``escaping(key:)`` made `key` from.
    static func unescaping(key: String) -> String {
        guard isEscaped(key) else { return key }
        guard key.hasPrefix(keyPrefix) else { return String(key.dropFirst()) }
        let text = Array(key.utf8.dropFirst(keyPrefix.utf8.count))
        guard let utf8 = PropertyListBase64.bytes(of: text[...]) else { return key }
        let unescaped = String(decoding: utf8, as: UTF8.self)
        return unescaped.utf8.elementsEqual(utf8) ? unescaped : key
    }

    private static func isEscaped(_ key: String) -> Bool {
        guard key.utf8.first == UInt8(ascii: "$") else { return false }
        return key.utf8.drop { $0 == UInt8(ascii: "$") }.starts(with: keyPrefix.utf8.dropFirst())
    }
}
