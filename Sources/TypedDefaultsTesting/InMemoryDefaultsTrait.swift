public import Testing
public import TypedDefaults

/// Gives each test a new store in memory, so that tests run in parallel and leave nothing behind.
///
/// ```swift
/// import Testing
/// import TypedDefaults
/// import TypedDefaultsTesting
///
/// @Test(.inMemoryDefaults(["launchCount": 2]))
/// func countsLaunches() {
///     Defaults.launchCount.value += 1
///     #expect(Defaults.launchCount.value == 3)
/// }
/// ```
///
/// On a suite, each of its tests, and each case of a parameterised test, gets a store of its own. It holds for the test's
/// task and its child tasks; a detached task, or a dispatch queue, uses the namespace's own store.
public struct InMemoryDefaultsTrait: TestTrait, SuiteTrait, TestScoping {
    private let scope: @Sendable (@Sendable () async throws -> Void) async throws -> Void

    /// Whether the trait goes to the tests of a suite: it does.
    public var isRecursive: Bool { true }

    init<N: DefaultsNamespace>(_ values: [String: PropertyListValue], for namespace: N.Type) {
        scope = { body in
            try await N.withStore(InMemoryStore(values)) { try await body() }
        }
    }

    /// Runs a test with a new store.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await scope(function)
    }
}

extension Trait where Self == InMemoryDefaultsTrait {
    /// Gives each test a new, empty store for the entries of `Defaults`.
    public static var inMemoryDefaults: InMemoryDefaultsTrait { .inMemoryDefaults() }

    /// Gives each test a new store for the entries of a namespace.
    ///
    /// - Parameters:
    ///   - values: What is stored at first.
    ///   - namespace: The namespace whose store it is.
    /// - Returns: The trait.
    public static func inMemoryDefaults<N: DefaultsNamespace>(
        _ values: [String: PropertyListValue] = [:], for namespace: N.Type = Defaults.self
    ) -> InMemoryDefaultsTrait {
        InMemoryDefaultsTrait(values, for: namespace)
    }
}
