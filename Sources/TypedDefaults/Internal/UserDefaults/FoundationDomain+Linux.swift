#if !canImport(Darwin)
@preconcurrency import CoreFoundation
import Foundation

/// A suite as Core Foundation has it, which can save it on its own.
///
/// `UserDefaults.synchronize()` saves every suite of the process and reads all their files again, so one damaged file would
/// be the concern of all.
struct FoundationDomain: Sendable {
    /// Is `nil` when there is no memory for it.
    private let name: ThreadSafe<CFString>?

    /// - Parameter suite: The name of the suite, or `nil` for the standard defaults.
    init(suite: String?) {
        name = (suite.map(Self.string) ?? kCFPreferencesCurrentApplication).map { ThreadSafe($0) }
    }

    /// The object that a key has in the suite or in what comes before or after it. It is immutable.
    func object(forKey key: String) -> AnyObject? {
        guard let name, let key = Self.string(key) else { return nil }
        return CFPreferencesCopyAppValue(key, name.object)
    }

    /// The object that a key has in the suite itself.
    func ownObject(forKey key: String) -> AnyObject? {
        guard let name, let key = Self.string(key) else { return nil }
        return CFPreferencesCopyValue(key, name.object, kCFPreferencesCurrentUser, kCFPreferencesAnyHost)
    }

    /// Saves what Foundation takes to be unsaved, and reads the file again.
    ///
    /// - Returns: Whether everything is saved.
    func synchronize() -> Bool {
        guard let name else { return false }
        let user = kCFPreferencesCurrentUser
        let host = kCFPreferencesAnyHost
        let isSaved = CFPreferencesSynchronize(name.object, user, host)
        // A reader that came between can have kept what was there before.
        CFPreferencesSetMultiple(nil, nil, name.object, user, host)
        // The file is read when something is, which shall be now: nobody else writes it.
        _ = object(forKey: "")
        return isSaved
    }

    /// `kCFStringEncodingUTF8`, which Swift does not see.
    private static let utf8: CFStringEncoding = 0x0800_0100

    private static func string(_ text: String) -> CFString? {
        let bytes = Array(text.utf8)
        return CFStringCreateWithBytes(nil, bytes, bytes.count, utf8, false)
    }
}
#endif
