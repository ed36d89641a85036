extension PropertyListValue: Defaultable {
    /// Returns what is stored, of whatever type.
    public static func decode(_ stored: PropertyListValue) -> PropertyListValue { stored }

    /// Stores the value as it is.
    public static func encode(_ value: PropertyListValue) -> PropertyListValue? { value }
}

// MARK: - Literals

extension PropertyListValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Creates a whole number.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// Creates a floating-point number.
    public init(floatLiteral value: Double) {
        self = .real(value)
    }

    /// Creates a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Creates an array.
    public init(arrayLiteral elements: PropertyListValue...) {
        self = .array(elements)
    }

    /// Creates a dictionary. When a key is repeated the last value counts.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self = .dictionary(Dictionary(elements) { $1 })
    }
}
