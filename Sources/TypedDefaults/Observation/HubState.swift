/// What a hub remembers, as a state machine with no lock and no user code in it: who listens, and what is still to be
/// delivered.
struct HubState: Sendable {
    private var observers: [KeyFilter: [HubObserver]] = [:]
    private var trackers: [KeyFilter: KeyTracker] = [:]
    /// The filters in use that name more than one key. There are few of them.
    private var prefixes: Set<KeyFilter> = []
    private var queue: [DefaultsCommit] = []
    private var isDelivering = false
    private var reported: [String: Int] = [:]
    /// The number of the newest commit.
    private(set) var sequenceNumber: UInt64 = 0

    /// Adds an observer, which will hear of the commits from now on.
    mutating func add(_ observer: HubObserver) {
        for filter in observer.filters {
            observers[filter, default: []].append(observer)
            note(filter)
        }
    }

    /// Removes an observer. It does nothing when it was removed before.
    mutating func remove(_ observer: HubObserver) -> Bool {
        var isFound = false
        for filter in observer.filters {
            guard let index = observers[filter]?.firstIndex(where: { $0 === observer }) else { continue }
            isFound = true
            observers[filter]?.remove(at: index)
            if observers[filter]?.isEmpty == true { observers[filter] = nil }
        }
        return isFound
    }

    /// Returns the tracker of some keys for the Observation framework, and whether it is a new one.
    mutating func tracker(for filter: KeyFilter) -> (tracker: KeyTracker, isNew: Bool) {
        if let tracker = trackers[filter] { return (tracker, false) }
        let tracker = KeyTracker()
        trackers[filter] = tracker
        note(filter)
        return (tracker, true)
    }

    /// Takes in a commit, to be delivered after those before it.
    mutating func enqueue(
        _ changes: [DefaultsChange<PropertyListValue?>], isExternal: Bool, muted: Set<ObjectIdentifier>
    ) {
        sequenceNumber += 1
        let commit = DefaultsCommit(
            sequenceNumber: sequenceNumber, changes: changes, isExternal: isExternal, muted: muted)
        queue.append(commit)
    }

    /// Begins to deliver, unless somebody does already. Who begins calls ``nextDelivery()`` until it returns `nil`.
    mutating func beginDelivering() -> Bool {
        guard !isDelivering, !queue.isEmpty else { return false }
        isDelivering = true
        return true
    }

    /// Returns the next commit with those who shall hear of it, or ends the delivering when there is none.
    mutating func nextDelivery() -> (commit: DefaultsCommit, observers: [HubObserver], trackers: [KeyTracker])? {
        guard !queue.isEmpty else {
            isDelivering = false
            return nil
        }
        let commit = queue.removeFirst()
        var recipients: [HubObserver] = []
        var tracking: [KeyTracker] = []
        for filter in filters(of: commit) {
            for observer in observers[filter] ?? [] where !recipients.contains(where: { $0 === observer }) {
                if observer.wants(commit) { recipients.append(observer) }
            }
            if let tracker = trackers[filter] { tracking.append(tracker) }
        }
        return (commit, recipients.sorted { $0.id < $1.id }, tracking)
    }

    /// Notes that a failure was reported, and returns whether it is a new one for this key.
    mutating func noteReport(of fingerprint: Int, forKey key: String) -> Bool {
        reported.updateValue(fingerprint, forKey: key) != fingerprint
    }

    private mutating func note(_ filter: KeyFilter) {
        if case .key = filter { return }
        prefixes.insert(filter)
    }

    private func filters(of commit: DefaultsCommit) -> [KeyFilter] {
        commit.changes.map { .key($0.key) }
            + prefixes.filter { prefix in commit.changes.contains { prefix.matches($0.key) } }
    }
}
