public import Dispatch

extension DefaultsStore {
    /// What the store commits from now on, for all keys, as an asynchronous sequence. See ``changes(prefix:)``.
    public var changes: AsyncStream<DefaultsCommit> { changes(prefix: "") }

    /// Returns what the store commits from now on, as an asynchronous sequence.
    ///
    /// Each commit comes once, in order. The sequence listens from this call on and ends when its task is cancelled. It is
    /// for one consumer. Commits that are not consumed yet are kept, however many, so consume it or let go of it.
    ///
    /// ```swift
    /// for await commit in store.changes(prefix: "editor.") {
    ///     for change in commit.changes { log(change.key) }
    /// }
    /// ```
    ///
    /// - Parameter prefix: How the keys begin. Of a commit you get only the changes of such keys.
    /// - Returns: The sequence.
    public func changes(prefix: String) -> AsyncStream<DefaultsCommit> {
        let (commits, continuation) = AsyncStream.makeStream(of: DefaultsCommit.self)
        let observation = observe(prefix: prefix) { continuation.yield($0) }
        continuation.onTermination = { _ in observation.cancel(isWaiting: false) }
        return commits
    }

    /// Calls `handler` with what the store commits, on the writer's thread unless another is delivering just then.
    ///
    /// It hears of each commit once, in order. See ``DefaultsEntry/observe(initial:_:)``.
    ///
    /// - Parameters:
    ///   - prefix: How the keys begin. Of a commit you get only the changes of such keys.
    ///   - handler: Gets each commit.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public func observe(
        prefix: String = "",
        _ handler: @escaping @Sendable (DefaultsCommit) -> Void
    ) -> DefaultsObservation {
        source(.prefix(prefix)).inline(handler)
    }

    /// Calls `handler` on a queue with what the store commits.
    ///
    /// It hears of each commit once, in order, one at a time even on a concurrent queue.
    ///
    /// - Parameters:
    ///   - prefix: How the keys begin. Of a commit you get only the changes of such keys.
    ///   - queue: The queue to call the handler on.
    ///   - handler: Gets each commit.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public func observe(
        prefix: String = "",
        on queue: DispatchQueue,
        _ handler: @escaping @Sendable (DefaultsCommit) -> Void
    ) -> DefaultsObservation {
        source(.prefix(prefix)).on(queue, handler)
    }

    /// Calls `handler` on the main actor with what the store commits.
    ///
    /// It hears of each commit once, in order.
    ///
    /// - Parameters:
    ///   - prefix: How the keys begin. Of a commit you get only the changes of such keys.
    ///   - actor: The main actor.
    ///   - handler: Gets each commit.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public func observe(
        prefix: String = "",
        on actor: MainActor,
        _ handler: @escaping @MainActor (DefaultsCommit) -> Void
    ) -> DefaultsObservation {
        source(.prefix(prefix)).onMainActor(handler)
    }

    /// Calls `handler` on an actor with what the store commits, for as long as the actor lives.
    ///
    /// It hears of each commit once, in order.
    ///
    /// - Parameters:
    ///   - prefix: How the keys begin. Of a commit you get only the changes of such keys.
    ///   - actor: The actor to call the handler on, which is not kept alive.
    ///   - handler: Gets the actor and each commit.
    /// - Returns: The observation, which ends when it is released or cancelled.
    public func observe<A: Actor>(
        prefix: String = "",
        on actor: A,
        _ handler: @escaping @Sendable (isolated A, DefaultsCommit) -> Void
    ) -> DefaultsObservation {
        source(.prefix(prefix)).on(actor, handler)
    }

    private func source(_ filter: KeyFilter) -> ObservationSource<DefaultsCommit> {
        ObservationSource(
            store: root,
            filters: [filter],
            change: { event in
                guard case .commit(let commit) = event else { return nil }
                return commit.restricted(to: filter)
            },
            readInitial: nil
        )
    }
}
