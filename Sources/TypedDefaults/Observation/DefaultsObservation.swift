/// A running observation. It ends when ``cancel()`` is called or the last reference to it goes away.
///
/// Keep it for as long as changes shall be heard of:
///
/// ```swift
/// let observation = Defaults.theme.observe { change in
///     apply(change.newValue)
/// }
/// ```
public final class DefaultsObservation: Sendable {
    private let observer: HubObserver
    private let hub: DefaultsHub

    init(_ observer: HubObserver, in hub: DefaultsHub) {
        self.observer = observer
        self.hub = hub
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
        stop(isWaiting: true)
    }

    private func stop(isWaiting: Bool) {
        hub.remove(observer)
        observer.cancel(isWaiting: isWaiting)
    }
}

extension DefaultsObservation {
    @TaskLocal static var muted: Set<ObjectIdentifier> = []

    /// Runs `body`, whose writes this observation does not hear of. Others do.
    ///
    /// So an observer can write what it observes without hearing itself. It holds for the current task and the child
    /// tasks it creates in `body`, and may be nested.
    ///
    /// - Parameter body: The code that writes.
    /// - Returns: What `body` returned.
    public func withoutNotifying<R>(_ body: () throws -> R) rethrows -> R {
        try Self.$muted.withValue(Self.muted.union([ObjectIdentifier(observer)]), operation: body)
    }
}
