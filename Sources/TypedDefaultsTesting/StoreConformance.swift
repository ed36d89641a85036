public import TypedDefaults

/// Checks that a store holds what `DefaultsStore` asks of it. Run it in a test for every store you write.
///
/// ```swift
/// @Test func sessionStoreConforms() throws {
///     try StoreConformance.check { SessionStore() }
/// }
/// ```
///
/// For a store that persists, say how to open it again, so that each value is read from what was saved:
///
/// ```swift
/// try StoreConformance.check {
///     try FolderStore(url: newFolder())
/// } reopening: { store in
///     try FolderStore(url: store.url)
/// }
/// ```
public enum StoreConformance {
    /// What a store does that it must not do, or does not do that it must.
    public struct Violations: Error, CustomStringConvertible {
        /// One sentence for each violation.
        public let sentences: [String]

        /// The sentences, one a line.
        public var description: String {
            "\(sentences.count) violation(s) of DefaultsStore:\n" + sentences.map { "- " + $0 }.joined(separator: "\n")
        }
    }

    /// Checks a store.
    ///
    /// - Parameters:
    ///   - make: Makes a new, empty store. It is called many times.
    ///   - reopen: Saves nothing itself: it gets a store that was flushed, and returns one that reads what that one saved.
    ///     By default the store itself, for one that keeps its values in memory.
    /// - Throws: ``Violations`` when the store does not conform, or what `make` and `reopen` throw.
    public static func check<S: DefaultsStore>(
        _ make: () throws -> S,
        reopening reopen: (S) throws -> S = { $0 }
    ) throws {
        var sentences: [String] = []
        for requirement in Requirement.all {
            let store = try make()
            let violations = withoutActuallyEscaping(reopen) { reopen in
                var checker = Checker(store: store) {
                    try store.flush()
                    return try reopen(store)
                }
                do {
                    try requirement.check(&checker)
                } catch {
                    checker.violations.append("threw \(error)")
                }
                return checker.violations
            }
            sentences += violations.map { "\(requirement.name): \($0)" }
        }
        if !sentences.isEmpty { throw Violations(sentences: sentences) }
    }
}

/// One thing that is asked of every store.
struct Requirement: Sendable {
    let name: String
    let check: @Sendable (inout Checker) throws -> Void
}

/// A store under test, and what was found of it.
struct Checker {
    let store: any DefaultsStore
    /// Saves and opens the store again.
    let reopened: () throws -> any DefaultsStore
    var violations: [String] = []

    init(store: any DefaultsStore, reopened: @escaping () throws -> any DefaultsStore) {
        self.store = store
        self.reopened = reopened
    }

    /// Notes a violation unless a condition holds.
    mutating func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
        if !condition { violations.append(sentence()) }
    }
}
