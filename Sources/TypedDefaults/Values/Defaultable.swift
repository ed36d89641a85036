/// A type whose values can be stored as defaults.
///
/// Most types need an empty extension only:
///
/// ```swift
/// enum Theme: String, Defaultable { case light, dark }          // stored as its raw value
/// struct Size: Codable, Defaultable { var width, height: Int }  // stored as a dictionary
/// ```
///
/// A type that is both raw-representable and codable is stored as its raw value. A type that is neither but
/// `LosslessStringConvertible` is stored as its description, and a class that conforms to `NSSecureCoding` as a keyed
/// archive. Any other type writes the two functions:
///
/// ```swift
/// extension Angle: Defaultable {
///     static func decode(_ stored: PropertyListValue) throws -> Angle { Angle(degrees: try .decode(stored)) }
///     static func encode(_ angle: Angle) throws -> PropertyListValue? { try .encode(angle.degrees) }
/// }
/// ```
///
/// The standard and Foundation's value types conform, and so do optionals, arrays, sets, dictionaries and ranges of types
/// that conform.
public protocol Defaultable: SendableMetatype {
    /// Makes a value of what is stored.
    ///
    /// - Parameter stored: What a store has under the key. It may be of any type.
    /// - Returns: The value.
    /// - Throws: Any error when `stored` is no value of this type. The stored value is then kept as it is.
    static func decode(_ stored: PropertyListValue) throws -> Self

    /// Makes what is to be stored of a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: What to store, or `nil` to remove the key.
    /// - Throws: Any error when the value can't be stored. The old value is then kept.
    static func encode(_ value: Self) throws -> PropertyListValue?
}
