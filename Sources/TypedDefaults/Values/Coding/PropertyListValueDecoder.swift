/// Decodes any `Decodable` value from a property list value, the inverse of ``PropertyListValueEncoder``.
///
/// Scalars are read by the one table of ``Coercion``. Besides their stored forms, a `Decimal` is read from a number,
/// and both it and a `URL` from their own Codable forms. Errors name types and coding paths, never a stored value.
struct PropertyListValueDecoder: Sendable {
    /// What the types' `init(from:)` find in their decoder's `userInfo`.
    var userInfo: [CodingUserInfoKey: any Sendable]

    /// The encoded form of a default value, which fills in what is missing.
    ///
    /// So a value stored by an older version of a program can be read after its type gained a property. A key that is
    /// missing from a stored dictionary is read from the same place in the fallback, at any depth of keyed containers
    /// but not within arrays. Optional properties are not filled: a missing one is nil, since that is how nil is
    /// stored. Nor is a value of the wrong type, which is an error as ever.
    var fallback: PropertyListValue?

    /// Whether the value comes from JSON, where dates are numbers and bytes are Base64 strings.
    var isFromJSON: Bool

    /// Creates a decoder.
    init(
        userInfo: [CodingUserInfoKey: any Sendable] = [:], fallback: PropertyListValue? = nil, isFromJSON: Bool = false
    ) {
        self.userInfo = userInfo
        self.fallback = fallback
        self.isFromJSON = isFromJSON
    }

    /// Returns the value of type `T` that is stored as `value`.
    func decode<T: Decodable>(_ type: T.Type, from value: PropertyListValue) throws -> T {
        let context = DecodingNode.Context(userInfo: userInfo, isFromJSON: isFromJSON)
        do {
            return try DecodingNode(type: type, stored: value, fallback: fallback, context: context).decode(type)
        } catch let error as DecodingError {
            throw error.withoutStoredValue()
        }
    }

    /// Returns the names of the members that a type's `init(from:)` asks for and that `value` does not have.
    func membersAskedFor<T: Decodable>(by type: T.Type, of value: PropertyListValue) -> Set<String> {
        let context = DecodingNode.Context(userInfo: userInfo, isFromJSON: isFromJSON)
        context.missing = []
        do {
            _ = try DecodingNode(type: type, stored: value, fallback: fallback, context: context).decode(type)
        } catch {
            // It stopped at a member that must be there. What it asked for until then is known.
        }
        return context.missing ?? []
    }

    /// Returns the value of type `T` that is stored as `value`, else throws the error of an attempt before this one.
    func decode<T: Decodable>(_ type: T.Type, from value: PropertyListValue, orThrow error: any Error) throws -> T {
        do { return try decode(type, from: value) } catch _ { throw error }
    }
}
