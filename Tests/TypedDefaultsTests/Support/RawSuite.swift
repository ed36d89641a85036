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
import Foundation

@testable import TypedDefaults

/// What the tests do to suites behind the library's back.
enum RawSuite {
    /// The file of a suite of this process.
    static func file(_ name: String) -> URL {
        TestHome.preferences.appending(component: name + ".plist", directoryHint: .notDirectory)
    }

    /// Makes Foundation read a suite's file again, if it has nothing to save of it.
    ///
    /// `UserDefaults.synchronize()` would save the suites of other tests too.
    static func forget(_ name: String) {
        _ = FoundationDomain(suite: name).synchronize()
    }
}
#endif
