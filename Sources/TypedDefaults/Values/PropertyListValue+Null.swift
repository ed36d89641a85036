/// How a missing value is stored where it can't just be left out: as an array's element, and as an explicit nil.
///
/// A property list has no null. Foundation's encoder writes the string `"$null"` instead, and so loses a string of that
/// text. Here a null is a dictionary of the one key `$null`, whose integer is the number of optionals that wrap the nil
/// (0 but for nested optionals such as `Int??`), and a dictionary of the user's that looks like that is escaped.
extension PropertyListValue {
    private static let nullKey = "$null"

    /// A nil wrapped in `level` optionals.
    @usableFromInline
    static func null(level: Int64 = 0) -> PropertyListValue {
        .dictionary([nullKey: .integer(level)])
    }

    /// The number of optionals around the nil that this value stands for, or `nil` when it is no null.
    @inlinable var nullLevel: Int64? {
        guard case .dictionary(let members) = self else { return nil }
        return Self.nullLevel(of: members)
    }

    @usableFromInline
    static func nullLevel(of members: [String: PropertyListValue]) -> Int64? {
        guard members.count == 1, case .integer(let level)? = members[nullKey] else { return nil }
        return level
    }

    /// The value of a dictionary of the user's: as it is, or escaped when it would be taken for a null.
    static func escaping(_ members: [String: PropertyListValue]) -> PropertyListValue {
        guard let (key, value) = loneReservedMember(of: members) else { return .dictionary(members) }
        return .dictionary(["$" + key: value])
    }

    /// The dictionary of the user's that ``escaping(_:)`` made this value from.
    static func unescaping(_ members: [String: PropertyListValue]) -> [String: PropertyListValue] {
        guard let (key, value) = loneReservedMember(of: members), key != nullKey else { return members }
        return [String(key.dropFirst()): value]
    }

    /// The only member of a dictionary, where its key is `$null` after any number of further `$`.
    private static func loneReservedMember(
        of members: [String: PropertyListValue]
    ) -> (key: String, value: PropertyListValue)? {
        guard members.count == 1, let member = members.first, member.key.hasSuffix(nullKey),
            member.key.dropLast(nullKey.count).allSatisfy({ $0 == "$" })
        else { return nil }
        return (member.key, member.value)
    }
}
