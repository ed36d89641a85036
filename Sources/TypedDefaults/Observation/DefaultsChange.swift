/// A change of one value: what it was and what it is.
///
/// Observers of an entry get values of the entry's type as its rules give them. Observers of a store get stored values,
/// `nil` for absent.
public struct DefaultsChange<Value> {
    /// The key whose value changed.
    public let key: String
    /// The value before the change.
    public let oldValue: Value
    /// The value after the change.
    public let newValue: Value
    /// Whether descriptions must not show the values.
    var isSensitive = false

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - key: The key whose value changed.
    ///   - oldValue: The value before the change.
    ///   - newValue: The value after the change.
    public init(key: String, oldValue: Value, newValue: Value) {
        self.key = key
        self.oldValue = oldValue
        self.newValue = newValue
    }
}

extension DefaultsChange: Sendable where Value: Sendable {}

extension DefaultsChange: Equatable where Value: Equatable {
    /// Whether two changes are of the same key, from and to the same values.
    public static func == (left: DefaultsChange, right: DefaultsChange) -> Bool {
        left.key == right.key && left.oldValue == right.oldValue && left.newValue == right.newValue
    }
}

// MARK: - CustomStringConvertible

extension DefaultsChange: CustomStringConvertible, CustomReflectable {
    /// The key and both values, but for an entry that is marked as ``DefaultsEntry/sensitive()``.
    public var description: String {
        isSensitive ? "\(key): <sensitive>" : "\(key): \(oldValue) -> \(newValue)"
    }

    /// What a dump shows: the same as ``description``.
    public var customMirror: Mirror {
        let values: KeyValuePairs<String, Any> = ["key": key, "oldValue": oldValue, "newValue": newValue]
        return Mirror(self, children: isSensitive ? ["key": key] : values, displayStyle: .struct)
    }
}
