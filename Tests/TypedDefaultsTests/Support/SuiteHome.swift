import Foundation

/// A home folder for child processes that use suites, removed with the last reference to it.
final class SuiteHome: Sendable {
    static let suite = "com.example.suite"

    let directory: TemporaryDirectory
    let preferences: URL

    init() throws {
        directory = try TemporaryDirectory()
        preferences = directory.url.appending(component: ".config", directoryHint: .isDirectory)
    }

    var file: URL { preferences.appending(component: Self.suite + ".plist", directoryHint: .notDirectory) }

    /// The names of the files in the preferences folder, hidden ones too.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: preferences.path)) ?? []).sorted()
    }

    /// The keys that are in the file.
    func keys() throws -> Set<String> {
        let root = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        return Set((root as? [String: Any] ?? [:]).keys)
    }

    /// Writes the file.
    func write(_ values: [String: Any], format: PropertyListSerialization.PropertyListFormat = .xml) throws {
        try write(PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0))
    }

    func write(_ bytes: Data) throws {
        try FileManager.default.createDirectory(at: preferences, withIntermediateDirectories: true)
        try bytes.write(to: file)
    }

    /// Starts `suite-child` in this home.
    func start(_ arguments: String..., environment: [String: String?] = [:]) throws -> ChildProcess {
        let home: [String: String?] = ["HOME": directory.url.path, "XDG_CONFIG_HOME": nil]
        return try ChildProcess(
            arguments, program: "suite-child", environment: home.merging(environment) { $1 })
    }

    /// Starts a child that does as it is told.
    func serve(_ command: String = "serve", environment: [String: String?] = [:]) throws -> ChildProcess {
        let child = try start(command, Self.suite, environment: environment)
        guard child.line() == "ready" else { throw ChildProcess.NoAnswer() }
        return child
    }

    /// What a new process reads.
    func read(_ key: String) throws -> String {
        try serve().ask("get \(key)")
    }
}
