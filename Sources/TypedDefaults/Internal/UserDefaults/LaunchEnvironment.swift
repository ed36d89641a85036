#if !canImport(Darwin)
import Foundation

/// The environment that the process was started with.
///
/// Foundation looks for the files of suites where that says, whatever has been set since.
enum LaunchEnvironment {
    /// The folder where Foundation keeps the files of suites, or `nil` where there is no home folder.
    static let preferences: String? = {
        if let path = variables["XDG_CONFIG_HOME"], path.hasPrefix("/") { return path }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.config"
    }()

    private static let variables: [String: String] = {
        guard let bytes = FileManager.default.contents(atPath: "/proc/self/environ") else {
            return ProcessInfo.processInfo.environment
        }
        let pairs = bytes.split(separator: 0).compactMap { entry -> (String, String)? in
            guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = String(decoding: entry[..<equals], as: UTF8.self)
            return (name, String(decoding: entry[(equals + 1)...], as: UTF8.self))
        }
        return Dictionary(pairs) { first, _ in first }
    }()
}
#endif
