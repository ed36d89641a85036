/// Which stores the current task uses in the place of others: those of `withStore`, and those of running transactions.
final class DefaultsScope: Sendable {
    @TaskLocal private static var ofTask: DefaultsScope?
    /// How many scopes there are. Asking the task for one is most of what a read costs, so while there are none it is not
    /// asked.
    private static let count = AtomicWord(0)

    /// The scope of the current task, or `nil` when it uses all stores as they are.
    static var current: DefaultsScope? {
        @inline(__always) get { isAny ? ofTask : nil }
    }

    /// Whether any task uses stores in the place of others.
    static var isAny: Bool {
        @inline(__always) get { count.current != 0 }
    }

    /// The stores of namespaces, by namespace.
    private let namespaces: [ObjectIdentifier: any DefaultsStore]
    /// What transactions under way see in the place of stores.
    private let transactions: [ObjectIdentifier: any DefaultsStore]

    private init(
        namespaces: [ObjectIdentifier: any DefaultsStore], transactions: [ObjectIdentifier: any DefaultsStore]
    ) {
        self.namespaces = namespaces
        self.transactions = transactions
        Self.count.add(1)
    }

    deinit {
        Self.count.add(.max)
    }

    /// Runs `body` in another scope, or in none.
    static func within<R>(_ scope: DefaultsScope?, _ body: () throws -> R) rethrows -> R {
        try $ofTask.withValue(scope, operation: body)
    }

    /// Runs `body` in another scope, or in none.
    static func within<R>(
        _ scope: DefaultsScope?, isolation: isolated (any Actor)?, _ body: () async throws -> R
    ) async rethrows -> R {
        try await $ofTask.withValue(
            scope, operation: body, isolation: isolation)
    }

    /// The store that a namespace has in this scope, if it has one of its own.
    func store(of namespace: ObjectIdentifier) -> (any DefaultsStore)? {
        namespaces[namespace]
    }

    /// The scope without the transactions under way in it, or `nil` when nothing is left.
    var withoutTransactions: DefaultsScope? {
        if transactions.isEmpty { return self }
        return namespaces.isEmpty ? nil : DefaultsScope(namespaces: namespaces, transactions: [:])
    }

    /// Runs `body` apart from any transaction under way in the current task.
    static func outsideTransactions<R>(_ body: () throws -> R) rethrows -> R {
        guard let scope = current, !scope.transactions.isEmpty else { return try body() }
        return try within(scope.withoutTransactions, body)
    }

    /// The store to use in the place of `store`: the transaction under way on it, or itself.
    static func redirected(_ store: any DefaultsStore) -> any DefaultsStore {
        current?.transactions[ObjectIdentifier(store)] ?? store
    }

    /// The scope within the current one in which a namespace has another store.
    static func replacing(_ namespace: ObjectIdentifier, with store: any DefaultsStore) -> DefaultsScope {
        DefaultsScope(
            namespaces: (current?.namespaces ?? [:]).merging([namespace: store]) { $1 },
            transactions: current?.transactions ?? [:]
        )
    }

    /// Runs `body` with other stores in the place of some.
    static func redirecting<R>(
        _ views: [ObjectIdentifier: any DefaultsStore], _ body: () throws -> R
    ) rethrows -> R {
        let scope = DefaultsScope(
            namespaces: current?.namespaces ?? [:],
            transactions: (current?.transactions ?? [:]).merging(views) { $1 }
        )
        return try within(scope, body)
    }
}
