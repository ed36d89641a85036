/// The value that an entry has last decoded, with what it was decoded from, so that it need not be decoded again.
///
/// It serves while the store has a value equal to that, whoever has set it. There is one for types whose values threads
/// may share, and for no classes: whoever gets an object may change it, and the next reader must get what is stored.
@usableFromInline
final class DecodedCache: Sendable {
    /// What is kept, whatever its type.
    private final class Content: Sendable {
        let box: any Sendable & AnyObject
        let stored: PropertyListValue
        /// The number of the store's state in which that was last seen to be stored.
        let revision: AtomicWord

        init(_ box: any Sendable & AnyObject, _ stored: PropertyListValue, _ revision: UInt64) {
            self.box = box
            self.stored = stored
            self.revision = AtomicWord(revision)
        }
    }

    @usableFromInline
    final class Box<Value: Sendable>: Sendable {
        @usableFromInline let value: Value

        @inlinable
        init(_ value: Value) {
            self.value = value
        }
    }

    private let content = Lock<Content?>(nil)

    private init() {}

    /// Creates a cache if decoding values of a type is work.
    @usableFromInline
    static func make(for type: Any.Type) -> DecodedCache? {
        if type is AnyClass || type == String.self || type == PropertyListValue.self { return nil }
        return DecodedCache()
    }

    /// The value that was read in a state of a store, if that is the one that was last read.
    @inlinable
    func value<Value: Sendable>(at revision: UInt64, as type: Value.Type) -> Value? {
        (box(at: revision) as? Box<Value>)?.value
    }

    /// The value that was made of what is stored, if that is the one that was last made.
    @inlinable
    func value<Value: Sendable>(of stored: PropertyListValue, at revision: UInt64, as type: Value.Type) -> Value? {
        (box(of: stored, at: revision) as? Box<Value>)?.value
    }

    /// Keeps a value that was made of what is stored in a state of a store.
    @inlinable
    func keep<Value: Sendable>(_ value: Value, of stored: PropertyListValue, at revision: UInt64) {
        keep(box: Box(value), of: stored, at: revision)
    }

    @usableFromInline
    func box(at revision: UInt64) -> (any Sendable & AnyObject)? {
        guard let content = content.withLock({ $0 }), content.revision.current == revision else { return nil }
        return content.box
    }

    @usableFromInline
    func box(of stored: PropertyListValue, at revision: UInt64) -> (any Sendable & AnyObject)? {
        guard let content = content.withLock({ $0 }), content.stored == stored else { return nil }
        if revision != Revision.none { content.revision.set(revision) }
        return content.box
    }

    @usableFromInline
    func keep(box: any Sendable & AnyObject, of stored: PropertyListValue, at revision: UInt64) {
        // What is filled from one entry's default is no other entry's value.
        if DecodingFallback.isActive { return }
        let new = Content(box, stored, revision)
        content.withLock { $0 = new }
    }
}
