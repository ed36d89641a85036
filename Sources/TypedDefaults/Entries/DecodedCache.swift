/// The value that an entry has last decoded, with what it was decoded from, so that it need not be decoded again.
///
/// It serves while the store has a value equal to that, whoever has set it. There is one for types whose values threads
/// may share, and for no classes: whoever gets an object may change it, and the next reader must get what is stored.
@usableFromInline
final class DecodedCache<Value: Sendable>: Sendable {
    @usableFromInline
    final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable
        init(_ value: Value) {
            self.value = value
        }
    }

    /// What is kept, without its type: code that knows the type is made where an entry is declared.
    @usableFromInline let content = BoxedContent()

    @inlinable
    init() {}

    /// Creates a cache if decoding values of the type is work.
    @inlinable
    static func make() -> DecodedCache? {
        if Value.self is AnyClass || Value.self == String.self || Value.self == PropertyListValue.self { return nil }
        return DecodedCache()
    }

    /// The value that was read in a state of a store, if that is the one that was last read.
    @inlinable
    func value(at revision: UInt64) -> Value? {
        content.box(at: revision).map(open)
    }

    /// The value that was made of what is stored, if that is the one that was last made.
    @inlinable
    func value(of stored: PropertyListValue, at revision: UInt64) -> Value? {
        content.box(of: stored, at: revision).map(open)
    }

    /// Keeps a value that was made of what is stored in a state of a store.
    @inlinable
    func keep(_ value: Value, of stored: PropertyListValue, at revision: UInt64) {
        content.keep(Box(value), of: stored, at: revision)
    }

    @inlinable
    func open(_ box: any Sendable & AnyObject) -> Value {
        // SAFETY: the content is this object's own, and `keep` puts boxes of this type into it.
        unsafeDowncast(box, to: Box.self).value
    }
}

/// What a ``DecodedCache`` keeps.
@usableFromInline
final class BoxedContent: Sendable {
    private struct State: Sendable {
        let box: any Sendable & AnyObject
        let stored: PropertyListValue
        /// The number of the store's state in which that was last seen to be stored.
        let revision: UInt64
    }

    private let state = Lock<State?>(nil)

    @usableFromInline
    init() {}

    @usableFromInline
    func box(at revision: UInt64) -> (any Sendable & AnyObject)? {
        state.withLock { state in
            guard let state, state.revision == revision else { return nil }
            return state.box
        }
    }

    @usableFromInline
    func box(of stored: PropertyListValue, at revision: UInt64) -> (any Sendable & AnyObject)? {
        guard let known = state.withLock({ $0 }), known.stored == stored else { return nil }
        // With what is stored now, which is equal but may be another copy: comparing a value to itself takes no time.
        state.withLock { $0 = State(box: known.box, stored: stored, revision: revision) }
        return known.box
    }

    @usableFromInline
    func keep(_ box: any Sendable & AnyObject, of stored: PropertyListValue, at revision: UInt64) {
        // What is filled from one entry's default is no other entry's value.
        if DecodingFallback.isActive { return }
        state.withLock { $0 = State(box: box, stored: stored, revision: revision) }
    }
}
