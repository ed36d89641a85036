/// The changes that a store made in one step: one for a plain write, several for a batch or a transaction.
public struct DefaultsCommit: Sendable {
    /// The place of this commit in the order of the store's observed commits.
    public let sequenceNumber: UInt64
    /// The changes, at most one for each key, `nil` for an absent value. Their order has no meaning.
    public let changes: [DefaultsChange<PropertyListValue?>]
    /// Whether the changes were made elsewhere, by another process for example, and only noticed here.
    public let isExternal: Bool
    /// What the task that made the commit told of it.
    let context: CommitContext

    /// Whether the value was made by `whenNil(save:)` on a first read.
    var isGenerated: Bool { context.isGenerating }

    /// The commit with those changes only that an observer of `filter` is to hear of.
    func restricted(to filter: KeyFilter) -> DefaultsCommit {
        DefaultsCommit(
            sequenceNumber: sequenceNumber,
            changes: changes.filter { filter.matches($0.key) },
            isExternal: isExternal,
            context: context
        )
    }
}
