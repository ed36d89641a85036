// A type that only has a description to be made from again. A raw value and Codable come before it: the extensions below
// for types that have these too are more specific than each alone, so that all of them compile with an empty extension.

extension Defaultable where Self: LosslessStringConvertible {
    /// Reads a description.
    public static func decode(_ stored: PropertyListValue) throws -> Self {
        guard let value = Self(try String.decode(stored)) else {
            throw DefaultsError(
                .decodingFailed, expectedType: "\(Self.self)", foundType: stored.typeName,
                detail: "it is no description of one")
        }
        return value
    }

    /// Stores the description.
    public static func encode(_ value: Self) throws -> PropertyListValue? { .string(value.description) }
}

extension Defaultable where Self: LosslessStringConvertible & Codable {
    /// Reads a codable value, from any form.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try DefaultsBridge.readAnyForm(stored) }

    /// Stores a codable value as the arrays and dictionaries that its `encode(to:)` describes.
    public static func encode(_ value: Self) throws -> PropertyListValue? {
        try PropertyListValueEncoder().encode(value)
    }
}

extension Defaultable where Self: LosslessStringConvertible & RawRepresentable, RawValue: Defaultable {
    /// Reads a raw value.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try decodeRawValue(stored) }

    /// Stores the raw value.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try RawValue.encode(value.rawValue) }
}

extension Defaultable where Self: LosslessStringConvertible & RawRepresentable & Codable, RawValue: Defaultable {
    /// Reads a raw value.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try decodeRawValue(stored) }

    /// Stores the raw value.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try RawValue.encode(value.rawValue) }
}

extension Substring: Defaultable {}
