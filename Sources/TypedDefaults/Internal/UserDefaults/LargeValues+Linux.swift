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

    /// The value of a key if it is large, else `nil`. Launch arguments and registered values are left to Foundation.
    func value(forKey key: String, in defaults: UserDefaults) -> PropertyListValue? {
        let known = known.withLock { $0[key] }
        if case .small? = known { return nil }
        guard SuiteKey.isPlain(key), defaults.volatileDomain(forName: UserDefaults.argumentDomain)[key] == nil else {
            return nil
        }
        let object = object(forKey: key)
        switch object {
        case let data as NSData:
            return .data(Data(bytes: data.bytes, count: data.length))
        case is NSDictionary, is NSArray:
            if case .collection(let last, let value)? = known, last.object === object { return value }
            return collection(forKey: key, in: defaults, from: object)
        default:
            note(.small, forKey: key)
            return nil
        }
    }

    private func collection(forKey key: String, in defaults: UserDefaults, from object: AnyObject?) -> PropertyListValue? {
        guard let found = defaults.object(forKey: key), let value = PropertyListValue(foundationObject: found) else {
            return nil
        }
        // Something may have been set meanwhile.
        if let object, self.object(forKey: key) === object { note(.collection(ThreadSafe(object), value), forKey: key) }
        return value
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
