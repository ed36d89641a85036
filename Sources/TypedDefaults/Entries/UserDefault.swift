/// A property whose value is an entry's.
///
/// ```swift
/// struct Session {
///     @UserDefault(key: "username") var username = "guest"
///     @UserDefault(key: "token") var token: String?
///     @UserDefault(Defaults.theme) var theme
/// }
/// ```
///
/// The projected value, `$username`, is the entry: it has ``DefaultsEntry/read()``, ``DefaultsEntry/observe(initial:_:)``
/// and all else. The property holds no value of its own, so copies of the struct share it, and it can be set in a constant.
///
/// In a class that is `@Observable`, mark it `@ObservationIgnored`: reading an entry is observed without help. On a
/// `static var` Swift 6 asks for an isolated type, such as one marked `@MainActor`; a static entry needs none.
@propertyWrapper
public struct UserDefault<T: Defaultable>: Sendable {
    /// The entry.
    public let projectedValue: DefaultsEntry<T>

    /// The entry's value. See ``DefaultsEntry/value``.
    public var wrappedValue: T {
        get { projectedValue.value }
        nonmutating set { projectedValue.value = newValue }
    }

    /// Creates a property for an entry, with its rules.
    ///
    /// - Parameter entry: The entry.
    public init(_ entry: DefaultsEntry<T>) {
        projectedValue = entry
    }

    /// Creates a property with a default value.
    ///
    /// When the property is optional, setting `nil` stores that there is none, so that it is not taken for never set. The
    /// default comes back by ``DefaultsEntry/clear()`` of the projected value.
    ///
    /// - Parameters:
    ///   - defaultValue: The value when nothing is stored, computed each time it is needed. It is not stored.
    ///   - key: The key in the store, any string.
    ///   - store: The store, or `nil` for that of ``Defaults``.
    public init(
        wrappedValue defaultValue: @autoclosure @escaping @Sendable () -> T,
        key: String,
        store: (any DefaultsStore)? = nil
    ) {
        // An overload for optionals would lose to this one, or win where the type is to be inferred from the value.
        if let type = T.self as? any OptionalDefaultable.Type,
            let entry = Self.unsettable(type, key: key, store: store, defaultValue: defaultValue)
        {
            self.init(entry)
        } else {
            let entry: DefaultsEntry<T?> = .declared(key, in: store)
            self.init(entry.whenNil(use: defaultValue()))
        }
    }

    private static func unsettable<O: OptionalDefaultable>(
        _ type: O.Type, key: String, store: (any DefaultsStore)?, defaultValue: @escaping @Sendable () -> T
    ) -> DefaultsEntry<T>? {
        O.entry(key: key, store: store) { defaultValue() as? O } as? DefaultsEntry<T>
    }

    /// Creates an optional property. Setting `nil` removes the key.
    ///
    /// - Parameters:
    ///   - key: The key in the store, any string.
    ///   - store: The store, or `nil` for that of ``Defaults``.
    public init<W: Defaultable>(key: String, store: (any DefaultsStore)? = nil) where T == W? {
        self.init(.declared(key, in: store))
    }
}

/// An optional, for code that does not know its type to be one.
private protocol OptionalDefaultable: Defaultable {
    /// Declares an entry that has a default value until something is set, be it `nil`.
    static func entry(
        key: String, store: (any DefaultsStore)?, defaultValue: @escaping @Sendable () -> Self?
    ) -> DefaultsEntry<Self>
}

extension Optional: OptionalDefaultable where Wrapped: Defaultable {
    fileprivate static func entry(
        key: String, store: (any DefaultsStore)?, defaultValue: @escaping @Sendable () -> Wrapped??
    ) -> DefaultsEntry<Wrapped?> {
        let entry: DefaultsEntry<Wrapped?> = .declared(key, in: store)
        return entry.whenUnset(orNil: { defaultValue() ?? nil })
    }
}

extension DefaultsEntry {
    /// An entry of ``Defaults``, or of a store of its own.
    fileprivate static func declared<W: Defaultable>(
        _ key: String, in store: (any DefaultsStore)?
    ) -> DefaultsEntry where T == W? {
        guard let store else { return Defaults.value(key) }
        return DefaultsEntry(key: key, location: .fixed(FixedStore(store)), bridge: nil)
    }
}
