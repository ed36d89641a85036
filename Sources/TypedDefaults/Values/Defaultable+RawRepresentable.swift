extension Defaultable where Self: RawRepresentable, RawValue: Defaultable {
    /// Reads a raw value.
    public static func decode(_ stored: PropertyListValue) throws -> Self {
        try decodeRawValue(stored)
    }

    /// Stores the raw value.
    public static func encode(_ value: Self) throws -> PropertyListValue? {
        try RawValue.encode(value.rawValue)
    }

    /// Reads a raw value, as it is or in JSON.
    static func decodeRawValue(_ stored: PropertyListValue) throws -> Self {
        do {
            return try value(ofRawValue: stored)
        } catch {
            // Some libraries store the raw value in JSON. A raw value may look like JSON itself, so that comes second.
            guard let rawValue = ForeignForm.scalar(in: stored) else { throw error }
            return try value(ofRawValue: rawValue)
        }
    }

    private static func value(ofRawValue stored: PropertyListValue) throws -> Self {
        guard let value = Self(rawValue: try RawValue.decode(stored)) else {
            throw DefaultsError(
                .decodingFailed, expectedType: "\(Self.self)", foundType: stored.typeName,
                detail: "no case has this raw value")
        }
        return value
    }
}

// A type that is codable as well is stored as its raw value too.
extension Defaultable where Self: RawRepresentable & Codable, RawValue: Defaultable {
    /// Reads a raw value.
    public static func decode(_ stored: PropertyListValue) throws -> Self {
        try decodeRawValue(stored)
    }

    /// Stores the raw value.
    public static func encode(_ value: Self) throws -> PropertyListValue? {
        try RawValue.encode(value.rawValue)
    }
}
