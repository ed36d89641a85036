/// A running observation. It ends when ``cancel()`` is called or the last reference to it goes away.
///
/// Keep it for as long as changes shall be heard of:
///
/// ```swift
/// let observation = Defaults.theme.observe { change in
///     apply(change.newValue)
/// }
/// ```
///
/// Or have the library keep it for as long as some object lives, with ``tie(to:)``.
public final class DefaultsObservation: Sendable {
    /// The observers and where they listen. There are several for entries on several stores.
    private let parts: [(observer: HubObserver, hub: DefaultsHub)]

    init(_ parts: [(observer: HubObserver, hub: DefaultsHub)]) {
        self.parts = parts
    }

    deinit {
        // Nobody may wait in a deinitialiser: it can run anywhere, under anybody's lock.
        stop(isWaiting: false)
    }

    /// Ends the observation: after it returns the handler is not called any more.
    ///
    /// When the handler is running on another thread, `cancel()` waits until it has returned. So don't call it where the
    /// handler waits for the caller. The handler itself may call it. Calling it again does nothing.
    public func cancel() {
        cancel(isWaiting: true)
    }

    /// Ends the observation, and waits for a handler that is running on another thread if `isWaiting`.
    func cancel(isWaiting: Bool) {
        untie()
        stop(isWaiting: isWaiting)
    }

    /// Has the observation end with the owner it is tied to.
    func depend(on tie: LifetimeTie?) {
        for (observer, _) in parts { observer.depend(on: tie) }
    }

    private func stop(isWaiting: Bool) {
        for (observer, hub) in parts {
            hub.remove(observer)
            observer.cancel(isWaiting: isWaiting)
        }
    }
}

// MARK: - Not hearing oneself

extension DefaultsObservation {
    /// Runs `body`, whose writes this observation does not hear of. Others do.
    ///
    /// So an observer can write what it observes without hearing itself. It holds for the current task and the child
    /// tasks it creates in `body`, not for other threads, and may be nested. What other observers write in response is
    /// heard of.
    ///
    /// - Parameter body: The code that writes.
    /// - Returns: What `body` returned.
    public func withoutNotifying<R>(_ body: () throws -> R) rethrows -> R {
        try CommitContext.$current.withValue(muting, operation: body)
    }

    /// Runs `body`, whose writes this observation does not hear of. Others do.
    ///
    /// It holds for the current task and the child tasks it creates in `body`, and may be nested.
    ///
    /// - Parameters:
    ///   - isolation: The actor to run on, the caller's by default.
    ///   - body: The code that writes.
    /// - Returns: What `body` returned.
    public func withoutNotifying<R>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        try await CommitContext.$current.withValue(muting, operation: body, isolation: isolation)
    }

    private var muting: CommitContext {
        var context = CommitContext.current
        context.muted.formUnion(parts.map(\.observer.id))
        return context
    }
}
