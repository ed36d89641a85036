extension DefaultsEntry where T: Sendable {
    /// The value now and from now on, as an asynchronous sequence.
    ///
    /// It gives the current value at once, then the newest one whenever it has changed, until the task is cancelled. See
    /// ``DefaultsUpdates``.
    ///
    /// ```swift
    /// for await theme in Defaults.theme.updates {
    ///     apply(theme)
    /// }
    /// ```
    public var updates: DefaultsUpdates<T> { updates(initial: true) }

    /// Returns the value from now on, as an asynchronous sequence.
    ///
    /// - Parameter initial: Whether to begin with the current value. Otherwise it begins with the first that differs from
    ///   the one at the time of this call.
    /// - Returns: The sequence. See ``DefaultsUpdates``.
    public func updates(initial: Bool) -> DefaultsUpdates<T> {
        DefaultsUpdates(EntryGroup(self), initial: initial)
    }
}
