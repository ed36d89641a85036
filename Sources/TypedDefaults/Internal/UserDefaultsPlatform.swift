import Foundation

#if canImport(Darwin)
/// What a suite needs of the platform: nothing on Apple's, where the system saves.
final class UserDefaultsPlatform: Sendable {
    init(domain: String, storeName: String) {}

    static var standardDomain: String { Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName }

    func prepare() {}
    func start(_ defaults: UserDefaults) {}
    func noteChange() {}
    func flush() throws(DefaultsError) {}

    func object(forKey key: String, in defaults: UserDefaults) -> Any? {
        defaults.object(forKey: key)
    }

    func set(_ object: Any?, forKey key: String, in defaults: UserDefaults) {
        if let object { defaults.set(object, forKey: key) } else { defaults.removeObject(forKey: key) }
    }
}
#else
/// What a suite needs of the platform: on Linux Foundation saves only when told to, destroys a file that it can't read,
/// and takes the composed and the decomposed form of a key for two.
final class UserDefaultsPlatform: Sendable {
    private let file: URL?
    private let storeName: String
    private let saver = Lock<CoalescedSaver?>(nil)

    init(domain: String, storeName: String) {
        file = Self.folder?.appending(component: domain + ".plist")
        self.storeName = storeName
    }

    static var standardDomain: String { ProcessInfo.processInfo.processName }

    /// Where Foundation keeps the files of suites.
    private static var folder: URL? {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") { return URL(filePath: path) }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return URL(filePath: home).appending(component: ".config")
    }

    /// Sets aside a file that Foundation can't read, which it would take for an empty one and overwrite.
    func prepare() {
        guard let file else { return }
        DamagedFile.setAside(file, storeName: storeName)
    }

    func start(_ defaults: UserDefaults) {
        // SAFETY: `UserDefaults` is documented as thread-safe.
        nonisolated(unsafe) let defaults = defaults
        let storeName = storeName
        let saver = CoalescedSaver { () throws(DefaultsError) in
            guard defaults.synchronize() else {
                throw DefaultsError(.writeFailed, storeName: storeName, detail: "Foundation could not write the file")
            }
        }
        self.saver.withLock { $0 = saver }
    }

    func noteChange() {
        saver.withLock { $0 }?.noteChange()
    }

    func flush() throws(DefaultsError) {
        try saver.withLock { $0 }?.flush()
    }

    func object(forKey key: String, in defaults: UserDefaults) -> Any? {
        if let object = defaults.object(forKey: key) { return object }
        for form in otherForms(of: key) {
            if let object = defaults.object(forKey: form) { return object }
        }
        return nil
    }

    func set(_ object: Any?, forKey key: String, in defaults: UserDefaults) {
        // Never the optional itself: setting a nil does not return here.
        if let object { defaults.set(object, forKey: key) } else { defaults.removeObject(forKey: key) }
        for form in otherForms(of: key) where defaults.object(forKey: form) != nil {
            defaults.removeObject(forKey: form)
        }
    }

    /// The spellings of a key that Swift takes for the same string and Foundation does not.
    private func otherForms(of key: String) -> [String] {
        guard key.utf8.contains(where: { $0 >= 0x80 }) else { return [] }
        let forms = [key.precomposedStringWithCanonicalMapping, key.decomposedStringWithCanonicalMapping]
        return forms.filter { !$0.unicodeScalars.elementsEqual(key.unicodeScalars) }
    }
}
#endif
