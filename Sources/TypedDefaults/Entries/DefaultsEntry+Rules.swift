// Rules run in the order of their declaration, on read and on write, each on what the one before made of the value.

extension DefaultsEntry {
    /// Repairs values that should not be: whenever `isWrong` says so, another takes its place, on read and on write.
    ///
    /// ```swift
    /// static let volume: DefaultsEntry<Int> = value("volume").whenNil(use: 5).ensure(when: { $0 < 1 }, use: 1)
    /// ```
    ///
    /// Reading replaces the value that is returned, not the one that is stored.
    ///
    /// - Parameters:
    ///   - isWrong: Whether a value is to be replaced. It gets what the rules before have made of it.
    ///   - replacement: The value to use instead, computed each time it is needed.
    /// - Returns: The entry with the rule added.
    @inlinable
    public func ensure(
        when isWrong: @escaping @Sendable (T) -> Bool,
        use replacement: @autoclosure @escaping @Sendable () -> T
    ) -> DefaultsEntry {
        correcting { isWrong($0) ? replacement() : $0 }
    }

    /// Keeps the value within a range, on read and on write.
    ///
    /// - Parameter range: The allowed values. One outside of it becomes the nearest bound.
    /// - Returns: The entry with the rule added.
    @inlinable
    public func clamped(to range: ClosedRange<T>) -> DefaultsEntry where T: Sendable {
        correcting { min(max($0, range.lowerBound), range.upperBound) }
    }

    /// Keeps the value within a range when there is one, on read and on write.
    ///
    /// - Parameter range: The allowed values. One outside of it becomes the nearest bound, `nil` stays `nil`.
    /// - Returns: The entry with the rule added.
    @inlinable
    public func clamped<W: Comparable & Sendable>(to range: ClosedRange<W>) -> DefaultsEntry where T == W? {
        correcting { $0.map { min(max($0, range.lowerBound), range.upperBound) } }
    }

    /// Refuses to write certain values: the old value stays, ``write(_:)`` throws a ``DefaultsError`` with code
    /// `rejected`, and a failed assignment is reported.
    ///
    /// Reading is not affected: a value that is stored already is returned.
    ///
    /// - Parameter isWrong: Whether a value is to be refused. It gets what the rules before have made of it.
    /// - Returns: The entry with the rule added.
    public func reject(when isWrong: @escaping @Sendable (T) -> Bool) -> DefaultsEntry {
        let adjust = adjust
        return replacing(
            get: get,
            adjust: { (value) throws(DefaultsError) in
                let adjusted = try adjust?(value) ?? value
                if isWrong(adjusted) { throw DefaultsError(.rejected) }
                return adjusted
            },
            set: set
        )
    }

    /// Runs code after each write through this entry, and after ``clear()``.
    ///
    /// It runs for equal values too, and for every `didSet` of a chain, in the order of their declaration. It does not
    /// hear of writes by other entries or programs; see ``observe(initial:_:)`` for those. In a transaction it runs after
    /// the commit.
    ///
    /// - Parameter body: Gets the new and the old value, both as read through the rules declared before this one.
    /// - Returns: The entry with the rule added.
    public func didSet(_ body: @escaping @Sendable (_ newValue: T, _ oldValue: T) -> Void) -> DefaultsEntry {
        let entry = self
        return replacing(
            get: get,
            adjust: adjust,
            set: { edit, store throws(DefaultsError) in
                // Failures to read give the default here as in `value`, which reports them.
                var ignored: DefaultsError?
                let oldValue = entry.value(in: store, noting: &ignored)
                try entry.set(edit, store)
                let values = SendableBox((new: entry.value(in: store, noting: &ignored), old: oldValue))
                store.afterCommit { body(values.content.new, values.content.old) }
            }
        )
    }

    @inlinable
    func correcting(_ correct: @escaping @Sendable (T) -> T) -> DefaultsEntry {
        let get = core.get
        let adjust = core.adjust
        return replacing(
            get: { location, revision, failure in correct(get(location, revision, &failure)) },
            adjust: { (value) throws(DefaultsError) in correct(try adjust?(value) ?? value) },
            set: set
        )
    }
}

/// Carries a value into a closure that runs once, on the same thread or after the writer is done with it.
private final class SendableBox<Content>: @unchecked Sendable {
    // SAFETY: the content is never written, and its maker keeps no reference to it.
    let content: Content

    init(_ content: Content) {
        self.content = content
    }
}
