/// What each layer of a layered store was last heard to have, for the keys that have changed while somebody listened.
///
/// Layers change on their own, and each tells of its changes when it delivers them. Were the others asked at that moment,
/// they could have moved on already to what they are yet to tell of. So what was heard of them counts, and each change of
/// what the layered store gives begins where the one before it ended.
struct LayerMirror {
    /// What a layer has under a key, where known.
    enum Value: Sendable {
        case known(PropertyListValue?)
        /// The layer could not be read.
        case failed(DefaultsError)
    }

    private var rows: [String: [Value]] = [:]

    /// Takes in a layer's change of a key.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - index: The layer.
    ///   - current: What the layers have now, for when nothing was heard of the key yet.
    /// - Returns: The change of what the layered store gives, or `nil` when there is none.
    /// - Throws: The error of a layer that might mask the change and could not be read.
    mutating func take(
        _ change: DefaultsChange<PropertyListValue?>, from index: Int, current: [Value]
    ) throws(DefaultsError) -> DefaultsChange<PropertyListValue?>? {
        var row = rows[change.key] ?? current
        row[index] = .known(change.oldValue)
        let old = Result { () throws(DefaultsError) in try Self.effective(row) }
        row[index] = .known(change.newValue)
        let new = Result { () throws(DefaultsError) in try Self.effective(row) }
        // What could not be read is asked for again the next time.
        rows[change.key] = row.allSatisfy(\.isKnown) ? row : nil
        let (oldValue, newValue) = (try old.get(), try new.get())
        guard oldValue != newValue else { return nil }
        return DefaultsChange(key: change.key, oldValue: oldValue, newValue: newValue)
    }

    /// Forgets all, as changes will be missed.
    mutating func clear() {
        if !rows.isEmpty { rows = [:] }
    }

    /// The value of the first layer that has one.
    private static func effective(_ row: [Value]) throws(DefaultsError) -> PropertyListValue? {
        for value in row {
            switch value {
            case .known(let value?): return value
            case .known(nil): continue
            case .failed(let error): throw error
            }
        }
        return nil
    }
}

extension LayerMirror.Value {
    fileprivate var isKnown: Bool {
        if case .known = self { true } else { false }
    }
}
