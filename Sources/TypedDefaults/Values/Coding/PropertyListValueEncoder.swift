/// Encodes any `Encodable` value as a property list value, without a detour through `Data`.
///
/// | Swift | stored |
/// |---|---|
/// | `Bool`, integers, `Float`, `Double`, `String`, `Date`, `Data` | as they are, NaN and the infinities included |
/// | `Int128`, `UInt128`, `Decimal` | their decimal string, which is exact |
/// | `URL` | its absolute string; a URL with a base in its own Codable form |
/// | `PropertyListValue` | itself |
/// | `nil` | no key where `encodeIfPresent` is used, else ``PropertyListValue/null(level:)`` |
/// | everything else | what its `encode(to:)` writes; an empty dictionary when it writes nothing |
///
/// A value that is no property list (nested too deeply, two kinds of container for one value) is an `EncodingError`.
/// The error holds the value's type in place of the value, since values may be secret and errors end up in logs.
struct PropertyListValueEncoder: Sendable {
    /// What the values' `encode(to:)` find in their encoder's `userInfo`.
    var userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates an encoder.
    init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.userInfo = userInfo
    }

    /// Returns the stored form of `value`.
    func encode<T: Encodable>(_ value: T) throws -> PropertyListValue {
        if let native = NativeCoding.encode(value) { return native }
        let node = EncodingNode(type: T.self, userInfo: userInfo)
        return try node.finish(encoding: value)
    }

    /// Returns the stored form of each member of `value`, nil for those that it left out since they are nil.
    func encodeMembers<T: Encodable>(of value: T) throws -> [String: PropertyListValue?] {
        let node = EncodingNode(type: T.self, userInfo: userInfo)
        guard case .dictionary(let stored) = try node.finish(encoding: value) else {
            throw EncodingError.invalidValue(
                T.self, EncodingError.Context(codingPath: [], debugDescription: "It has no named members."))
        }
        var members: [String: PropertyListValue?] = PropertyListValue.unescaping(stored).mapValues { $0 }
        for name in node.omissions { members.updateValue(nil, forKey: name) }
        return members
    }
}
