import Foundation

/// Hears of failures that have nobody to be thrown to.
///
/// Reading ``DefaultsEntry/value`` never throws: a stored value that can't be decoded gives the entry's default, and the
/// failure goes to the current reporter, once for each key and stored value. So does the failure of an assignment.
///
/// The standard reporter writes to the system log on Apple platforms and to standard error on Linux, once for each key,
/// store and kind of failure. Replace it for the whole process with ``bootstrap(_:)`` or for a task with
/// ``withReporter(_:_:)-(_,()->R)``.
public struct DefaultsReporter: Sendable {
    private let handler: @Sendable (DefaultsError) -> Void

    /// Creates a reporter.
    ///
    /// - Parameter handler: Gets each failure, on the thread that met it. It may use any store.
    public init(_ handler: @escaping @Sendable (DefaultsError) -> Void) {
        self.handler = handler
    }

    /// Passes on a failure.
    ///
    /// - Parameter error: The failure.
    public func report(_ error: DefaultsError) {
        handler(error)
    }
}

extension DefaultsReporter {
    /// Writes each kind of failure once for each key and store: to the system log on Apple platforms, else to standard
    /// error.
    public static let standard: DefaultsReporter = {
        let seen = Lock<Set<String>>([])
        return DefaultsReporter { error in
            let identity = [error.code.name, error.storeName, error.key].map { $0 ?? "" }.joined(separator: "\u{0}")
            guard seen.withLock({ $0.insert(identity).inserted }) else { return }
            SystemLog.write("TypedDefaults: \(error)")
        }
    }()

    @TaskLocal private static var scoped: DefaultsReporter?
    private static let bootstrapped = Lock<DefaultsReporter?>(nil)

    /// The reporter in force: that of the task, else that of the process, else ``standard``.
    public static var current: DefaultsReporter {
        scoped ?? bootstrapped.withLock { $0 } ?? standard
    }

    /// Replaces the reporter for the whole process.
    ///
    /// - Parameter reporter: The new reporter, or `nil` for the standard one.
    public static func bootstrap(_ reporter: DefaultsReporter?) {
        bootstrapped.withLock { $0 = reporter }
    }

    /// Runs `body` with another reporter for the current task.
    ///
    /// - Parameters:
    ///   - reporter: Gets the failures of `body`.
    ///   - body: The code to run.
    /// - Returns: What `body` returned.
    public static func withReporter<R>(_ reporter: DefaultsReporter, _ body: () throws -> R) rethrows -> R {
        try $scoped.withValue(reporter, operation: body)
    }

    /// Runs `body` with another reporter for the current task and its child tasks.
    ///
    /// - Parameters:
    ///   - reporter: Gets the failures of `body`.
    ///   - isolation: The actor to run on, the caller's by default.
    ///   - body: The code to run.
    /// - Returns: What `body` returned.
    public static func withReporter<R>(
        _ reporter: DefaultsReporter,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        try await $scoped.withValue(reporter, operation: body, isolation: isolation)
    }
}
