/// What a hub remembers, as a state machine with no lock and no user code in it: who listens, and what is still to be
/// delivered.
///
/// Who shall hear of a commit is settled when it is taken in. So nobody hears of a commit from before they listened.
struct HubState: Sendable {
    /// A commit with those who shall hear of it.
    struct Delivery: Sendable {
        let commit: DefaultsCommit
        var observers: [HubObserver]
        let trackers: [KeyTracker]
    }

    private var observers: [KeyFilter: [HubObserver]] = [:]
    private var trackers: [KeyFilter: KeyTracker] = [:]
    /// The filters in use that name more than one key. There are few of them.
    private var prefixes: Set<KeyFilter> = []
    private var queue: [Delivery] = []
    private var isDelivering = false
    private var reported: [String: Int] = [:]
    /// The number of the newest commit.
    private var sequenceNumber: UInt64 = 0

    // MARK: - Who listens

    /// Adds an observer, which will hear of the commits from now on.
    mutating func add(_ observer: HubObserver) {
        for filter in observer.filters {
            observers[filter, default: []].append(observer)
            if filter.isPrefix { prefixes.insert(filter) }
        }
    }

    /// Removes an observer, and returns whether it was there.
    mutating func remove(_ observer: HubObserver) -> Bool {
        var isFound = false
        for filter in observer.filters {
            guard let index = observers[filter]?.firstIndex(where: { $0 === observer }) else { continue }
            isFound = true
            observers[filter]?.remove(at: index)
            if observers[filter]?.isEmpty == true { observers[filter] = nil }
            forgetUnused(filter)
        }
        if isFound, !queue.isEmpty {
            // Nobody might come to deliver these: see `DefaultsHub.deliver()`.
            for index in queue.indices { queue[index].observers.removeAll { $0 === observer } }
            queue.removeAll { $0.observers.isEmpty && $0.trackers.isEmpty }
        }
        return isFound
    }

    /// Returns the tracker of some keys for the Observation framework, and whether it is a new one.
    mutating func tracker(for filter: KeyFilter) -> (tracker: KeyTracker, isNew: Bool) {
        if let tracker = trackers[filter] { return (tracker, false) }
        let tracker = KeyTracker()
        trackers[filter] = tracker
        if filter.isPrefix { prefixes.insert(filter) }
        return (tracker, true)
    }

    /// Whether a tracker will hear of the next change of its keys. It hears of one only.
    func isWaiting(_ tracker: KeyTracker, for filter: KeyFilter) -> Bool {
        trackers[filter] === tracker
    }

    // MARK: - What is to be delivered

    /// Takes in a commit, to be delivered after those before it.
    ///
    /// The context is asked for only when somebody listens.
    mutating func enqueue(
        _ changes: [DefaultsChange<PropertyListValue?>], isExternal: Bool, context: () -> CommitContext
    ) {
        sequenceNumber += 1
        guard changes.contains(where: { isAwaited($0.key) }) else { return }
        let context = context()
        let (recipients, tracking) = takeListeners(to: changes, context)
        guard !recipients.isEmpty || !tracking.isEmpty else { return }
        let commit = DefaultsCommit(
            sequenceNumber: sequenceNumber,
            changes: changes,
            isExternal: isExternal,
            context: context
        )
        for observer in recipients { observer.note(sequenceNumber) }
        queue.append(Delivery(commit: commit, observers: recipients, trackers: tracking))
    }

    /// Begins to deliver, unless somebody does already. Who begins calls ``nextDeliveries()`` until it returns none.
    mutating func beginDelivering() -> Bool {
        guard !isDelivering, !queue.isEmpty else { return false }
        isDelivering = true
        return true
    }

    /// Returns what is to be delivered next, in order, or ends the delivering when there is nothing.
    mutating func nextDeliveries() -> [Delivery] {
        defer { queue = [] }
        isDelivering = !queue.isEmpty
        return queue
    }

    /// Whether somebody listens to changes of a key.
    private func isAwaited(_ key: String) -> Bool {
        if !prefixes.isEmpty, prefixes.contains(where: { $0.matches(key) }) { return true }
        return observers[.key(key)] != nil || (!trackers.isEmpty && trackers[.key(key)] != nil)
    }

    /// The observers that hear of changes, in the order in which they were added, and the trackers, which are used up.
    private mutating func takeListeners(
        to changes: [DefaultsChange<PropertyListValue?>], _ context: CommitContext
    ) -> ([HubObserver], [KeyTracker]) {
        var found: [HubObserver] = []
        var tracking: [KeyTracker] = []
        for change in changes {
            let muted = context.muted(forKey: change.key)
            for filter in [.key(change.key)] + prefixes.filter({ $0.matches(change.key) }) {
                found += (observers[filter] ?? []).filter { !muted.contains($0.id) }
                if let tracker = trackers.removeValue(forKey: filter) {
                    tracking.append(tracker)
                    forgetUnused(filter)
                }
            }
        }
        found.sort { $0.id < $1.id }
        var recipients: [HubObserver] = []
        for observer in found where recipients.last !== observer { recipients.append(observer) }
        return (recipients, tracking)
    }

    private mutating func forgetUnused(_ filter: KeyFilter) {
        if observers[filter] == nil, trackers[filter] == nil { prefixes.remove(filter) }
    }

    // MARK: - Reports

    /// Notes that a failure was reported, and returns whether it is a new one for this key.
    mutating func noteReport(of fingerprint: Int, forKey key: String) -> Bool {
        reported.updateValue(fingerprint, forKey: key) != fingerprint
    }
}
