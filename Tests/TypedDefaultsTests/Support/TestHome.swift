import Foundation

/// The folder in the place of the user's own preferences folder, so that no test touches real preferences.
enum TestHome {
    /// The folder where Foundation keeps suites in this process. The first use moves it to a new temporary folder.
    static let preferences: URL = {
        let home = FileManager.default.temporaryDirectory.appending(component: "TypedDefaults-\(UUID().uuidString)")
        let preferences = home.appending(component: ".config")
        setenv("HOME", home.path, 1)
        setenv("XDG_CONFIG_HOME", preferences.path, 1)
        atexit { try? FileManager.default.removeItem(at: TestHome.preferences.deletingLastPathComponent()) }
        return preferences
    }()

    /// A folder for files, which is removed when the process exits.
    static var folder: URL { preferences.deletingLastPathComponent() }

    /// A suite name that no other test uses, in the temporary folder.
    static func newSuiteName() -> String {
        _ = preferences
        return "suite-\(UUID().uuidString)"
    }
}
