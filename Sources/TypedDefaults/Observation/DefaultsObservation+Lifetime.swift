extension DefaultsObservation {
    /// Has the library keep this observation for as long as `owner` lives, so that nobody else needs to.
    ///
    /// ```swift
    /// Defaults.theme.observe { [weak self] change in
    ///     self?.apply(change.newValue)
    /// }.tie(to: self)
    /// ```
    ///
    /// The owner is not kept alive. After it is gone the handler is not called any more; the handler itself is released
    /// with the next change it would have heard of, or when further observations are tied. ``cancel()`` ends the
    /// observation before that. Tying it again replaces the owner.
    ///
    /// - Parameter owner: The object whose life the observation shares.
    /// - Returns: The observation, to cancel or untie it.
    @discardableResult
    public func tie(to owner: AnyObject) -> DefaultsObservation {
        depend(on: LifetimeTie(self, to: owner))
        return self
    }

    /// Removes the tie to an owner: the observation goes on for as long as somebody refers to it.
    public func untie() {
        depend(on: nil)
        LifetimeTie.remove(self)
    }
}

/// A weak reference to the object that an observation is tied to.
struct WeakOwner: @unchecked Sendable {
    // SAFETY: the owner is never used, only found to be gone, which any thread may do.
    private weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }

    var isGone: Bool { object == nil }
}

/// A tie between an observation and its owner. The observations themselves are kept in one place for the process.
struct LifetimeTie: Sendable {
    let owner: WeakOwner
    /// The observation, which is alive while it is kept.
    private let id: ObjectIdentifier

    /// Keeps an observation until its owner is gone or it is cancelled or untied.
    init(_ observation: DefaultsObservation, to owner: AnyObject) {
        self.owner = WeakOwner(owner)
        id = ObjectIdentifier(observation)
        // What is let go of is released after the lock, since that may run code.
        let ended = Self.kept.withLock { [self] in $0.add(observation, tied: self) }
        for observation in ended { observation.cancel() }
    }

    /// Ends the observation, since the owner is gone.
    func end() {
        Self.kept.withLock { $0.remove(id) }?.cancel(isWaiting: false)
    }

    /// Keeps an observation no longer.
    static func remove(_ observation: DefaultsObservation) {
        _ = kept.withLock { $0.remove(ObjectIdentifier(observation)) }
    }

    private static let kept = Lock(Kept())

    private struct Kept: Sendable {
        private var all: [ObjectIdentifier: (observation: DefaultsObservation, owner: WeakOwner)] = [:]
        /// The number of ties at which to look for owners that are gone, so that looking costs little for each tie made.
        private var limit = 16

        /// Adds an observation, and removes and returns those whose owners are gone, now and then.
        mutating func add(_ observation: DefaultsObservation, tied tie: LifetimeTie) -> [DefaultsObservation] {
            all[tie.id] = (observation, tie.owner)
            guard all.count >= limit else { return [] }
            let ended = all.filter { $0.value.owner.isGone }
            for id in ended.keys { all[id] = nil }
            limit = max(16, all.count * 2)
            return ended.values.map(\.observation)
        }

        mutating func remove(_ id: ObjectIdentifier) -> DefaultsObservation? {
            all.removeValue(forKey: id)?.observation
        }
    }
}
