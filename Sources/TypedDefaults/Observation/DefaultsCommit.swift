/// The changes that a store made in one step: one for a plain write, several for a batch or a transaction.
public struct DefaultsCommit: Sendable {
    /// The place of this commit in the order of the store's observed commits.
    public let sequenceNumber: UInt64
    /// The changes, at most one for each key, `nil` for an absent value.
    public let changes: [DefaultsChange<PropertyListValue?>]
    /// Whether the changes were made elsewhere, by another process for example, and only noticed here.
    public let isExternal: Bool
    /// The observers that shall not hear of it, since it was made in their `withoutNotifying`.
    let muted: Set<ObjectIdentifier>
}

/// Which keys an observer wants to hear of.
enum KeyFilter: Hashable, Sendable {
    case key(String)
    case prefix(String)
    case several(Set<KeyFilter>)

    /// Every key there is.
    static let all = KeyFilter.prefix("")

    func matches(_ key: String) -> Bool {
        switch self {
        case .key(let wanted): key == wanted
        case .prefix(let prefix): key.dropping(prefix: prefix) != nil
        case .several(let filters): filters.contains { $0.matches(key) }
        }
    }
}
