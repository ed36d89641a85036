import Foundation
public import TypedDefaults

/// A clock for saving whose time passes when a test says so.
///
/// ```swift
/// let clock = ManualSaveClock()
/// let store = try PropertyListFileStore(url: url, saving: clock.schedule)
/// try store.setValue(1, forKey: "a")      // not on disk yet
/// clock.advance(by: 1)                    // it is now
/// ```
public final class ManualSaveClock: @unchecked Sendable {
    // SAFETY: `now` and `calls` are read and written with `lock` locked only.
    private var now: Double = 0
    private var calls: [(due: Double, save: @Sendable () -> Void)] = []
    private let lock = NSLock()

    /// Creates a clock that stands still.
    public init() {}

    /// The schedule that goes by this clock.
    public var schedule: SaveSchedule {
        SaveSchedule { seconds, save in
            self.lock.withLock { self.calls.append((self.now + seconds, save)) }
        }
    }

    /// The seconds until each call that was asked for, the soonest first.
    public var pending: [Double] {
        lock.withLock { calls.map { $0.due - now }.sorted() }
    }

    /// Lets time pass, and makes the calls that become due, in the order of their times, on this thread.
    ///
    /// - Parameter seconds: How much time passes.
    public func advance(by seconds: Double) {
        let end = lock.withLock { now + seconds }
        while let save = nextCall(until: end) { save() }
        lock.withLock { now = max(now, end) }
    }

    private func nextCall(until end: Double) -> (@Sendable () -> Void)? {
        lock.withLock {
            guard let index = calls.indices.min(by: { calls[$0].due < calls[$1].due }), calls[index].due <= end else {
                return nil
            }
            let call = calls.remove(at: index)
            now = max(now, call.due)
            return call.save
        }
    }
}
