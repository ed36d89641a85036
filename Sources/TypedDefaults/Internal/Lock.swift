#if canImport(os)
import os

/// A lock around the state it guards. On Apple platforms before the `Synchronization` module's, an unfair lock.
package struct Lock<State: Sendable>: ~Copyable, Sendable {
    private let lock: OSAllocatedUnfairLock<State>

    package init(_ state: State) {
        lock = OSAllocatedUnfairLock(initialState: state)
    }

    /// Runs `body` with the state while no other thread does. User code must not run in `body`.
    @inline(__always)
    package func withLock<R: Sendable, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        // The unfair lock's own method has no typed throws, so the outcome is carried out as a value.
        try lock.withLockUnchecked { state in Result { () throws(E) in try body(&state) } }.get()
    }
}
#else
import Synchronization

/// A lock around the state it guards.
package struct Lock<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>
    /// Passed with the mutex held. It adds nothing to its order, but is seen by the thread sanitizer, which knows nothing of
    /// how the system's mutex works and would take all that it guards for a race.
    private let gate = Atomic<UInt8>(0)

    package init(_ state: State) {
        mutex = Mutex(state)
    }

    /// Runs `body` with the state while no other thread does. User code must not run in `body`.
    @inline(__always)
    package func withLock<R: Sendable, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        try mutex.withLock { (state) throws(E) in
            _ = gate.load(ordering: .acquiring)
            defer { gate.store(0, ordering: .releasing) }
            return try body(&state)
        }
    }
}
#endif
