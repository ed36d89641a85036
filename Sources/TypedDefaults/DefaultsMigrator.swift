/// Brings what older versions of a program have stored up to date, in named steps that run once each.
///
/// Register the steps in the order in which the program got them, and run them when it starts:
///
/// ```swift
/// var migrator = DefaultsMigrator()
/// migrator.register("font size in points") { store in
///     try store.updateValue(forKey: "fontSize") { size in … }
/// }
/// migrator.register("to a file of our own", movingFrom: UserDefaultsStore.standard)
/// try migrator.migrate(Defaults.currentStore)
/// ```
///
/// Never change or remove a step that was shipped; add another.
public struct DefaultsMigrator: Sendable {
    private struct Step: Sendable {
        let name: String
        let body: @Sendable (any DefaultsStore) throws -> Void
        /// The store that the step empties into the new one.
        var source: (any DefaultsStore)?
    }

    /// The key under which a store remembers the names of the steps it has gone through.
    public let recordKey: String
    private var steps: [Step] = []

    /// Creates a migrator without steps.
    ///
    /// - Parameter recordKey: The key under which the store remembers the steps. Migrators of one store need different ones.
    public init(recordKey: String = "TypedDefaults.migrations") {
        self.recordKey = recordKey
    }

    /// Adds a step.
    ///
    /// - Parameters:
    ///   - name: The step's name, which is stored. No two steps may have the same.
    ///   - body: Changes the store, in a transaction: entries and the store read what it wrote, and when it throws nothing
    ///     of it is kept. It may run again when another writer comes between.
    public mutating func register(_ name: String, body: @escaping @Sendable (any DefaultsStore) throws -> Void) {
        precondition(!steps.contains { $0.name == name }, "a migration step named \"\(name)\" is registered already")
        steps.append(Step(name: name, body: body))
    }

    /// Adds a step that moves all values of another store to the one that is migrated.
    ///
    /// A key that the new store has already keeps its value. The old store is emptied only after the new one is saved.
    ///
    /// - Parameters:
    ///   - name: The step's name, which is stored. No two steps may have the same.
    ///   - source: The store that the values are in.
    public mutating func register(_ name: String, movingFrom source: any DefaultsStore) {
        register(name) { store in
            for key in try source.keys() where try store.value(forKey: key) == nil {
                try store.setValue(try source.value(forKey: key), forKey: key)
            }
        }
        steps[steps.count - 1].source = source
    }

    /// Runs the steps that the store has not gone through, in order.
    ///
    /// Each step and the note that it ran are one transaction, which is saved before the next step begins. On a fresh
    /// install, where neither the store nor one to move from has any key, no step runs and all count as done.
    ///
    /// - Parameter store: The store to migrate.
    /// - Returns: The names of the steps that ran.
    /// - Throws: What the step throws that failed, or as the store throws. The steps before it are kept, and the next call
    ///   goes on with the one that failed.
    @discardableResult
    public func migrate(_ store: any DefaultsStore) throws -> [String] {
        let isFresh = try store.keys().isEmpty && steps.allSatisfy { try $0.source?.keys().isEmpty ?? true }
        if isFresh {
            try store.setValue(.array(steps.map { .string($0.name) }), forKey: recordKey)
            try store.flush()
            return []
        }
        var names: [String] = []
        for step in steps {
            let isNew = try store.transaction {
                let store = DefaultsScope.redirected(store)
                let done = try store.value(forKey: recordKey).map([String].decode) ?? []
                guard !done.contains(step.name) else { return false }
                try step.body(store)
                try store.setValue(.array((done + [step.name]).map { .string($0) }), forKey: recordKey)
                return true
            }
            guard isNew else { continue }
            try store.flush()
            try step.source.map(empty)
            names.append(step.name)
        }
        return names
    }

    private func empty(_ source: any DefaultsStore) throws {
        let edits = Dictionary(try source.keys().map { ($0, PropertyListValue?.none) }) { $1 }
        _ = try source.commit(DefaultsBatch(edits: edits))
        try source.flush()
    }
}
