public import Dispatch

extension DefaultsEntry {
    /// Calls `handler` with each change of the value, whoever makes it.
    ///
    /// The handler gets the old and the new value as the entry's rules give them, and hears of each change once, in the
    /// order of the commits. Setting an equal value is no change. It runs before the write returns, on the writer's thread,
    /// unless another thread is delivering just then. It may use any entry, this one too.
    ///
    /// ```swift
    /// let observation = Defaults.theme.observe { change in
    ///     print("\(change.oldValue) → \(change.newValue)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: Whether to call the handler once with the current value, as both old and new, before returning.
    ///   - handler: Gets each change.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public func observe(
        initial: Bool = false,
        _ handler: @escaping @Sendable (DefaultsChange<T>) -> Void
    ) -> DefaultsObservation {
        source(initial: initial).inline(handler)
    }

    /// Calls `handler` on a queue with each change of the value, whoever makes it.
    ///
    /// The handler hears of each change once, in the order of the commits, one at a time even on a concurrent queue.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the handler first with the current value, as both old and new.
    ///   - queue: The queue to call the handler on.
    ///   - handler: Gets each change.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public func observe(
        initial: Bool = false,
        on queue: DispatchQueue,
        _ handler: @escaping @Sendable (DefaultsChange<T>) -> Void
    ) -> DefaultsObservation {
        source(initial: initial).on(queue, handler)
    }

    /// Calls `handler` on the main actor with each change of the value, whoever makes it.
    ///
    /// The handler hears of each change once, in the order of the commits. Cancelled on the main actor, it is not called
    /// again, whatever was on its way.
    ///
    /// ```swift
    /// observation = Defaults.theme.observe(initial: true, on: MainActor.shared) { change in
    ///     view.backgroundColor = change.newValue.color
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: Whether to call the handler first with the current value, as both old and new.
    ///   - actor: The main actor.
    ///   - handler: Gets each change.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public func observe(
        initial: Bool = false,
        on actor: MainActor,
        _ handler: @escaping @MainActor (DefaultsChange<T>) -> Void
    ) -> DefaultsObservation {
        source(initial: initial).onMainActor(handler)
    }

    /// Calls `handler` on an actor with each change of the value, whoever makes it.
    ///
    /// The handler hears of each change once, in the order of the commits. The actor is not kept alive; the observation
    /// falls silent when it is gone.
    ///
    /// ```swift
    /// observation = Defaults.limit.observe(on: self) { cache, change in
    ///     cache.shrink(to: change.newValue)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: Whether to call the handler first with the current value, as both old and new.
    ///   - actor: The actor to call the handler on.
    ///   - handler: Gets the actor and each change.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public func observe<A: Actor>(
        initial: Bool = false,
        on actor: A,
        _ handler: @escaping @Sendable (isolated A, DefaultsChange<T>) -> Void
    ) -> DefaultsObservation {
        source(initial: initial).on(actor, handler)
    }
}
