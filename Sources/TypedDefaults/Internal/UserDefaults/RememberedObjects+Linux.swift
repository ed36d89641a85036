#if !canImport(Darwin)
import Foundation

/// Reads a suite without the copies that Foundation makes of its values on Linux.
///
/// `object(forKey:)` turns what Core Foundation has into Swift values each time: data byte by byte, a collection in more
/// time than it takes to decode it. Core Foundation has an immutable object, and returns that same one until something is
/// set or loaded. So a value is known to be unchanged by its object, and data is copied from its object at once.
///
/// Swift does not see Core Foundation's function, so it is looked up by name. Where it is not found, Foundation reads all.
final class RememberedObjects: Sendable {
    private enum Known: Sendable {
        /// There was no object, and if there is one now Foundation has it.
        case nothing
        case object(ThreadSafe<AnyObject>, PropertyListValue)
    }

    private let domain: ThreadSafe<NSString>?
    private let known = Lock<[String: Known]>([:])

    /// - Parameter suite: The name of the suite, or `nil` for the standard defaults.
    init(suite: String?) {
        domain = suite.map { ThreadSafe(NSString(string: $0)) }
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
        guard let object = object(forKey: key) else {
            note(.nothing, forKey: key)
            return Self.find(key, in: defaults)
        }
        if case .object(let last, let value)? = known, last.object === object { return .value(value) }
        if let data = object as? NSData { return .value(.data(Data(bytes: data.bytes, count: data.length))) }
        return find(key, in: defaults, from: object)
    }

    private static func find(_ key: String, in defaults: UserDefaults) -> SuiteFinding {
        defaults.object(forKey: key).map { .object($0) } ?? .nothing
    }

    /// Finds a value and notes of which object it was made.
    private func find(_ key: String, in defaults: UserDefaults, from object: AnyObject) -> SuiteFinding {
        let finding = Self.find(key, in: defaults)
        // Something may have been set meanwhile.
        guard case .object(let found) = finding, let value = PropertyListValue(foundationObject: found),
            self.object(forKey: key) === object
        else { return finding }
        note(.object(ThreadSafe(object), value), forKey: key)
        return .value(value)
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

    // MARK: - Core Foundation

    private typealias Copy = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer?

    private static let copy: Copy? = dlsym(nil, "CFPreferencesCopyAppValue").map {
        // SAFETY: Core Foundation declares the function with two objects as arguments, which it does not consume, and one
        // as its result, which the caller owns.
        unsafeBitCast($0, to: Copy.self)
    }

    /// What stands for the standard defaults in the place of a suite's name. It is a constant of Core Foundation.
    private static let standard: UInt? = dlsym(nil, "kCFPreferencesCurrentApplication").map {
        $0.load(as: UInt.self)
    }

    private func object(forKey key: String) -> AnyObject? {
        guard let copy = Self.copy,
            let domain = domain.map({ UnsafeRawPointer(Unmanaged.passUnretained($0.object).toOpaque()) })
                ?? Self.standard.flatMap({ UnsafeRawPointer(bitPattern: $0) })
        else { return nil }
        let key = NSString(string: key)
        return withExtendedLifetime(key) {
            copy(Unmanaged.passUnretained(key).toOpaque(), domain).map {
                Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue()
            }
        }
    }
}
#endif
