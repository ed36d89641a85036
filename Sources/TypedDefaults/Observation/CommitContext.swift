/// What is known of a commit from the task that makes it: who shall not hear of it, and why it is made.
struct CommitContext: Sendable {
    @TaskLocal static var current = CommitContext()

    /// The observers that shall not hear of what is written now.
    var muted: Set<UInt64> = []
    /// The observers that shall not hear of what a transaction wrote under a key.
    var mutedByKey: [String: Set<UInt64>] = [:]
    /// Whether a first read saves a value that it has generated.
    var isGenerating = false

    /// The observers that shall not hear of a change of `key`.
    func muted(forKey key: String) -> Set<UInt64> {
        guard let others = mutedByKey[key] else { return muted }
        return muted.union(others)
    }

    /// Commits what a first read has generated.
    static func generating(
        _ commit: () throws(DefaultsError) -> Bool
    ) throws(DefaultsError) -> Bool {
        var context = current
        context.isGenerating = true
        return try within(context, commit)
    }

    /// Commits a transaction some of whose writes were made in `withoutNotifying`.
    static func muting(
        _ mutedByKey: [String: Set<UInt64>], _ commit: () throws(DefaultsError) -> Bool
    ) throws(DefaultsError) -> Bool {
        guard !mutedByKey.isEmpty else { return try commit() }
        var context = current
        context.mutedByKey = mutedByKey
        return try within(context, commit)
    }

    /// Runs an observer's code apart from the task that happens to deliver to it.
    ///
    /// The code runs amid somebody's write. That writer's `withoutNotifying`, `withStore` and transaction are none of its
    /// business: it gets the stores of the task that made the observation.
    static func runObserver(in scope: DefaultsScope?, _ body: () -> Void) {
        let context = current
        if DefaultsScope.current === scope, context.muted.isEmpty, context.mutedByKey.isEmpty, !context.isGenerating {
            return body()
        }
        $current.withValue(CommitContext()) {
            DefaultsScope.within(scope, body)
        }
    }

    private static func within(
        _ context: CommitContext, _ commit: () throws(DefaultsError) -> Bool
    ) throws(DefaultsError) -> Bool {
        // `withValue` has no typed throws, so the outcome is carried out as a value.
        try $current.withValue(context) { Result { () throws(DefaultsError) in try commit() } }.get()
    }
}
