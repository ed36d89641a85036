#if canImport(Combine)
public import Combine

extension DefaultsEntry where T: Sendable {
    /// A publisher of the entry's value: the current one first, then each new one.
    ///
    /// A subscriber that asks for values slower than they come gets the newest. It never finishes and never fails. Values
    /// come on the thread of the writer; use `receive(on:)` for another.
    public var publisher: DefaultsPublisher<T> {
        DefaultsPublisher(entry: self)
    }
}

/// Publishes an entry's value. Get one by ``DefaultsEntry/publisher``.
public struct DefaultsPublisher<T: Defaultable & Sendable>: Publisher {
    /// The entry's value.
    public typealias Output = T
    /// It never fails.
    public typealias Failure = Never

    let entry: DefaultsEntry<T>

    /// Begins to observe the entry for a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == T, S.Failure == Never {
        let subscription = DefaultsSubscription(AnySubscriber(subscriber))
        subscriber.receive(subscription: subscription)
        subscription.begin(with: entry)
    }
}

/// Holds the newest value until the subscriber asks for it.
private final class DefaultsSubscription<T: Defaultable & Sendable>: Subscription, Sendable {
    private struct State: Sendable {
        var demand = Subscribers.Demand.none
        var newest: T?
        var isFinished = false
        var observation: DefaultsObservation?
    }

    private let state = Lock(State())
    // SAFETY: the subscriber is called by the observation, which calls from one thread at a time, and by `request`, which
    // Combine's contract serialises with it.
    nonisolated(unsafe) private let subscriber: AnySubscriber<T, Never>

    init(_ subscriber: AnySubscriber<T, Never>) {
        self.subscriber = subscriber
    }

    func begin(with entry: DefaultsEntry<T>) {
        let observation = entry.observe(initial: true) { [weak self] change in self?.receive(change.newValue) }
        state.withLock { state in
            if !state.isFinished { state.observation = observation }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
        sendNewest()
    }

    func cancel() {
        let observation = state.withLock { state in
            state.isFinished = true
            state.newest = nil
            defer { state.observation = nil }
            return state.observation
        }
        observation?.cancel()
    }

    private func receive(_ value: T) {
        state.withLock { state in
            if !state.isFinished { state.newest = value }
        }
        sendNewest()
    }

    private func sendNewest() {
        while let value = takeNewest() {
            let demand = subscriber.receive(value)
            state.withLock { $0.demand += demand }
        }
    }

    private func takeNewest() -> T? {
        state.withLock { state in
            guard state.demand > .none, let value = state.newest else { return nil }
            state.demand -= 1
            state.newest = nil
            return value
        }
    }
}
#endif
