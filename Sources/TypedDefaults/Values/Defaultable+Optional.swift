extension Optional: Defaultable where Wrapped: Defaultable {
    /// Reads a wrapped value, or a stored null, the one of JSON included.
    @inlinable
    public static func decode(_ stored: PropertyListValue) throws -> Wrapped? {
        switch stored.nullLevel {
        case nil:
            do {
                return try Wrapped.decode(stored)
            } catch  where ForeignCoding.isNull(error) {
                return nil
            }
        case 0: return nil
        case let level?: return .some(try Wrapped.decode(.null(level: level - 1)))
        }
    }

    /// Stores the wrapped value as such, and `nil` by removing the key. A `nil` within an optional or a collection is
    /// stored as a null.
    @inlinable
    public static func encode(_ value: Wrapped?) throws -> PropertyListValue? {
        guard let value else { return nil }
        guard let encoded = try Wrapped.encode(value) else { return .null(level: 1) }
        // Only an optional encodes to a null: this one wraps it once more.
        return encoded.nullLevel.map { .null(level: $0 + 1) } ?? encoded
    }
}
