public import Foundation

/// A property list value: the one type that every store reads and writes.
///
/// Use it directly where the shape of a value is not known at compile time, for example as
/// `DefaultsEntry<[String: PropertyListValue]?>`. It can be written as a literal:
///
/// ```swift
/// let window: PropertyListValue = ["width": 640, "title": "Untitled", "tabs": ["a", "b"]]
/// ```
///
/// Two values are equal when they are stored alike. So `1`, `1.0` and `true` differ, `0.0` and `-0.0` differ,
/// a NaN equals a NaN, and strings are compared by their Unicode scalars. Dictionary keys compare as Swift strings.
public enum PropertyListValue: Sendable {
    /// A Boolean.
    case bool(Bool)
    /// A whole number that a signed 64-bit integer holds.
    case integer(Int64)
    /// A whole number above `Int64.max`. Build it with ``init(_:)-(BinaryInteger)``, which picks the right case.
    case unsigned(UInt64)
    /// A floating-point number, NaN and the infinities included.
    case real(Double)
    /// A string of any Unicode scalars.
    case string(String)
    /// Bytes.
    case data(Data)
    /// A point in time, to the full precision of `Date`.
    case date(Date)
    /// An ordered collection of values.
    case array([PropertyListValue])
    /// Values by name.
    case dictionary([String: PropertyListValue])
}

extension PropertyListValue {
    /// How deep arrays and dictionaries may be nested in a value that a store accepts.
    ///
    /// Foundation's property list readers refuse anything deeper, so nothing deeper could be read back.
    public static let maximumDepth = 512

    /// Creates the value of a whole number: ``integer(_:)`` where it fits, else ``unsigned(_:)``.
    ///
    /// It is `nil` when the number is outside `Int64.min...UInt64.max`.
    ///
    /// - Parameter number: The number.
    @inlinable
    public init?(_ number: some BinaryInteger) {
        if let signed = Int64(exactly: number) {
            self = .integer(signed)
        } else if let unsigned = UInt64(exactly: number) {
            self = .unsigned(unsigned)
        } else {
            return nil
        }
    }

    /// The name of this value's type, as errors show it: `"bool"`, `"integer"`, `"string"` and so on.
    public var typeName: String {
        switch self {
        case .bool: "bool"
        case .integer, .unsigned: "integer"
        case .real: "real"
        case .string: "string"
        case .data: "data"
        case .date: "date"
        case .array: "array"
        case .dictionary: "dictionary"
        }
    }

    /// Whether arrays and dictionaries in this value are nested no deeper than `depth` levels.
    ///
    /// It looks no further than `depth`, so it is safe on a value of any depth.
    func isNested(noDeeperThan depth: Int) -> Bool {
        switch self {
        case .bool, .integer, .unsigned, .real, .string, .data, .date:
            true
        case .array(let elements):
            depth > 0 && elements.allSatisfy { $0.isNested(noDeeperThan: depth - 1) }
        case .dictionary(let members):
            depth > 0 && members.values.allSatisfy { $0.isNested(noDeeperThan: depth - 1) }
        }
    }
}

// MARK: - Equatable, Hashable

extension PropertyListValue: Hashable {
    /// Returns whether two values are stored alike.
    ///
    /// - Complexity: O(*n*) in the size of the values, O(1) for collections that share their storage.
    public static func == (left: PropertyListValue, right: PropertyListValue) -> Bool {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.integer(let signed), .unsigned(let unsigned)), (.unsigned(let unsigned), .integer(let signed)):
            UInt64(exactly: signed) == unsigned
        case (.real(let left), .real(let right)): isSame(left, right)
        case (.string(let left), .string(let right)): left == right && left.utf8.elementsEqual(right.utf8)
        case (.data(let left), .data(let right)): left == right
        case (.date(let left), .date(let right)):
            isSame(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
        case (.array(let left), .array(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        default: false
        }
    }

    private static func isSame(_ left: Double, _ right: Double) -> Bool {
        left.bitPattern == right.bitPattern || (left.isNaN && right.isNaN)
    }

    /// Feeds the value to a hasher, alike for equal values.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(UInt64(bitPattern: value))
        case .unsigned(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value.isNaN ? .nan : value)
        case .string(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.isNaN ? nil : value)
        case .array(let value): hasher.combine(value)
        case .dictionary(let value): hasher.combine(value)
        }
    }
}
