#if canImport(Darwin)
import Foundation

/// What a suite needs of the platform: next to nothing on Apple's, where the system saves.
final class UserDefaultsPlatform: Sendable {
    private let domain: String
    private let observer = Lock<UserDefaultsObserver?>(nil)

    /// - Parameter suite: The name of the suite, or `nil` for the standard defaults.
    init(suite: String?) {
        domain = suite ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    }

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

    var storedKeys: [String] { UserDefaults.standard.persistentDomain(forName: domain).map { Array($0.keys) } ?? [] }

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
