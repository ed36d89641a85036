import TypedDefaults

#if canImport(os)
import os

/// The floor of reading and writing: a dictionary under the lock that the library's stores use.
final class LockedTable: Sendable {
    private let values: OSAllocatedUnfairLock<[String: PropertyListValue]>

    init(_ values: [String: PropertyListValue]) {
        self.values = OSAllocatedUnfairLock(initialState: values)
    }

    func value(forKey key: String) -> PropertyListValue? {
        values.withLock { $0[key] }
    }

    func setValue(_ value: PropertyListValue, forKey key: String) {
        values.withLock { $0[key] = value }
    }
}
#else
import Synchronization

/// The floor of reading and writing: a dictionary under the lock that the library's stores use.
final class LockedTable: Sendable {
    private let values: Mutex<[String: PropertyListValue]>

    init(_ values: [String: PropertyListValue]) {
        self.values = Mutex(values)
    }

    func value(forKey key: String) -> PropertyListValue? {
        values.withLock { $0[key] }
    }

    func setValue(_ value: PropertyListValue, forKey key: String) {
        values.withLock { $0[key] = value }
    }
}
#endif
