import Dispatch
import Foundation
import Observation

/// What the Observation framework tracks in the place of some keys' value, until the value changes.
///
/// `withObservationTracking` begins to watch only after the tracked code has run, so it misses a change that another thread
/// makes between a read and that moment. User defaults may change on any thread, so this must not go unnoticed. The
/// framework hashes the key path when it begins to watch. The key path holds the tracker, which so learns that somebody
/// watches on a thread that has read before a change, and tells of the change again.
final class KeyTracker: Observable, Sendable {
    private struct Reading {
        /// How many changes had been told of when the thread first read.
        let changes: Int
        /// Whether the thread is in ``access()``, where the framework hashes too.
        var isAccessing = true
    }

    private struct State {
        var changes = 0
        /// The threads that have read and do not watch yet.
        var readings: [ObjectIdentifier: Reading] = [:]
    }

    private let registrar = ObservationRegistrar()
    private let state = Lock(State())

    /// The value, as the framework knows it. Never read.
    subscript(mark: Mark) -> Void { () }

    /// Notes that the value is being read.
    func access() {
        let thread = ObjectIdentifier(Thread.current)
        state.withLock { state in
            let changes = state.changes
            state.readings[thread, default: Reading(changes: changes)].isAccessing = true
        }
        registrar.access(self, keyPath: \.[Mark(tracker: self)])
        state.withLock { $0.readings[thread]?.isAccessing = false }
    }

    /// Tells those who have read the value that it has changed.
    func notify() {
        state.withLock { $0.changes += 1 }
        registrar.withMutation(of: self, keyPath: \.[Mark(tracker: self)]) {}
    }

    /// Notes that the framework is doing something with the key path on this thread, perhaps under a lock of its own.
    fileprivate func noteHash() {
        let thread = ObjectIdentifier(Thread.current)
        let hasMissedChange = state.withLock { state in
            guard let reading = state.readings[thread], !reading.isAccessing else { return false }
            state.readings[thread] = nil
            return reading.changes < state.changes
        }
        if hasMissedChange { DispatchQueue.global().async { self.notify() } }
    }

    /// The index in the key path.
    struct Mark: Hashable, Sendable {
        let tracker: KeyTracker

        static func == (left: Mark, right: Mark) -> Bool { left.tracker === right.tracker }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(tracker))
            tracker.noteHash()
        }
    }
}
