/// Edits that a store applies together, and what must be stored for them to apply at all.
public struct DefaultsBatch: Sendable {
    /// The new value of each key, `nil` for a key to remove.
    public var edits: [String: PropertyListValue?]
    /// The value that each of these keys must have for the batch to apply, `nil` for one that must be absent.
    public var expectations: [String: PropertyListValue?]

    /// Creates a batch.
    ///
    /// - Parameters:
    ///   - edits: The new value of each key, `nil` for a key to remove.
    ///   - expectations: The value that each of these keys must have for the batch to apply, `nil` for absent.
    public init(edits: [String: PropertyListValue?] = [:], expecting expectations: [String: PropertyListValue?] = [:]) {
        self.edits = edits
        self.expectations = expectations
    }

    /// Applies the batch to a dictionary of values, which is all that a store kept in memory needs.
    ///
    /// - Parameter values: The values to change.
    /// - Returns: The changes it made, without those to an equal value, or `nil` when an expectation does not hold: then
    ///   nothing was changed.
    public func apply(to values: inout [String: PropertyListValue]) -> [DefaultsChange<PropertyListValue?>]? {
        guard expectations.allSatisfy({ values[$0.key] == $0.value }) else { return nil }
        var changes: [DefaultsChange<PropertyListValue?>] = []
        for (key, value) in edits {
            let old = values[key]
            guard old != value else { continue }
            values[key] = value
            changes.append(DefaultsChange(key: key, oldValue: old, newValue: value))
        }
        return changes
    }

    /// Throws when an edit is of a value that no store can keep. A store calls it before it applies a batch.
    ///
    /// - Parameter storeName: What errors call the store.
    /// - Throws: ``DefaultsError`` with code `encodingFailed` for a value of more than ``PropertyListValue/maximumDepth``
    ///   levels.
    /// - Complexity: O(*n*) in the size of the arrays and dictionaries.
    public func validate(storeName: String) throws(DefaultsError) {
        for (key, value) in edits {
            try value?.validate(forKey: key, storeName: storeName)
        }
    }
}

extension PropertyListValue {
    /// Throws when this value is nested deeper than property list readers go.
    ///
    /// - Complexity: O(1) for anything but arrays and dictionaries.
    @inline(__always)
    func validate(forKey key: String, storeName: @autoclosure () -> String) throws(DefaultsError) {
        switch self {
        case .array, .dictionary: try validateNesting(forKey: key, storeName: storeName())
        default: return
        }
    }

    private func validateNesting(forKey key: String, storeName: String) throws(DefaultsError) {
        guard isNested(noDeeperThan: Self.maximumDepth) else {
            throw DefaultsError(
                .encodingFailed,
                key: key,
                storeName: storeName,
                detail: "arrays and dictionaries are nested deeper than \(Self.maximumDepth) levels"
            )
        }
    }
}
