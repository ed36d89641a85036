/// What is known of the observed keys of a suite, to tell what others change of it.
///
/// Nobody says which value a change by other code replaced, or whether it was one of our own. So the values are compared
/// with those that were announced last.
final class SuiteWatch: Sendable {
    private struct State: Sendable {
        var filters: Set<KeyFilter> = []
        var known: [String: PropertyListValue] = [:]

        func isWatched(_ key: String) -> Bool {
            filters.contains(.key(key)) || filters.contains { $0.matches(key) }
        }
    }

    private let state = Lock(State())

    /// Watches some keys from now on.
    ///
    /// - Parameters:
    ///   - filter: The keys.
    ///   - values: Returns what is stored of them now.
    func watch(_ filter: KeyFilter, values: () -> [String: PropertyListValue]) {
        guard state.withLock({ $0.filters.insert(filter).inserted }) else { return }
        let values = values()
        state.withLock { $0.known.merge(values) { known, _ in known } }
    }

    /// Notes what this process sets. Call it before it is set.
    func note(_ value: PropertyListValue?, forKey key: String) {
        state.withLock { state in
            if state.isWatched(key) { state.known[key] = value }
        }
    }

    /// What others have changed of the watched keys, or of one of them.
    ///
    /// - Parameters:
    ///   - key: The key that may have changed, or nil when any may.
    ///   - values: Returns what is stored of some keys now.
    func changes(
        of key: String?, values: (Set<KeyFilter>) -> [String: PropertyListValue]
    ) -> [DefaultsChange<PropertyListValue?>] {
        let filters = state.withLock { state -> Set<KeyFilter> in
            guard let key else { return state.filters }
            return state.isWatched(key) ? [.key(key)] : []
        }
        guard !filters.isEmpty else { return [] }
        let stored = values(filters)
        return state.withLock { state in
            let known = state.known.keys.filter { known in filters.contains { $0.matches(known) } }
            var changes: [DefaultsChange<PropertyListValue?>] = []
            for key in Set(stored.keys).union(known) where state.known[key] != stored[key] {
                changes.append(DefaultsChange(key: key, oldValue: state.known[key], newValue: stored[key]))
                state.known[key] = stored[key]
            }
            return changes
        }
    }
}
