/// Where a store announces its commits and observers hear of them, in commit order.
///
/// Every store owns one. A store calls ``enqueue(_:isExternal:)`` while it holds the lock under which it commits, which
/// settles the order, and ``deliver()`` after it has released that lock, which runs the observers.
public final class DefaultsHub: Sendable {
    private let state = Lock(HubState())
    /// How many observers and trackers there are, here and in derived hubs: nothing is recorded for nobody.
    private let interest = AtomicWord(0)
    private let derived = Lock<[DerivedHub]>([])
    private let parent: (hub: DefaultsHub, prefix: String)?
    /// Told of the keys that somebody begins to observe.
    private let interestHandler = Lock<(@Sendable (KeyFilter) -> Void)?>(nil)

    /// Creates a hub nobody listens to yet.
    public init() {
        parent = nil
    }

    /// Creates the hub of a store that shows those keys of another one that have a prefix, without it.
    ///
    /// - Parameters:
    ///   - parent: The other store's hub, which passes on what it takes in, and delivers it too.
    ///   - prefix: What comes before each key in the other store.
    init(of parent: DefaultsHub, prefix: String) {
        self.parent = (parent, prefix)
        let link = DerivedHub(self, prefix: prefix)
        parent.derived.withLock { $0.append(link) }
    }

    deinit {
        parent?.hub.derived.withLock { $0.removeAll { $0.id == ObjectIdentifier(self) } }
    }

    /// Whether somebody listens. While nobody does, enqueuing and delivering do nothing.
    public var isObserved: Bool { Int64(bitPattern: interest.current) > 0 }

    /// Takes in a commit. Call it under the lock that makes the commit visible.
    ///
    /// - Parameters:
    ///   - changes: What changed, at most once for each key. An empty commit is not announced.
    ///   - isExternal: Whether the change was made elsewhere, by another process for example.
    public func enqueue(_ changes: [DefaultsChange<PropertyListValue?>], isExternal: Bool = false) {
        // What another process did was not done in anybody's `withoutNotifying`, even if it is noticed there.
        enqueue(changes, isExternal: isExternal, context: isExternal ? CommitContext() : CommitContext.current)
    }

    /// Takes in a commit, which may be another hub's, as its maker made it. The context is asked for only if it matters.
    func enqueue(
        _ changes: [DefaultsChange<PropertyListValue?>], isExternal: Bool, context: @autoclosure () -> CommitContext
    ) {
        guard isObserved, !changes.isEmpty else { return }
        state.withLock { $0.enqueue(changes, isExternal: isExternal, context: context) }
        for link in derived.withLock({ $0 }) {
            link.hub?.enqueue(
                changes.compactMap(link.rename), isExternal: isExternal, context: link.rename(context()))
        }
    }

    /// Delivers the commits that were taken in. Call it with no lock held, since it runs the observers' code.
    ///
    /// When another thread is delivering, or an observer's own write brought us here, it returns at once: whoever
    /// delivers goes on until nothing is left.
    public func deliver() {
        // What is queued is for somebody who is still counted, so nothing is left lying when nobody is.
        guard isObserved else { return }
        deliverOwn()
        for link in derived.withLock({ $0 }) { link.hub?.deliver() }
    }

    private func deliverOwn() {
        guard state.withLock({ $0.beginDelivering() }) else { return }
        while true {
            let deliveries = state.withLock { $0.nextDeliveries() }
            if deliveries.isEmpty { return }
            for delivery in deliveries {
                notify(delivery.trackers)
                for observer in delivery.observers { observer.receive(delivery.commit) }
            }
        }
    }

    // MARK: - Observers

    /// Adds an observer, which will hear of the commits from now on.
    func add(_ observer: HubObserver) {
        // Counted first: a writer that finds nobody counted must be one that nobody waits for.
        count(1)
        state.withLock { $0.add(observer) }
        for filter in observer.filters { tellOfInterest(in: filter) }
    }

    /// Has a store told of the keys that somebody begins to observe, with no lock held.
    func onInterest(_ handler: @escaping @Sendable (KeyFilter) -> Void) {
        interestHandler.withLock { $0 = handler }
    }

    private func tellOfInterest(in filter: KeyFilter) {
        if let parent { return parent.hub.tellOfInterest(in: filter.prefixed(parent.prefix)) }
        interestHandler.withLock { $0 }?(filter)
    }

    /// Removes an observer. It does nothing when it was removed before.
    func remove(_ observer: HubObserver) {
        if state.withLock({ $0.remove(observer) }) { count(-1) }
    }

    private func count(_ difference: Int) {
        interest.add(UInt64(bitPattern: Int64(difference)))
        parent?.hub.count(difference)
    }

    // MARK: - The Observation framework

    /// Notes that the value of some keys is about to be read by code whose reads the Observation framework tracks.
    ///
    /// A tracker serves until the next change of its keys, as tracking does. So the hub keeps one for each key that was
    /// read and has not changed since, and none for any other.
    func track(_ filter: KeyFilter) {
        // A derived hub may not live as long as the tracking does.
        if let parent { return parent.hub.track(filter.prefixed(parent.prefix)) }
        count(1)
        var added = 0
        while true {
            let (tracker, isNew) = state.withLock { $0.tracker(for: filter) }
            if isNew { added += 1 }
            tracker.access()
            // If a change has used it up meanwhile, it may have been told before it was asked to watch.
            if state.withLock({ $0.isWaiting(tracker, for: filter) }) { break }
        }
        if added > 0 { tellOfInterest(in: filter) }
        count(added - 1)
    }

    private func notify(_ trackers: [KeyTracker]) {
        guard !trackers.isEmpty else { return }
        CommitContext.runObserver(in: DefaultsScope.current?.withoutTransactions) {
            for tracker in trackers { tracker.notify() }
        }
        count(-trackers.count)
    }

    // MARK: - Reports

    /// Whether a failure to read a key's value is to be reported: once for each value.
    func isNews(_ fingerprint: Int, forKey key: String) -> Bool {
        state.withLock { $0.noteReport(of: fingerprint, forKey: key) }
    }
}

/// A hub that hears of those keys of another one that have a prefix.
private struct DerivedHub: Sendable {
    private(set) weak var hub: DefaultsHub?
    let id: ObjectIdentifier
    private let prefix: String

    init(_ hub: DefaultsHub, prefix: String) {
        self.hub = hub
        id = ObjectIdentifier(hub)
        self.prefix = prefix
    }

    /// The context of a commit with the keys of this hub.
    func rename(_ context: CommitContext) -> CommitContext {
        guard !context.mutedByKey.isEmpty else { return context }
        var context = context
        context.mutedByKey = Dictionary(
            context.mutedByKey.compactMap { key, muted in key.dropping(prefix: prefix).map { ($0, muted) } }
        ) { $1 }
        return context
    }

    func rename(_ change: DefaultsChange<PropertyListValue?>) -> DefaultsChange<PropertyListValue?>? {
        change.key.dropping(prefix: prefix).map {
            DefaultsChange(key: $0, oldValue: change.oldValue, newValue: change.newValue)
        }
    }
}
