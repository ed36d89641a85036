#if canImport(Darwin)
import Foundation

/// What the tests do to suites behind the library's back.
enum RawSuite {
    /// Has the system look for changes.
    static func forget(_ name: String) {
        UserDefaults(suiteName: name)?.synchronize()
    }
}
#else
import CoreFoundation
import Foundation

/// What the tests do to suites behind the library's back.
enum RawSuite {
    /// The file of a suite of this process.
    static func file(_ name: String) -> URL {
        TestHome.preferences.appending(component: name + ".plist", directoryHint: .notDirectory)
    }

    /// Makes Foundation forget a suite of which it has nothing to save, so that the next read is one of the file.
    ///
    /// `UserDefaults.synchronize()` would save those of other tests too.
    static func forget(_ name: String) {
        let bytes = Array(name.utf8)
        let utf8: CFStringEncoding = 0x0800_0100
        guard let name = CFStringCreateWithBytes(nil, bytes, bytes.count, utf8, false) else { return }
        CFPreferencesSynchronize(name, kCFPreferencesCurrentUser, kCFPreferencesAnyHost)
    }
}
#endif
