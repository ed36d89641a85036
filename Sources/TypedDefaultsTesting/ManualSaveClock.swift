public import TypedDefaults

/// A clock for saving whose time passes when a test says so.
///
/// ```swift
/// let clock = ManualSaveClock()
/// let store = try PropertyListFileStore(url: url, saving: clock.schedule)
/// try store.setValue(1, forKey: "a")      // not on disk yet
/// clock.advance(by: 1)                    // it is now
/// ```
public final class ManualSaveClock: Sendable {
    private struct State {
        var now: Double = 0
        var calls: [(due: Double, save: @Sendable () -> Void)] = []

        /// Takes the first call that is due, and goes to its time.
        mutating func nextCall(until end: Double) -> (@Sendable () -> Void)? {
            guard let index = calls.indices.min(by: { calls[$0].due < calls[$1].due }), calls[index].due <= end else {
                return nil
            }
            let call = calls.remove(at: index)
            now = max(now, call.due)
            return call.save
        }
    }

    private let state = Lock(State())

    /// Creates a clock that stands still.
    public init() {}

    /// The schedule that goes by this clock.
    public var schedule: SaveSchedule {
        SaveSchedule { seconds, save in
            self.state.withLock { $0.calls.append(($0.now + seconds, save)) }
        }
    }

    /// The seconds until each call that was asked for, the soonest first.
    public var pending: [Double] {
        state.withLock { state in state.calls.map { $0.due - state.now }.sorted() }
    }

    /// Lets time pass, and makes the calls that become due, in the order of their times, on this thread.
    ///
    /// - Parameter seconds: How much time passes.
    public func advance(by seconds: Double) {
        let end = state.withLock { $0.now + seconds }
        while let save = state.withLock({ $0.nextCall(until: end) }) { save() }
        state.withLock { $0.now = max($0.now, end) }
    }
}
