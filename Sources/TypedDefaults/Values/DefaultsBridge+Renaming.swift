extension DefaultsBridge
where Value: Defaultable & RawRepresentable & Sendable, Value.RawValue: Defaultable & Hashable & Sendable {
    /// Reads raw values that cases had in the past. Writing stores the present raw value.
    ///
    /// ```swift
    /// static let colour: DefaultsEntry<Colour?> = value("colour", as: .renaming(["mauve": .purple]))
    /// ```
    ///
    /// - Parameter old: The case for each raw value that no case has any more.
    /// - Returns: The bridge.
    public static func renaming(_ old: [Value.RawValue: Value]) -> DefaultsBridge {
        DefaultsBridge { stored in
            do {
                return try Value.decode(stored)
            } catch {
                guard let value = old[try Value.RawValue.decode(stored)] else { throw error }
                return value
            }
        } encode: { value in
            try Value.encode(value)
        }
    }
}
