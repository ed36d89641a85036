import Foundation

/// The types that have a stored form of their own, whatever their `Codable` conformance does.
///
/// The chains of type comparisons are resolved by the compiler where the type is known, as it is for the scalars, and
/// cost a pointer comparison each elsewhere. A conditional cast alone would cost many times that.
enum NativeCoding {
    /// Returns the stored form of `value`, or `nil` when its `encode(to:)` has to be asked.
    @inline(__always)
    static func encode<T>(_ value: T) -> PropertyListValue? {
        scalar(value) ?? composite(value)
    }

    /// Returns the stored form of a scalar of the standard library.
    @inline(__always)
    private static func scalar<T>(_ value: T) -> PropertyListValue? {
        if T.self == String.self, let value = value as? String { return .string(value) }
        if T.self == Int.self, let value = value as? Int { return .integer(Int64(value)) }
        if T.self == Bool.self, let value = value as? Bool { return .bool(value) }
        if T.self == Double.self, let value = value as? Double { return .real(value) }
        if T.self == Float.self, let value = value as? Float { return .real(Double(value)) }
        if T.self == Int64.self, let value = value as? Int64 { return .integer(value) }
        if T.self == Int32.self, let value = value as? Int32 { return .integer(Int64(value)) }
        if T.self == Int16.self, let value = value as? Int16 { return .integer(Int64(value)) }
        if T.self == Int8.self, let value = value as? Int8 { return .integer(Int64(value)) }
        if T.self == UInt.self, let value = value as? UInt { return PropertyListValue(value) }
        if T.self == UInt64.self, let value = value as? UInt64 { return PropertyListValue(value) }
        if T.self == UInt32.self, let value = value as? UInt32 { return .integer(Int64(value)) }
        if T.self == UInt16.self, let value = value as? UInt16 { return .integer(Int64(value)) }
        if T.self == UInt8.self, let value = value as? UInt8 { return .integer(Int64(value)) }
        return nil
    }

    /// Returns the stored form of a value of a type that is stored otherwise than its `encode(to:)` would.
    @inline(__always)
    private static func composite<T>(_ value: T) -> PropertyListValue? {
        if T.self == Date.self, let value = value as? Date { return .date(value) }
        if T.self == Data.self, let value = value as? Data { return .data(value) }
        if T.self == [String].self, let value = value as? [String] { return .array(value.map { .string($0) }) }
        if T.self == [Int].self, let value = value as? [Int] { return .array(value.map { .integer(Int64($0)) }) }
        if T.self == [Double].self, let value = value as? [Double] { return .array(value.map { .real($0) }) }
        if T.self == URL.self, let value = value as? URL {
            return value.baseURL == nil ? .string(value.absoluteString) : nil
        }
        if T.self == Decimal.self, let value = value as? Decimal { return .string(value.description) }
        return wide(value)
    }

    /// Returns the stored form of an integer of 128 bits.
    @inline(__always)
    private static func wide<T>(_ value: T) -> PropertyListValue? {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
        if T.self == Int128.self, let value = value as? Int128 { return .string(String(value)) }
        if T.self == UInt128.self, let value = value as? UInt128 { return .string(String(value)) }
        return nil
    }
}
