#if !canImport(Darwin)
import Foundation

/// Reads a suite without the copies that Foundation makes of its values on Linux.
///
/// `object(forKey:)` turns what Core Foundation has into Swift values each time: data byte by byte, a collection in more
/// time than it takes to decode it. Core Foundation has an immutable object, and returns that same one until something is
/// set or loaded. So a value is known to be unchanged by its object, and data is copied from its object at once.
final class RememberedObjects: Sendable {
    private enum Known: Sendable {
        /// There was no object, and if there is one now Foundation has it.
        case nothing
        case object(ThreadSafe<AnyObject>, PropertyListValue)
    }

    private let domain: FoundationDomain
    private let known = Lock<[String: Known]>([:])

    init(_ domain: FoundationDomain) {
        self.domain = domain
    }

    /// What a suite has under a key, or `nil` when it may have it under several forms of the key.
    func find(_ key: String, in defaults: UserDefaults) -> SuiteFinding? {
        let known = known.withLock { $0[key] }
        if case .nothing? = known {
            let finding = Self.find(key, in: defaults)
            if case .object = finding { forget(key) }
            return finding
        }
        guard known != nil || SuiteKey.isPlain(key) else { return nil }
        // Launch arguments come first.
        guard defaults.volatileDomain(forName: UserDefaults.argumentDomain)[key] == nil else {
            return Self.find(key, in: defaults)
        }
        guard let object = domain.object(forKey: key) else {
            note(.nothing, forKey: key)
            return Self.find(key, in: defaults)
        }
        if case .object(let last, let value)? = known, last.object === object { return .value(value) }
        // Never what `object(forKey:)` returns, which can be of something that has been set since.
        guard let value = FoundationDomain.value(of: object) else { return Self.find(key, in: defaults) }
        // Data is copied anew each time, so as not to be kept twice.
        if case .data = value {} else { note(.object(ThreadSafe(object), value), forKey: key) }
        return .value(value)
    }

    private static func find(_ key: String, in defaults: UserDefaults) -> SuiteFinding {
        defaults.object(forKey: key).map { .object($0) } ?? .nothing
    }

    /// Forgets what a key had, since it has something else now.
    func forget(_ key: String) {
        known.withLock { _ = $0.removeValue(forKey: key) }
    }

    private func note(_ new: Known, forKey key: String) {
        known.withLock { known in
            if known.count > 1_000 { known = [:] }
            known[key] = new
        }
    }
}
#endif
