/// A way to store values of a type: a pair of functions, to reuse and to choose for each entry.
///
/// A type that conforms to ``Defaultable`` has its own way, ``standard``. An entry that shares its key with code that
/// expects another form names one:
///
/// ```swift
/// static let profile: DefaultsEntry<Profile?> = value("profile", as: .jsonData)
/// static let tags: DefaultsEntry<[Tag]?> = value("tags", as: .dropInvalid)
/// ```
///
/// Make one of your own from two functions, or from an intermediate type by ``through(_:decode:encode:)``.
public struct DefaultsBridge<Value>: Sendable {
    private let decoding: @Sendable (PropertyListValue) throws -> Value
    private let encoding: @Sendable (Value) throws -> PropertyListValue?

    /// Creates a bridge of two functions.
    ///
    /// - Parameters:
    ///   - decode: Makes a value of what is stored, or throws any error when it can't. What is stored is then kept.
    ///   - encode: Makes what is to be stored of a value, `nil` to remove the key, or throws any error when it can't. The
    ///     old value is then kept.
    public init(
        decode: @escaping @Sendable (PropertyListValue) throws -> Value,
        encode: @escaping @Sendable (Value) throws -> PropertyListValue?
    ) {
        decoding = decode
        encoding = encode
    }

    /// Makes a value of what is stored.
    ///
    /// - Parameter stored: What a store has under the key.
    /// - Returns: The value.
    /// - Throws: Any error when `stored` can't be read as a `Value`.
    public func decode(_ stored: PropertyListValue) throws -> Value {
        try decoding(stored)
    }

    /// Makes what is to be stored of a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: What to store, or `nil` to remove the key.
    /// - Throws: Any error when the value can't be stored.
    public func encode(_ value: Value) throws -> PropertyListValue? {
        try encoding(value)
    }
}

extension DefaultsBridge where Value: Defaultable {
    /// The type's own way.
    public static var standard: DefaultsBridge {
        DefaultsBridge(decode: Value.decode, encode: Value.encode)
    }
}

extension DefaultsBridge where Value: SendableMetatype {
    /// Stores a value in the place of another: as the value of an intermediate type.
    ///
    /// ```swift
    /// static let defaultsBridge = DefaultsBridge<Point>.through([String: Int].self) { stored in
    ///     Point(x: stored["x", default: 0], y: stored["y", default: 0])
    /// } encode: { point in
    ///     ["x": point.x, "y": point.y]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The intermediate type.
    ///   - decode: Makes a value of an intermediate one, or returns `nil` or throws when it can't.
    ///   - encode: Makes an intermediate value.
    /// - Returns: The bridge.
    public static func through<Intermediate: Defaultable>(
        _ type: Intermediate.Type = Intermediate.self,
        decode: @escaping @Sendable (Intermediate) throws -> Value?,
        encode: @escaping @Sendable (Value) throws -> Intermediate
    ) -> DefaultsBridge {
        DefaultsBridge { stored in
            guard let value = try decode(try Intermediate.decode(stored)) else {
                throw DefaultsError(.decodingFailed, expectedType: "\(Value.self)", foundType: stored.typeName)
            }
            return value
        } encode: { value in
            try Intermediate.encode(try encode(value))
        }
    }
}
