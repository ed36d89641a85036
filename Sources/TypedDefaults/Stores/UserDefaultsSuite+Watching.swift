extension UserDefaultsSuite {
    /// Watches the keys that somebody begins to observe.
    func startWatching() {
        hub.onInterest { [weak self] filter in
            guard let self else { return }
            watch.watch(filter) { self.values(of: [filter]) }
            if case .key(let key) = filter { platform.observe(key) { [weak self] in self?.announceChanges(of: key) } }
        }
        platform.observeAll { [weak self] in self?.announceChanges(of: nil) }
    }

    /// Announces what other code has changed of the observed keys, or of one of them.
    func announceChanges(of key: String?) {
        let changes = watch.changes(of: key, values: values)
        guard !changes.isEmpty else { return }
        hub.enqueue(changes, isExternal: true)
        hub.deliver()
    }

    /// What is stored of some keys. What is no property list value counts as absent, as it does to observers.
    private func values(of filters: Set<KeyFilter>) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for filter in filters {
            let keys: Set<String> = if case .key(let key) = filter { [key] } else { self.keys().filter(filter.matches) }
            for key in keys { values[key] = readableValue(forKey: key) ?? nil }
        }
        return values
    }
}
