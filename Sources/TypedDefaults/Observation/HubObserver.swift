import Foundation

/// Somebody who hears of a hub's commits, and the gate that its deliveries pass.
///
/// The gate is what makes `cancel()` final: it lets nothing through once cancelled, and it knows which threads are in the
/// handler, so that cancelling can wait for them.
final class HubObserver: Sendable {
    let id: UInt64
    let filters: Set<KeyFilter>
    private let handler: @Sendable (DefaultsCommit) -> Void
    private let gate = DeliveryGate()
    /// Commits up to this number happened before the observer's first value was read.
    private let floor = Lock<UInt64>(0)

    init(filters: Set<KeyFilter>, handler: @escaping @Sendable (DefaultsCommit) -> Void) {
        id = Self.nextID.withLock { id in
            id += 1
            return id
        }
        self.filters = filters
        self.handler = handler
    }

    private static let nextID = Lock<UInt64>(0)

    /// Skips the commits up to a number.
    func skip(through sequenceNumber: UInt64) {
        floor.withLock { $0 = sequenceNumber }
    }

    func wants(_ commit: DefaultsCommit) -> Bool {
        commit.sequenceNumber > floor.withLock { $0 } && !commit.muted.contains(ObjectIdentifier(self))
    }

    func receive(_ commit: DefaultsCommit) {
        deliver { handler(commit) }
    }

    /// Runs `body` unless the observer was cancelled.
    func deliver(_ body: () -> Void) {
        gate.pass(body)
    }

    /// Lets nothing more through, and waits for other threads that are in the handler if `isWaiting`.
    func cancel(isWaiting: Bool) {
        gate.close(isWaiting: isWaiting)
    }
}

/// Lets calls through until it is closed.
final class DeliveryGate: Sendable {
    // SAFETY: `isClosed` and `inside` are read and written with `condition` locked only.
    nonisolated(unsafe) private var isClosed = false
    nonisolated(unsafe) private var inside: [Thread] = []
    private let condition = NSCondition()

    func pass(_ body: () -> Void) {
        let thread = Thread.current
        condition.lock()
        guard !isClosed else { return condition.unlock() }
        inside.append(thread)
        condition.unlock()
        body()
        condition.lock()
        if let index = inside.lastIndex(where: { $0 === thread }) { inside.remove(at: index) }
        condition.broadcast()
        condition.unlock()
    }

    func close(isWaiting: Bool) {
        condition.lock()
        isClosed = true
        // A handler that cancels its own observation must not wait for itself.
        while isWaiting, inside.contains(where: { $0 !== Thread.current }) { condition.wait() }
        condition.unlock()
    }
}
