public import Foundation

// Numbers and Booleans are stored native and read by the table in `Coercion`.

extension Bool: Defaultable {
    /// Reads a Boolean, 0 or 1, or a string such as `"yes"`. See the coercion table.
    @inlinable
    public static func decode(_ stored: PropertyListValue) throws -> Bool {
        if case .bool(let value) = stored { return value }
        return try convert(stored)
    }

    @usableFromInline
    static func convert(_ stored: PropertyListValue) throws -> Bool {
        guard let value = Coercion.bool(stored) else { throw DefaultsError.mismatch(Self.self, stored) }
        return value
    }

    /// Stores a Boolean.
    @inlinable
    public static func encode(_ value: Bool) -> PropertyListValue? { .bool(value) }
}

// The constraint names Codable so that it is more specific than the default for codable types.
extension Defaultable where Self: FixedWidthInteger & Codable {
    /// Reads a whole number that the type can hold, or a string of one. See the coercion table.
    @inlinable
    public static func decode(_ stored: PropertyListValue) throws -> Self {
        if case .integer(let number) = stored, let value = Self(exactly: number) { return value }
        return try convert(stored)
    }

    @usableFromInline
    static func convert(_ stored: PropertyListValue) throws -> Self {
        if let value: Self = Coercion.integer(stored) { return value }
        // Other libraries store integers of unusual widths as JSON.
        guard case .data = stored, let number = ForeignForm.scalar(in: stored),
            let value: Self = Coercion.integer(number)
        else { throw DefaultsError.mismatch(Self.self, stored) }
        return value
    }

    /// Stores an integer.
    @inlinable
    public static func encode(_ value: Self) throws -> PropertyListValue? {
        // Wider integers than 64 bits are stored in decimal, which the table reads.
        PropertyListValue(value) ?? .string(value.description)
    }
}

extension Int: Defaultable {}
extension Int8: Defaultable {}
extension Int16: Defaultable {}
extension Int32: Defaultable {}
extension Int64: Defaultable {}
extension UInt: Defaultable {}
extension UInt8: Defaultable {}
extension UInt16: Defaultable {}
extension UInt32: Defaultable {}
extension UInt64: Defaultable {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: Defaultable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: Defaultable {}

extension Double: Defaultable {
    /// Reads any number, or a string of one. See the coercion table.
    @inlinable
    public static func decode(_ stored: PropertyListValue) throws -> Double {
        if case .real(let value) = stored { return value }
        return try .number(stored)
    }

    /// Stores a real, NaN and the infinities included.
    @inlinable
    public static func encode(_ value: Double) -> PropertyListValue? { .real(value) }
}

extension Float: Defaultable {
    /// Reads any number that is in range, rounded to nearest, or a string of one. See the coercion table.
    public static func decode(_ stored: PropertyListValue) throws -> Float { try .number(stored) }

    /// Stores a real, NaN and the infinities included.
    public static func encode(_ value: Float) -> PropertyListValue? { .real(Double(value)) }
}

extension CGFloat: Defaultable {
    /// Reads any number, or a string of one. See the coercion table.
    public static func decode(_ stored: PropertyListValue) throws -> CGFloat { try .number(stored) }

    /// Stores a real, NaN and the infinities included.
    public static func encode(_ value: CGFloat) -> PropertyListValue? { .real(Double(value)) }
}

extension BinaryFloatingPoint {
    /// Reads a number by the coercion table.
    @usableFromInline
    static func number(_ stored: PropertyListValue) throws -> Self {
        guard let value: Self = Coercion.floatingPoint(stored) else {
            throw DefaultsError.mismatch(Self.self, stored)
        }
        return value
    }
}
