/// What an observer hears.
enum ObservedEvent: Sendable {
    /// What was stored when the observation began, for the keys that its value depends on.
    case initial([String: PropertyListValue?])
    case commit(DefaultsCommit)
}

/// Somebody who hears of a hub's commits, and the gate that its deliveries pass.
///
/// An observer with an initial value holds back what the hub delivers until that value is on its way, so that it comes
/// first and no commit it includes comes after it.
final class HubObserver: Sendable {
    /// Passes an event on, to a thread, a queue or a task that calls ``pass(_:)``.
    typealias Route = @Sendable (HubObserver, ObservedEvent) -> Void

    private struct Inbox {
        var isHolding: Bool
        var held: [DefaultsCommit] = []
        /// Commits up to this number are part of the initial value.
        var floor: UInt64 = 0
        /// The number of the newest commit that the hub took in for this observer.
        var newest: UInt64 = 0
    }

    /// Tells observers apart, and earlier ones from later ones.
    let id: UInt64
    let filters: Set<KeyFilter>
    private let route: Route
    private let onEnd: @Sendable () -> Void
    private let scope: DefaultsScope?
    private let gate = DeliveryGate()
    private let inbox: Lock<Inbox>
    private let tie = Lock<LifetimeTie?>(nil)

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - filters: The keys of which it shall hear.
    ///   - isHolding: Whether it holds back its commits until ``open(with:after:)``.
    ///   - onEnd: Runs when it is cancelled, at least once.
    ///   - route: Passes its events on, in their order.
    init(
        filters: Set<KeyFilter>,
        isHolding: Bool,
        onEnd: @escaping @Sendable () -> Void = {},
        route: @escaping Route
    ) {
        id = Self.nextID.withLock { id in
            id += 1
            return id
        }
        self.filters = filters
        self.route = route
        self.onEnd = onEnd
        scope = DefaultsScope.current?.withoutTransactions
        inbox = Lock(Inbox(isHolding: isHolding))
    }

    private static let nextID = Lock<UInt64>(0)

    // MARK: - For the hub

    /// Notes that a commit was taken in for this observer.
    func note(_ sequenceNumber: UInt64) {
        inbox.withLock { $0.newest = sequenceNumber }
    }

    /// Takes in a commit. One thread at a time does.
    func receive(_ commit: DefaultsCommit) {
        let isForNow = inbox.withLock { inbox in
            if inbox.isHolding { inbox.held.append(commit) }
            return !inbox.isHolding && commit.sequenceNumber > inbox.floor
        }
        if isForNow { route(self, .commit(commit)) }
    }

    // MARK: - For the observation

    /// The number of the newest commit that the hub took in for this observer, delivered or not.
    var newestCommit: UInt64 { inbox.withLock { $0.newest } }

    /// Passes on the first event and what was held back, and holds nothing more.
    func open(with event: ObservedEvent, after floor: UInt64) {
        inbox.withLock { $0.floor = floor }
        route(self, event)
        while let held = takeHeld() {
            for commit in held where commit.sequenceNumber > floor { route(self, .commit(commit)) }
        }
    }

    /// Runs the observer's code unless it was cancelled.
    func pass(_ body: () -> Void) {
        if let tie = tie.withLock({ $0 }), tie.owner.isGone { return tie.end() }
        gate.pass { CommitContext.runObserver(in: scope, body) }
    }

    /// Has the observer end with the owner it is tied to.
    func depend(on tie: LifetimeTie?) {
        self.tie.withLock { $0 = tie }
    }

    /// Lets nothing more through, and waits for other threads that are in the handler if `isWaiting`.
    func cancel(isWaiting: Bool) {
        onEnd()
        gate.close(isWaiting: isWaiting)
    }

    private func takeHeld() -> [DefaultsCommit]? {
        inbox.withLock { inbox in
            inbox.isHolding = !inbox.held.isEmpty
            defer { inbox.held = [] }
            return inbox.isHolding ? inbox.held : nil
        }
    }
}
