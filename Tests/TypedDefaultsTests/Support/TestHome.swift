import Foundation

@testable import TypedDefaults

/// The folders that tests use, which are removed or cleaned when the process exits.
enum TestHome {
    /// A folder for files.
    static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(component: "TypedDefaults-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: TestHome.folder) }
        return folder
    }()

    /// The URL of a file that does not exist, in a folder of its own: files in one folder share its lock.
    static func newFile() -> URL {
        let folder = folder.appending(component: UUID().uuidString)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(component: "settings.plist", directoryHint: .notDirectory)
    }

    /// The folder where Foundation keeps the suites of this process.
    ///
    /// On Linux Foundation takes it from the environment that the process was started with. To keep tests out of your own
    /// preferences set `XDG_CONFIG_HOME` for `swift test`. They use suites of their own names there in any case.
    static let preferences: URL = {
        atexit { TestHome.removeSuites() }
        #if canImport(Darwin)
        return URL.libraryDirectory.appending(component: "Preferences")
        #else
        return URL(filePath: LaunchEnvironment.preferences ?? "/.config", directoryHint: .isDirectory)
        #endif
    }()

    private static let session = UUID().uuidString.prefix(8)

    /// A suite name that no other test uses.
    static func newSuiteName() -> String {
        _ = preferences
        return "suite-\(session)-\(UUID().uuidString)"
    }

    private static func removeSuites() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: preferences.path)) ?? []
        where name.contains("suite-\(session)-") {
            try? FileManager.default.removeItem(at: preferences.appending(component: name))
        }
    }
}
