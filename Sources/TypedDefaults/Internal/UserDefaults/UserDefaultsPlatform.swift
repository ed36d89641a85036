#if canImport(Darwin)
import Foundation

/// What a suite needs of the platform: next to nothing on Apple's, where the system saves.
final class UserDefaultsPlatform: Sendable {
    /// The domain of the standard defaults.
    static var standardDomain: String { Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName }
    /// The domain under which the keys of the standard defaults are listed.
    static var listedStandardDomain: String { standardDomain }

    private let observer = Lock<UserDefaultsObserver?>(nil)

    init(domain: String, listedAs: String, storeName: String) {}

    func prepare() {}
    func start(_ defaults: UserDefaults) {
        observer.withLock { $0 = UserDefaultsObserver(defaults) }
    }

    func observe(_ key: String, _ handler: @escaping @Sendable () -> Void) {
        observer.withLock { $0 }?.observe(key, handler)
    }

    func observeAll(_ handler: @escaping @Sendable () -> Void) {
        observer.withLock { $0 }?.observeAll(handler)
    }

    /// Has the system look for changes by other processes.
    func reload(_ defaults: UserDefaults) throws(DefaultsError) {}

    func settle() {}
    func settleLater() {}
    func noteChange() {}
    func flush() throws(DefaultsError) {}

    func find(_ key: String, in defaults: UserDefaults) -> SuiteFinding {
        defaults.object(forKey: key).map { .object($0) } ?? .nothing
    }

    func outsideReplacements<R>(_ read: () -> R) -> R { read() }

    func originalKey(_ key: String) -> String { key }

    func stored(_ value: PropertyListValue) throws(DefaultsError) -> PropertyListValue {
        try SuiteValue.stored(value, isExact: true)
    }

    func applying<R: Sendable>(_ body: () throws(DefaultsError) -> R) throws(DefaultsError) -> R {
        try body()
    }

    func set(_ stored: PropertyListValue?, forKey key: String, in defaults: UserDefaults) {
        if let stored { defaults.set(stored.foundationObject, forKey: key) } else { defaults.removeObject(forKey: key) }
    }
}
#endif
