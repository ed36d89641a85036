#if canImport(os)
import os

/// A number that threads read and raise without a data race.
final class AtomicCounter: Sendable {
    private let value = OSAllocatedUnfairLock(initialState: 0)

    /// The number, which may be an older one than another thread sees.
    var current: Int { value.withLock { $0 } }

    func add(_ difference: Int) {
        value.withLock { $0 += difference }
    }
}
#else
import Synchronization

/// A number that threads read and raise without a data race.
final class AtomicCounter: Sendable {
    private let value = Atomic<Int>(0)

    /// The number, which may be an older one than another thread sees.
    var current: Int { value.load(ordering: .acquiring) }

    func add(_ difference: Int) {
        value.add(difference, ordering: .acquiringAndReleasing)
    }
}
#endif
