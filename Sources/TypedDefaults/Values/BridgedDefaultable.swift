/// A type that is stored by a bridge: a pair of functions, or an intermediate type.
///
/// ```swift
/// extension Point: BridgedDefaultable {
///     static let defaultsBridge = DefaultsBridge<Point> { stored in
///         let point = try [String: Int].decode(stored)
///         return Point(x: point["x"] ?? 0, y: point["y"] ?? 0)
///     } encode: { point in
///         ["x": .integer(Int64(point.x)), "y": .integer(Int64(point.y))]
///     }
/// }
/// ```
///
/// The bridge comes before the raw value and before `Codable`, where the type has those too.
public protocol BridgedDefaultable: Defaultable {
    /// How values of this type are stored.
    static var defaultsBridge: DefaultsBridge<Self> { get }
}

extension BridgedDefaultable {
    /// Makes a value of what is stored, by the bridge.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try defaultsBridge.decode(stored) }

    /// Makes what is to be stored of a value, by the bridge.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try defaultsBridge.encode(value) }
}

// The same for types that have another default way as well, so that the bridge is the more specific one.

extension BridgedDefaultable where Self: Codable {
    /// Makes a value of what is stored, by the bridge.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try defaultsBridge.decode(stored) }

    /// Makes what is to be stored of a value, by the bridge.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try defaultsBridge.encode(value) }
}

extension BridgedDefaultable where Self: RawRepresentable, RawValue: Defaultable {
    /// Makes a value of what is stored, by the bridge.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try defaultsBridge.decode(stored) }

    /// Makes what is to be stored of a value, by the bridge.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try defaultsBridge.encode(value) }
}

extension BridgedDefaultable where Self: RawRepresentable & Codable, RawValue: Defaultable {
    /// Makes a value of what is stored, by the bridge.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try defaultsBridge.decode(stored) }

    /// Makes what is to be stored of a value, by the bridge.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try defaultsBridge.encode(value) }
}

extension BridgedDefaultable where Self: LosslessStringConvertible {
    /// Makes a value of what is stored, by the bridge.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try defaultsBridge.decode(stored) }

    /// Makes what is to be stored of a value, by the bridge.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try defaultsBridge.encode(value) }
}

extension BridgedDefaultable where Self: LosslessStringConvertible & Codable {
    /// Makes a value of what is stored, by the bridge.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try defaultsBridge.decode(stored) }

    /// Makes what is to be stored of a value, by the bridge.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try defaultsBridge.encode(value) }
}

extension BridgedDefaultable where Self: LosslessStringConvertible & RawRepresentable, RawValue: Defaultable {
    /// Makes a value of what is stored, by the bridge.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try defaultsBridge.decode(stored) }

    /// Makes what is to be stored of a value, by the bridge.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try defaultsBridge.encode(value) }
}

extension BridgedDefaultable where Self: LosslessStringConvertible & RawRepresentable & Codable, RawValue: Defaultable {
    /// Makes a value of what is stored, by the bridge.
    public static func decode(_ stored: PropertyListValue) throws -> Self { try defaultsBridge.decode(stored) }

    /// Makes what is to be stored of a value, by the bridge.
    public static func encode(_ value: Self) throws -> PropertyListValue? { try defaultsBridge.encode(value) }
}

/// A type that is stored as a value of another type.
///
/// ```swift
/// extension Person: IntermediateDefaultable {
///     static func toIntermediate(_ person: Person) -> [String: String] { ["name": person.name] }
///     static func fromIntermediate(_ stored: [String: String]) -> Person? { stored["name"].map(Person.init(name:)) }
/// }
/// ```
public protocol IntermediateDefaultable: BridgedDefaultable {
    /// The type that is stored.
    associatedtype Intermediate: Defaultable

    /// Makes the value to store.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value to store in its place.
    /// - Throws: Any error when the value can't be stored. The old value is then kept.
    static func toIntermediate(_ value: Self) throws -> Intermediate

    /// Makes a value of a stored one.
    ///
    /// - Parameter stored: The value that was stored.
    /// - Returns: The value, or `nil` when `stored` stands for none: a failure to decode.
    /// - Throws: Any error when `stored` stands for none. What is stored is then kept.
    static func fromIntermediate(_ stored: Intermediate) throws -> Self?
}

extension IntermediateDefaultable {
    /// Stores the intermediate value.
    public static var defaultsBridge: DefaultsBridge<Self> {
        .through(Intermediate.self, decode: fromIntermediate, encode: toIntermediate)
    }
}
