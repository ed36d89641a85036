#if !canImport(Darwin)
import Foundation

/// Reads data and collections of a suite without the copies that Foundation makes of them on Linux.
///
/// `object(forKey:)` copies data byte by byte, and turns a collection into Swift values each time, which takes longer than
/// to decode them. Core Foundation, which it asks, has an immutable object and returns that same one until something is
/// set. So data is copied from it at once, and a collection is known to be unchanged by its object.
///
/// Swift does not see Core Foundation's function, so it is looked up by name. Where it is not found, nothing is read here.
final class LargeValues: Sendable {
    private enum Known: Sendable {
        /// What was found last is read as fast by Foundation.
        case small
        case collection(ThreadSafe<AnyObject>, PropertyListValue)
    }

    private let domain: ThreadSafe<NSString>?
    private let known = Lock<[String: Known]>([:])

    /// - Parameter suite: The name of the suite, or `nil` for the standard defaults.
    init(suite: String?) {
        domain = suite.map { ThreadSafe(NSString(string: $0)) }
    }

    /// What a suite has under a key, or `nil` when the suite may have it under several forms of the key.
    func find(_ key: String, in defaults: UserDefaults) -> SuiteFinding? {
        let known = known.withLock { $0[key] }
        if case .small? = known { return Self.find(key, in: defaults) }
        guard SuiteKey.isPlain(key) else { return nil }
        // Launch arguments come first, and registered values are Foundation's.
        guard defaults.volatileDomain(forName: UserDefaults.argumentDomain)[key] == nil,
            let object = object(forKey: key)
        else { return Self.find(key, in: defaults) }
        switch object {
        case let data as NSData:
            return .value(.data(Data(bytes: data.bytes, count: data.length)))
        case is NSDictionary, is NSArray:
            if case .collection(let last, let value)? = known, last.object === object { return .value(value) }
            return find(key, in: defaults, from: object)
        default:
            note(.small, forKey: key)
            return Self.find(key, in: defaults)
        }
    }

    private static func find(_ key: String, in defaults: UserDefaults) -> SuiteFinding {
        defaults.object(forKey: key).map { .object($0) } ?? .nothing
    }

    /// Finds a collection and notes of which object it was made.
    private func find(_ key: String, in defaults: UserDefaults, from object: AnyObject) -> SuiteFinding {
        let finding = Self.find(key, in: defaults)
        // Something may have been set meanwhile.
        guard case .object(let found) = finding, let value = PropertyListValue(foundationObject: found),
            self.object(forKey: key) === object
        else { return finding }
        note(.collection(ThreadSafe(object), value), forKey: key)
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
