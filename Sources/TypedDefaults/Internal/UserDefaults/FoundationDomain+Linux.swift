#if !canImport(Darwin)
@preconcurrency import CoreFoundation
import Foundation

/// A suite as Foundation has it, which Core Foundation can save on its own.
///
/// `UserDefaults.synchronize()` saves every suite of the process and reads all their files again, so one damaged file would
/// be the concern of all.
///
/// To find a suite Core Foundation asks for the user's name each time, by a function whose result all threads share. Whoever
/// gets it wrong reads, changes or saves a suite that nobody else knows. So only one thread at a time does any of that here.
struct FoundationDomain: Sendable {
    private static let finding = NSLock()

    /// Is `nil` when there is no memory for it.
    private let name: ThreadSafe<CFString>?
    /// The name by which `UserDefaults` lists what is in it.
    private let listedName: String

    /// - Parameter suite: The name of the suite, or `nil` for the standard defaults.
    init(suite: String?) {
        name = (suite.map(Self.string) ?? kCFPreferencesCurrentApplication).map { ThreadSafe($0) }
        listedName = suite ?? "kCFPreferencesCurrentApplication"
    }

    // MARK: - Reading

    /// Has Foundation find the suite and load its file. The first reads of several threads at once can miss what is stored.
    func load(_ defaults: UserDefaults) {
        Self.finding.withLock { _ = defaults.object(forKey: "") }
    }

    /// The object that a key has in the suite or in what comes before or after it. It is immutable.
    func object(forKey key: String) -> AnyObject? {
        guard let name, let key = Self.string(key) else { return nil }
        return CFPreferencesCopyAppValue(key, name.object)
    }

    /// The object that a key has in the suite itself.
    func ownObject(forKey key: String) -> AnyObject? {
        guard let name, let key = Self.string(key) else { return nil }
        return Self.finding.withLock {
            CFPreferencesCopyValue(key, name.object, kCFPreferencesCurrentUser, kCFPreferencesAnyHost)
        }
    }

    /// The objects in the suite itself.
    var objects: [String: Any] {
        Self.finding.withLock { UserDefaults.standard.persistentDomain(forName: listedName) ?? [:] }
    }

    // MARK: - Changing

    /// Sets the object of a key. Foundation does nothing when it takes the two for equal.
    func set(_ object: Any, forKey key: String, in defaults: UserDefaults) {
        Self.finding.withLock { defaults.set(object, forKey: key) }
    }

    /// Removes the object of a key.
    func remove(forKey key: String, in defaults: UserDefaults) {
        Self.finding.withLock { defaults.removeObject(forKey: key) }
    }

    /// Saves what Foundation takes to be unsaved, and reads the file again.
    ///
    /// - Returns: Whether everything is saved.
    func synchronize() -> Bool {
        guard let name else { return false }
        return Self.finding.withLock {
            let user = kCFPreferencesCurrentUser
            let host = kCFPreferencesAnyHost
            let isSaved = CFPreferencesSynchronize(name.object, user, host)
            // A reader that came between can have kept what was there before.
            CFPreferencesSetMultiple(nil, nil, name.object, user, host)
            // The file is read when something is, which shall be now: nobody else writes it.
            _ = object(forKey: "")
            return isSaved
        }
    }

    /// `kCFStringEncodingUTF8`, which Swift does not see.
    private static let utf8: CFStringEncoding = 0x0800_0100

    private static func string(_ text: String) -> CFString? {
        let bytes = Array(text.utf8)
        return CFStringCreateWithBytes(nil, bytes, bytes.count, utf8, false)
    }
}
#endif
