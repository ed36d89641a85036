import Foundation

/// Lets calls of an observer's code through until it is closed, and knows which threads are inside.
final class DeliveryGate: Sendable {
    private struct State {
        var isClosed = false
        /// The threads that are inside, each as often as it has entered.
        var inside: [ObjectIdentifier] = []
    }

    private let state = Lock(State())
    /// Where a thread that closes the gate waits for those inside.
    private let condition = NSCondition()

    /// Runs `body` unless the gate is closed.
    func pass(_ body: () -> Void) {
        // A thread's object lives as long as the thread, so its identity is unique while it is in here.
        let thread = ObjectIdentifier(Thread.current)
        let isOpen = state.withLock { state in
            if !state.isClosed { state.inside.append(thread) }
            return !state.isClosed
        }
        guard isOpen else { return }
        body()
        let isAwaited = state.withLock { state in
            if let index = state.inside.lastIndex(of: thread) { state.inside.remove(at: index) }
            return state.isClosed
        }
        if isAwaited {
            // Under the condition's lock, or a waiter could miss it between its look at the state and its wait.
            condition.withLock { condition.broadcast() }
        }
    }

    /// Lets nothing more through.
    ///
    /// - Parameter isWaiting: Whether to return only after all other threads have left. The current one is not waited
    ///   for: a handler may cancel its own observation.
    func close(isWaiting: Bool) {
        state.withLock { $0.isClosed = true }
        guard isWaiting else { return }
        let thread = ObjectIdentifier(Thread.current)
        condition.withLock {
            while state.withLock({ state in state.inside.contains { $0 != thread } }) { condition.wait() }
        }
    }
}
