/// A struct or class that is stored as one key for each property.
///
/// ```swift
/// struct Settings: DefaultsRecord {
///     var volume = 5
///     var theme = Theme.light
///     var nickname: String?
/// }
///
/// var settings = try Settings(from: store, prefix: "Settings")
/// settings.volume = 7
/// try settings.persist(to: store, prefix: "Settings")     // Settings.volume, Settings.theme
/// ```
///
/// Its properties are those that its `Codable` conformance writes, by the names of its coding keys: a class hierarchy, and
/// a class that descends from `NSObject`, write theirs. What ``init()`` gives are the default values: a property whose key
/// is absent keeps it. Setting a property to `nil` removes its key; where its default is not `nil`, a null is stored.
///
/// A property that is a record itself, or any other codable value, is stored as a dictionary under its key.
///
/// To use a record as an entry, with rules and observers, declare it with ``DefaultsNamespace/record(_:_:)``.
public protocol DefaultsRecord: Codable, Defaultable {
    /// Creates the record of default values.
    init()

    /// Returns the name under which a property is stored: its own by default.
    ///
    /// - Parameter property: The property's name, as its coding key has it.
    /// - Returns: The name, to which the prefix is added.
    static func key(for property: String) -> String
}

extension DefaultsRecord {
    /// Returns the property's own name.
    public static func key(for property: String) -> String { property }

    /// Creates the record that is stored.
    ///
    /// Property list types are stored as themselves, so what other code stored under the same keys is read too.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - prefix: What comes before each property's name, with a dot between, or `nil` for nothing.
    /// - Throws: ``DefaultsError`` that names the key of the first property that can't be read, and within a collection the
    ///   place of the element; or as the store throws.
    public init(from store: any DefaultsStore, prefix: String? = nil) throws {
        let fields = try RecordFields(Self.self, prefix: prefix)
        self = try fields.read(from: DefaultsScope.redirected(store))
    }

    /// Stores all properties: all of them, or none when one can't be stored. Other keys are not touched.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - prefix: What comes before each property's name, with a dot between, or `nil` for nothing.
    /// - Throws: ``DefaultsError`` with code `encodingFailed` that names the property, or as the store throws. Nothing is
    ///   changed then.
    public func persist(to store: any DefaultsStore, prefix: String? = nil) throws {
        let fields = try RecordFields(Self.self, prefix: prefix)
        let store = DefaultsScope.redirected(store)
        _ = try store.commit(DefaultsBatch(edits: try fields.edits(storing: self, in: store)))
    }

    /// Removes the keys of all properties in one step. Other keys are not touched.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - prefix: What comes before each property's name, with a dot between, or `nil` for nothing.
    /// - Throws: As the store throws. Nothing is changed then.
    public static func removePersisted(from store: any DefaultsStore, prefix: String? = nil) throws {
        let fields = try RecordFields(Self.self, prefix: prefix)
        let edits = Dictionary(fields.keys.map { ($0, PropertyListValue?.none) }) { $1 }
        _ = try DefaultsScope.redirected(store).commit(DefaultsBatch(edits: edits))
    }

    /// Returns what is stored of the properties, by key. An absent one is left out.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - prefix: What comes before each property's name, with a dot between, or `nil` for nothing.
    /// - Returns: The stored values by their key in the store, the prefix included.
    /// - Throws: As the store throws.
    public static func persistedValues(
        in store: any DefaultsStore, prefix: String? = nil
    ) throws -> [String: PropertyListValue] {
        let store = DefaultsScope.redirected(store)
        var values: [String: PropertyListValue] = [:]
        for key in try RecordFields(Self.self, prefix: prefix).keys {
            values[key] = try store.value(forKey: key)
        }
        return values
    }
}
