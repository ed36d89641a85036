#if canImport(Darwin)
import Foundation

/// What a suite needs of the platform: next to nothing on Apple's, where the system saves.
final class UserDefaultsPlatform: Sendable {
    /// The domain of the standard defaults.
    static var standardDomain: String { Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName }
    /// The domain under which the keys of the standard defaults are listed.
    static var listedStandardDomain: String { standardDomain }

    init(domain: String, listedAs: String, storeName: String) {}

    func prepare() {}
    func start(_ defaults: UserDefaults) {}
    func settle() {}
    func settleLater() {}
    func noteChange() {}
    func flush() throws(DefaultsError) {}

    func object(forKey key: String, in defaults: UserDefaults) -> Any? {
        defaults.object(forKey: key)
    }

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
