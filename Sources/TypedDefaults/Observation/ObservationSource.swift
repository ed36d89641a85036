import Dispatch

/// Something to observe in a store, and the ways to deliver it.
///
/// Events travel as stored values, which any thread may have, and become changes where the handler runs.
struct ObservationSource<Change>: Sendable {
    let store: any DefaultsStore
    let filters: Set<KeyFilter>
    /// Returns what an event means to the observer, or `nil` for nothing.
    let change: @Sendable (ObservedEvent) -> Change?
    /// Reads everything that the first value depends on, or is `nil` when no first value is wanted.
    let readInitial: (@Sendable (any DefaultsStore) -> Void)?

    /// Runs the handler on whichever thread delivers.
    func inline(_ handler: @escaping @Sendable (Change) -> Void) -> DefaultsObservation {
        start(
            HubObserver(filters: filters, isHolding: readInitial != nil) { [change] observer, event in
                observer.pass { if let change = change(event) { handler(change) } }
            }
        )
    }

    /// Runs the handler on a queue.
    func on(_ queue: DispatchQueue, _ handler: @escaping @Sendable (Change) -> Void) -> DefaultsObservation {
        // A serial queue of our own on top of it keeps the order even where the queue is a concurrent one.
        let serial = DispatchQueue(label: "TypedDefaults.observation", target: queue)
        return start(
            HubObserver(filters: filters, isHolding: readInitial != nil) { [change] observer, event in
                serial.async { observer.pass { if let change = change(event) { handler(change) } } }
            }
        )
    }

    /// Runs the handler on the main actor.
    func onMainActor(_ handler: @escaping @MainActor (Change) -> Void) -> DefaultsObservation {
        let (observer, events) = makeStreaming()
        let change = change
        Task { @MainActor in
            for await event in events {
                observer.pass { if let change = change(event) { handler(change) } }
            }
        }
        return start(observer)
    }

    /// Runs the handler on an actor, for as long as that lives.
    func on<A: Actor>(
        _ actor: A, _ handler: @escaping @Sendable (isolated A, Change) -> Void
    ) -> DefaultsObservation {
        let (observer, events) = makeStreaming()
        let change = change
        let hub = store.hub
        Task { [weak actor] in
            for await event in events {
                guard let actor else { break }
                await Self.pass(event, to: handler, through: observer, on: actor, change)
            }
            hub.remove(observer)
        }
        return start(observer)
    }

    // MARK: - Starting

    private static func pass<A: Actor>(
        _ event: ObservedEvent,
        to handler: @Sendable (isolated A, Change) -> Void,
        through observer: HubObserver,
        on actor: isolated A,
        _ change: @Sendable (ObservedEvent) -> Change?
    ) {
        observer.pass { if let change = change(event) { handler(actor, change) } }
    }

    /// An observer whose events one task consumes, which is what keeps them in order.
    private func makeStreaming() -> (HubObserver, AsyncStream<ObservedEvent>) {
        let (events, continuation) = AsyncStream.makeStream(of: ObservedEvent.self)
        let observer = HubObserver(
            filters: filters,
            isHolding: readInitial != nil,
            onEnd: { continuation.finish() },
            route: { _, event in continuation.yield(event) }
        )
        return (observer, events)
    }

    private func start(_ observer: HubObserver) -> DefaultsObservation {
        store.hub.add(observer)
        if let readInitial { DefaultsScope.outsideTransactions { open(observer, readInitial) } }
        return DefaultsObservation([(observer, store.hub)])
    }

    /// Delivers the first value.
    private func open(_ observer: HubObserver, _ readInitial: (any DefaultsStore) -> Void) {
        while true {
            let floor = observer.newestCommit
            let overlay = OverlayStore(over: store)
            defer { overlay.discard() }
            readInitial(overlay)
            let snapshot = overlay.reads
            // That what was read is still there is checked under the lock of the writers. So if the hub has taken in
            // nothing since before we read, what was read is the state after commit `floor`, neither older nor newer.
            let isCurrent: Bool
            do throws(DefaultsError) {
                isCurrent = try overlay.finish()
            } catch {
                // A store that can't be read has no state to be in step with.
                isCurrent = true
            }
            if isCurrent, observer.newestCommit == floor {
                return observer.open(with: .initial(snapshot), after: floor)
            }
        }
    }
}
