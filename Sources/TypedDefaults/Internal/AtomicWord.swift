#if canImport(os)
import os

/// A number that threads read and write without a data race. What was written before it is seen by who reads it.
struct AtomicWord: ~Copyable, Sendable {
    private let value: OSAllocatedUnfairLock<UInt64>

    init(_ value: UInt64) {
        self.value = OSAllocatedUnfairLock(initialState: value)
    }

    /// The number, which may be an older one than another thread sees.
    var current: UInt64 { value.withLock { $0 } }

    func set(_ number: UInt64) {
        value.withLock { $0 = number }
    }

    /// Adds to the number, wrapping around, and returns the sum.
    @discardableResult
    func add(_ difference: UInt64) -> UInt64 {
        value.withLock { number in
            number &+= difference
            return number
        }
    }

    /// Replaces the number if it is as expected, and returns whether it was.
    func replace(_ expected: UInt64, with number: UInt64) -> Bool {
        value.withLock { value in
            guard value == expected else { return false }
            value = number
            return true
        }
    }
}
#else
import Synchronization

/// A number that threads read and write without a data race. What was written before it is seen by who reads it.
struct AtomicWord: ~Copyable, Sendable {
    private let value: Atomic<UInt64>

    @inline(__always)
    init(_ value: UInt64) {
        self.value = Atomic(value)
    }

    /// The number, which may be an older one than another thread sees.
    var current: UInt64 {
        @inline(__always) get { value.load(ordering: .acquiring) }
    }

    @inline(__always)
    func set(_ number: UInt64) {
        value.store(number, ordering: .releasing)
    }

    /// Adds to the number, wrapping around, and returns the sum.
    @discardableResult
    @inline(__always)
    func add(_ difference: UInt64) -> UInt64 {
        value.wrappingAdd(difference, ordering: .acquiringAndReleasing).newValue
    }

    /// Replaces the number if it is as expected, and returns whether it was.
    @inline(__always)
    func replace(_ expected: UInt64, with number: UInt64) -> Bool {
        value.compareExchange(expected: expected, desired: number, ordering: .acquiringAndReleasing).exchanged
    }
}
#endif
