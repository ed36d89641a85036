/// Where a store announces its commits and observers hear of them, in commit order.
///
/// Every store owns one. A store calls ``enqueue(_:isExternal:)`` while it holds the lock under which it commits, which
/// settles the order, and ``deliver()`` after it has released that lock, which runs the observers.
public final class DefaultsHub: Sendable {
    private let state = Lock(HubState())
    /// How many observers and trackers there are: nothing is recorded for nobody.
    private let interest = AtomicCounter()

    /// Creates a hub nobody listens to yet.
    public init() {}

    /// Whether somebody listens. While nobody does, enqueuing and delivering do nothing.
    public var isObserved: Bool { interest.current > 0 }

    /// Takes in a commit. Call it under the lock that makes the commit visible.
    ///
    /// - Parameters:
    ///   - changes: What changed, at most once for each key. An empty commit is not announced.
    ///   - isExternal: Whether the change was made elsewhere, by another process for example.
    public func enqueue(_ changes: [DefaultsChange<PropertyListValue?>], isExternal: Bool = false) {
        guard isObserved, !changes.isEmpty else { return }
        // What another process did was not done in anybody's `withoutNotifying`, even if it is noticed there.
        enqueue(changes, isExternal: isExternal, muted: isExternal ? [] : DefaultsObservation.muted)
    }

    func enqueue(
        _ changes: [DefaultsChange<PropertyListValue?>], isExternal: Bool, muted: Set<ObjectIdentifier>
    ) {
        guard isObserved, !changes.isEmpty else { return }
        state.withLock { $0.enqueue(changes, isExternal: isExternal, muted: muted) }
    }

    /// Delivers the commits that were taken in. Call it with no lock held, since it runs the observers' code.
    ///
    /// When another thread is delivering, or an observer's own write brought us here, it returns at once: whoever
    /// delivers goes on until nothing is left.
    public func deliver() {
        guard isObserved, state.withLock({ $0.beginDelivering() }) else { return }
        while let next = state.withLock({ $0.nextDelivery() }) {
            for tracker in next.trackers { tracker.notify() }
            for observer in next.observers { observer.receive(next.commit) }
        }
    }

    // MARK: - Observers

    /// The number of the newest commit that was taken in.
    var sequenceNumber: UInt64 { state.withLock { $0.sequenceNumber } }

    func add(_ observer: HubObserver) {
        interest.add(1)
        state.withLock { $0.add(observer) }
    }

    func remove(_ observer: HubObserver) {
        if state.withLock({ $0.remove(observer) }) { interest.add(-1) }
    }

    /// Returns the tracker that tells the Observation framework of changes to some keys.
    func tracker(for filter: KeyFilter) -> KeyTracker {
        let (tracker, isNew) = state.withLock { $0.tracker(for: filter) }
        if isNew { interest.add(1) }
        return tracker
    }

    // MARK: - Reports

    /// Whether a failure to read a key's value is to be reported: once for each value.
    func isNews(_ fingerprint: Int, forKey key: String) -> Bool {
        state.withLock { $0.noteReport(of: fingerprint, forKey: key) }
    }
}
