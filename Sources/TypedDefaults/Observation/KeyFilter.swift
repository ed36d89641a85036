/// Which keys an observer wants to hear of.
@usableFromInline
enum KeyFilter: Hashable, Sendable {
    case key(String)
    case prefix(String)

    /// Every key there is.
    static let all = KeyFilter.prefix("")

    /// Whether the filter can match more than one key.
    var isPrefix: Bool {
        if case .prefix = self { true } else { false }
    }

    func matches(_ key: String) -> Bool {
        switch self {
        case .key(let wanted): key == wanted
        case .prefix(let prefix): prefix.isEmpty || key.dropping(prefix: prefix) != nil
        }
    }

    /// The filter for the same keys with a prefix.
    func prefixed(_ prefix: String) -> KeyFilter {
        switch self {
        case .key(let key): .key(prefix + key)
        case .prefix(let rest): .prefix(prefix + rest)
        }
    }
}
