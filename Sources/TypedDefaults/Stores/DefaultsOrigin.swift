/// What kind of layer a value comes from. See ``LayeredStore``.
public struct DefaultsOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The origin's name, such as `"arguments"`.
    public let name: String

    /// Creates an origin of your own.
    ///
    /// - Parameter name: The origin's name in lower camel case.
    public init(_ name: String) {
        self.name = name
    }

    /// The arguments that the program was launched with.
    public static let arguments = DefaultsOrigin("arguments")
    /// What an administrator has set.
    public static let managed = DefaultsOrigin("managed")
    /// What the user has set.
    public static let stored = DefaultsOrigin("stored")
    /// What the program takes for granted.
    public static let registered = DefaultsOrigin("registered")

    /// The origin's name.
    public var description: String { name }
}
