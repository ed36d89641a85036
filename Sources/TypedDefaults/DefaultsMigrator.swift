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
    /// One step, as the store's record names it.
    private struct Step: Sendable {
        let name: String
        /// Whether the step is announced as one that ran. The second half of a move is not.
        var isListed = true
        let run: @Sendable (DefaultsMigrator, any DefaultsStore) throws -> Bool
    }

    /// The key under which a store remembers the names of the steps it has gone through.
    public let recordKey: String
    private var steps: [Step] = []
    private var sources: [any DefaultsStore] = []

    /// Creates a migrator without steps.
    ///
    /// - Parameter recordKey: The key under which the store remembers the steps. Migrators of one store need different ones.
    public init(recordKey: String = "TypedDefaults.migrations") {
        self.recordKey = recordKey
    }

    // MARK: - Registering

    /// Adds a step.
    ///
    /// - Parameters:
    ///   - name: The step's name, which is stored. No two steps may have the same.
    ///   - body: Changes the store, in a transaction: entries and the store read what it wrote, and when it throws nothing
    ///     of it is kept. It may run again when another writer comes between.
    public mutating func register(_ name: String, body: @escaping @Sendable (any DefaultsStore) throws -> Void) {
        append(
            Step(name: name) { migrator, store in
                try migrator.runOnce(name, in: store, body)
            })
    }

    /// Adds a step that moves all values of another store to the one that is migrated.
    ///
    /// A key that the new store has already keeps its value. The old store is emptied only after the new one is saved, of
    /// the values that were moved and have not changed since. When that fails, the next run goes on with it. Nothing
    /// happens when both are the same store.
    ///
    /// - Parameters:
    ///   - name: The step's name, which is stored. No two steps may have the same.
    ///   - source: The store that the values are in.
    public mutating func register(_ name: String, movingFrom source: any DefaultsStore) {
        sources.append(source)
        let moved = MovedValues()
        append(
            Step(name: name) { migrator, store in
                try migrator.runOnce(name, in: store) { moved.values = try migrator.copy(source, to: $0) }
            })
        let emptying = name + " (emptying the old store)"
        append(
            Step(name: emptying, isListed: false) { migrator, store in
                guard try !migrator.done(in: store).contains(emptying) else { return false }
                try migrator.empty(source, of: moved.values, movedTo: store)
                return try migrator.runOnce(emptying, in: store) { _ in }
            })
    }

    private mutating func append(_ step: Step) {
        precondition(
            !steps.contains { $0.name == step.name }, "a migration step named \"\(step.name)\" is registered already")
        steps.append(step)
    }

    // MARK: - Running

    /// Runs the steps that the store has not gone through, in order.
    ///
    /// Each step and the note that it ran are one transaction, which is saved before the next step begins. On a fresh
    /// install, where neither the store nor one to move from has any key, no step runs and all count as done. So run it
    /// before the program stores anything.
    ///
    /// - Parameter store: The store to migrate.
    /// - Returns: The names of the steps that ran.
    /// - Throws: What the step throws that failed, or as the store throws. The steps before it are kept, and the next call
    ///   goes on with the one that failed.
    @discardableResult
    public func migrate(_ store: any DefaultsStore) throws -> [String] {
        if try isFresh(store), try storeAllNames(in: store) {
            try store.flush()
            return []
        }
        var names: [String] = []
        for step in steps {
            guard try step.run(self, store) else { continue }
            try store.flush()
            if step.isListed { names.append(step.name) }
        }
        return names
    }

    private func isFresh(_ store: any DefaultsStore) throws -> Bool {
        try store.keys().isEmpty && sources.allSatisfy { try $0.keys().isEmpty }
    }

    /// Notes all steps as done, unless another migrator has begun meanwhile.
    private func storeAllNames(in store: any DefaultsStore) throws(DefaultsError) -> Bool {
        let names: PropertyListValue = .array(steps.map { .string($0.name) })
        return try store.commit(DefaultsBatch(edits: [recordKey: names], expecting: [recordKey: nil]))
    }

    private func runOnce(
        _ name: String, in store: any DefaultsStore, _ body: (any DefaultsStore) throws -> Void
    ) throws -> Bool {
        try store.transaction {
            let store = DefaultsScope.redirected(store)
            let done = try done(in: store)
            guard !done.contains(name) else { return false }
            try body(store)
            try store.setValue(.array((done + [name]).map { .string($0) }), forKey: recordKey)
            return true
        }
    }

    /// The names of the steps that a store has gone through.
    private func done(in store: any DefaultsStore) throws(DefaultsError) -> [String] {
        do {
            return try store.value(forKey: recordKey).map([String].decode) ?? []
        } catch {
            throw DefaultsError(reading: error, as: [String].self, key: recordKey, storeName: store.name)
        }
    }

    // MARK: - Moving

    /// Copies what a store has and another one has not, and returns all that the old one has. The record of the old store's
    /// own steps stays behind.
    private func copy(
        _ source: any DefaultsStore, to store: any DefaultsStore
    ) throws(DefaultsError) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for key in try source.keys() where key != recordKey {
            guard let value = try source.value(forKey: key) else { continue }
            values[key] = value
            if try store.value(forKey: key) == nil { try store.setValue(value, forKey: key) }
        }
        return values
    }

    /// Removes the values of `moved` from a store, as far as another one has them, which has been saved. With nil they were
    /// copied by an earlier run, and what both stores have is removed.
    private func empty(
        _ source: any DefaultsStore, of moved: [String: PropertyListValue]?, movedTo store: any DefaultsStore
    ) throws(DefaultsError) {
        // Two objects can stand for one store. Then what was noted in the one is seen in the other.
        let record = try store.value(forKey: recordKey)
        if try source.value(forKey: recordKey) == record { return }
        for key in try source.keys() where key != recordKey {
            guard let value = try source.value(forKey: key), try store.value(forKey: key) != nil else { continue }
            _ = try source.commit(DefaultsBatch(edits: [key: nil], expecting: [key: moved.map { $0[key] } ?? value]))
        }
        try source.removeValue(forKey: recordKey)
        try source.flush()
    }
}

/// What a step has moved, for the step that follows it.
private final class MovedValues: Sendable {
    private let content = Lock<[String: PropertyListValue]?>(nil)

    var values: [String: PropertyListValue]? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
