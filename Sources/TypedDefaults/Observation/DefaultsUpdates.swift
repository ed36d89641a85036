/// The values of one entry or several over time, as an asynchronous sequence.
///
/// An entry's ``DefaultsEntry/updates`` gives values, ``DefaultsNamespace/updates(of:initial:)`` tuples of them. Each
/// iteration is on its own, and ends when its task is cancelled.
///
/// It gives states, not changes: when values change faster than they are consumed, the consumer gets the newest. It never
/// gets the same values twice in a row, and always gets the last ones. Several values given together were current
/// together, so a transaction's changes come as one. Nothing is computed until the consumer asks, and no buffer grows.
public struct DefaultsUpdates<each T: Defaultable & Sendable>: AsyncSequence, Sendable {
    /// The value of the entry, or a tuple of the values of several.
    public typealias Element = (repeat each T)

    private let group: EntryGroup<repeat each T>
    /// The values that the consumer knows already.
    private let known: GroupValues<repeat each T>?

    init(_ group: EntryGroup<repeat each T>, initial: Bool) {
        self.group = group
        known = initial ? nil : group.read()
    }

    /// Starts an iteration, which observes the entries until it ends or its iterator goes away.
    ///
    /// - Returns: The iterator, for one task.
    public func makeAsyncIterator() -> Iterator {
        Iterator(group, known: known)
    }

    /// Gives the values of one iteration.
    public struct Iterator: AsyncIteratorProtocol {
        private let group: EntryGroup<repeat each T>
        private let observation: DefaultsObservation
        /// Says that something may have changed since it was last asked, however often.
        private var signals: AsyncStream<Void>.Iterator
        private var last: GroupValues<repeat each T>?

        fileprivate init(_ group: EntryGroup<repeat each T>, known: GroupValues<repeat each T>?) {
            let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            observation = group.observe { _, _ in continuation.yield() }
            // What has changed before anybody listened is looked for at once.
            continuation.yield()
            self.group = group
            self.signals = signals.makeAsyncIterator()
            last = known
        }

        /// Returns the next values, or `nil` when the task was cancelled.
        ///
        /// - Returns: The values, each time different ones.
        public mutating func next() async -> Element? {
            await next(isolation: nil)
        }

        /// Returns the next values, or `nil` when the task was cancelled.
        ///
        /// - Parameter actor: The actor to run on.
        /// - Returns: The values, each time different ones.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while await signals.next(isolation: actor) != nil, !Task.isCancelled {
                let values = group.read()
                if let last, group.isSame(last, values) { continue }
                last = values
                return (repeat each values.content)
            }
            return nil
        }
    }
}

/// An iteration belongs to one task.
@available(*, unavailable)
extension DefaultsUpdates.Iterator: Sendable {}
