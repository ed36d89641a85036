extension Defaultable where Self: Codable {
    /// Reads a codable value: from the structure that ``encode(_:)`` stores, or from JSON or a property list in bytes or
    /// text, which other libraries store.
    ///
    /// A non-optional field that was added to the type since, and so is missing in what is stored, is filled from the
    /// entry's ``DefaultsEntry/whenNil(use:)``.
    public static func decode(_ stored: PropertyListValue) throws -> Self {
        try DefaultsBridge.readAnyForm(stored)
    }

    /// Stores a codable value as the arrays and dictionaries that its `encode(to:)` describes, which are readable in the
    /// store's file.
    public static func encode(_ value: Self) throws -> PropertyListValue? {
        try PropertyListValueEncoder().encode(value)
    }
}

/// The stored form of an entry's default value, while that entry is read again since fields were missing.
struct DecodingFallback: Sendable {
    @TaskLocal private static var current: DecodingFallback?

    /// Whether an entry is read so at present.
    static var isActive: Bool { current != nil }

    private let type: ObjectIdentifier
    private let value: PropertyListValue

    /// The form to fill missing fields of a type from.
    static func value(for type: Any.Type) -> PropertyListValue? {
        guard let current, current.type == ObjectIdentifier(type) else { return nil }
        return current.value
    }

    /// Runs `body` with missing fields of a type filled from a value.
    static func filling<W, R>(_ type: W.Type, from value: PropertyListValue, _ body: () -> R) -> R {
        $current.withValue(DecodingFallback(type: ObjectIdentifier(type), value: value), operation: body)
    }
}

extension DefaultsError {
    /// Whether a codable value could not be read just since a field is missing.
    @usableFromInline var isMissingField: Bool {
        guard code == .decodingFailed, case .keyNotFound? = underlyingError as? DecodingError else { return false }
        return true
    }
}
