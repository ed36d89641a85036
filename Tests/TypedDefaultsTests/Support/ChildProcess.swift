import Foundation

/// A running `defaults-child` or `suite-child`, killed with the last reference to it.
final class ChildProcess {
    struct NoAnswer: Error {}

    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    /// The folder in which the programs are, which are built beside the tests.
    static let products: URL = {
        #if canImport(Darwin)
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        return folder ?? Bundle.main.bundleURL
        #else
        return Bundle.main.bundleURL
        #endif
    }()

    convenience init(_ arguments: String...) throws {
        try self.init(arguments)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: What comes after the program's name.
    ///   - program: The program's name.
    ///   - environment: Variables to set, or with `nil` to remove, in the environment of this process.
    /// - Throws: When it can't be started.
    init(_ arguments: [String], program: String = "defaults-child", environment: [String: String?] = [:]) throws {
        process.executableURL = Self.products.appending(component: program)
        process.arguments = arguments
        process.environment = environment.reduce(into: ProcessInfo.processInfo.environment) { $0[$1.key] = $1.value }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Writes a line to the child.
    func say(_ line: String = "") throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Returns the child's next line, or `nil` when there will be none.
    func line() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending = Data(pending[(end + 1)...]) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            pending += more
        }
    }

    /// Writes a line and returns the answer.
    func ask(_ line: String) throws -> String {
        try say(line)
        guard let answer = self.line() else { throw NoAnswer() }
        return answer
    }

    /// Returns the status with which the child exited.
    func exit() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Kills the child and returns what it had printed and nobody read.
    func killed() -> [String] {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }
}
