#if canImport(os)
import os

/// A lock around the state it guards. On Apple platforms before the `Synchronization` module's, an unfair lock.
struct Lock<State: Sendable>: ~Copyable, Sendable {
    private let lock: OSAllocatedUnfairLock<State>

    init(_ state: State) {
        lock = OSAllocatedUnfairLock(initialState: state)
    }

    /// Runs `body` with the state while no other thread does. User code must not run in `body`.
    @inline(__always)
    func withLock<R: Sendable, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        // The unfair lock's own method has no typed throws, so the outcome is carried out as a value.
        try lock.withLockUnchecked { state in Result { () throws(E) in try body(&state) } }.get()
    }
}
#elseif THREAD_SANITIZER
import Foundation

/// A lock around the state it guards, that the thread sanitizer understands.
///
/// Under contention `Mutex` is handed over by the Linux kernel, which the sanitizer does not see: it takes what the lock
/// guards for unguarded. So pass `-Xswiftc -DTHREAD_SANITIZER` with `--sanitize=thread`.
struct Lock<State: Sendable>: ~Copyable, Sendable {
    private final class Storage: @unchecked Sendable {
        // SAFETY: `state` is used with the lock locked only.
        var state: State

        init(_ state: State) {
            self.state = state
        }
    }

    private let storage: Storage
    private let lock = NSLock()

    init(_ state: State) {
        storage = Storage(state)
    }

    /// Runs `body` with the state while no other thread does. User code must not run in `body`.
    func withLock<R: Sendable, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(&storage.state)
    }
}
#else
import Synchronization

/// A lock around the state it guards.
struct Lock<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>
    /// Passed with the mutex held. It adds nothing to its order, but is seen by the thread sanitizer, which knows nothing of
    /// how the system's mutex works and would take all that it guards for a race.
    private let gate = Atomic<UInt8>(0)

    init(_ state: State) {
        mutex = Mutex(state)
    }

    /// Runs `body` with the state while no other thread does. User code must not run in `body`.
    @inline(__always)
    func withLock<R: Sendable, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        try mutex.withLock { (state) throws(E) in
            _ = gate.load(ordering: .acquiring)
            defer { gate.store(0, ordering: .releasing) }
            return try body(&state)
        }
    }
}
#endif
