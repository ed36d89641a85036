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
extension DefaultsChange: Equatable where Value: Equatable {}
