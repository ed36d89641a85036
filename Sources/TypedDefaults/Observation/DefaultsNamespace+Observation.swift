extension DefaultsNamespace {
    /// Returns the values of several entries, as an asynchronous sequence of tuples.
    ///
    /// A transaction or batch that changes several of them gives one element. The entries may have different types, and
    /// may be on different stores.
    ///
    /// ```swift
    /// for await (theme, size) in Defaults.updates(of: Defaults.theme, Defaults.fontSize) {
    ///     render(theme, size)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - entries: The entries, of this namespace or others.
    ///   - initial: Whether to begin with the current values. Otherwise it begins with the first that differ from those at
    ///     the time of this call.
    /// - Returns: The sequence. See ``DefaultsUpdates``.
    public static func updates<each T: Defaultable & Sendable>(
        of entries: repeat DefaultsEntry<each T>,
        initial: Bool = true
    ) -> DefaultsUpdates<repeat each T> {
        DefaultsUpdates(EntryGroup(repeat each entries), initial: initial)
    }

    /// Calls `handler` with the values of several entries whenever one of them has changed.
    ///
    /// A transaction or batch that changes several of them gives one call. The values were current together. When changes
    /// come faster than they are handled, the handler gets the newest. It never gets the same values twice in a row, and
    /// always gets the last ones. One call runs at a time, on the writer's thread unless another is delivering just then.
    ///
    /// ```swift
    /// let observation = Defaults.observe(Defaults.theme, Defaults.fontSize) { theme, size in
    ///     render(theme, size)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - entries: The entries, of this namespace or others.
    ///   - initial: Whether to call the handler once with the current values before returning.
    ///   - handler: Gets the values, in the order of the entries.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public static func observe<each T: Defaultable & Sendable>(
        _ entries: repeat DefaultsEntry<each T>,
        initial: Bool = false,
        _ handler: @escaping @Sendable (repeat each T) -> Void
    ) -> DefaultsObservation {
        let group = EntryGroup(repeat each entries)
        let current = group.read()
        if initial { handler(repeat each current.content) }
        let handling = GroupHandling(group, known: current, handler)
        let observation = group.observe { observer, _ in observer.pass { handling.handle() } }
        // What has changed before anybody listened is looked for at once.
        handling.handle()
        return observation
    }
}

/// Calls a handler with a group's values, on one thread at a time however many stores announce changes.
private final class GroupHandling<each T: Defaultable & Sendable>: Sendable {
    private struct State: Sendable {
        var isHandling = false
        var isOutdated = false
        var last: GroupValues<repeat each T>
    }

    private let group: EntryGroup<repeat each T>
    private let handler: @Sendable (repeat each T) -> Void
    private let state: Lock<State>

    init(
        _ group: EntryGroup<repeat each T>,
        known: GroupValues<repeat each T>,
        _ handler: @escaping @Sendable (repeat each T) -> Void
    ) {
        self.group = group
        self.handler = handler
        state = Lock(State(last: known))
    }

    /// Handles what has changed, or has whoever is handling do so.
    func handle() {
        let isFirst = state.withLock { state in
            state.isOutdated = true
            defer { state.isHandling = true }
            return !state.isHandling
        }
        guard isFirst else { return }
        while isOutdated() {
            let values = group.read()
            if group.isSame(state.withLock { $0.last }, values) { continue }
            state.withLock { $0.last = values }
            handler(repeat each values.content)
        }
    }

    /// Whether there may be something to handle. If not, the handling ends.
    private func isOutdated() -> Bool {
        state.withLock { state in
            state.isHandling = state.isOutdated
            state.isOutdated = false
            return state.isHandling
        }
    }
}
