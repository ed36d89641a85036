extension String: Defaultable {
    /// Reads a string, and nothing else.
    @inlinable
    public static func decode(_ stored: PropertyListValue) throws -> String {
        guard case .string(let value) = stored else { throw DefaultsError.mismatch(Self.self, stored) }
        return value
    }

    /// Stores a string of any Unicode scalars.
    @inlinable
    public static func encode(_ value: String) -> PropertyListValue? { .string(value) }
}

extension Character: Defaultable {
    /// Reads a string of one character.
    public static func decode(_ stored: PropertyListValue) throws -> Character {
        let text = try String.decode(stored)
        guard let value = text.first, text.count == 1 else {
            throw DefaultsError(
                .decodingFailed, expectedType: "Character", foundType: "string of \(text.count) characters")
        }
        return value
    }

    /// Stores a string of one character.
    public static func encode(_ value: Character) -> PropertyListValue? { .string(String(value)) }
}
