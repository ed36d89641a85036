/// The bits of a scalar that an entry has last read, with the number of the store's state it was read in.
///
/// Threads that only read it write nothing they share, so that they don't slow each other down.
@usableFromInline
final class ScalarCache: Sendable {
    /// Odd while a thread is changing the words below.
    private let edition = AtomicWord(0)
    private let revision = AtomicWord(Revision.none)
    private let low = AtomicWord(0)
    private let high = AtomicWord(0)

    /// Creates a cache if values of a type are nothing but bits, and few.
    @inlinable
    static func make<Value>(for type: Value.Type) -> ScalarCache? {
        guard _isPOD(Value.self), MemoryLayout<Value>.size <= 16, MemoryLayout<Value>.alignment <= 8 else { return nil }
        return ScalarCache()
    }

    @usableFromInline
    init() {}

    /// The value that was read in a state of a store, if that is the one that was last read.
    @inlinable
    func value<Value>(at revision: UInt64, as type: Value.Type) -> Value? {
        guard let words = words(at: revision) else { return nil }
        return withUnsafeBytes(of: words) { $0.load(as: Value.self) }
    }

    /// Keeps a value that was read in a state of a store.
    @inlinable
    func keep<Value>(_ value: Value, at revision: UInt64) {
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
        keep(words, at: revision)
    }

    @usableFromInline
    func words(at revision: UInt64) -> (UInt64, UInt64)? {
        let before = edition.current
        guard before & 1 == 0, self.revision.current == revision else { return nil }
        let words = (low.current, high.current)
        return edition.current == before ? words : nil
    }

    @usableFromInline
    func keep(_ words: (UInt64, UInt64), at revision: UInt64) {
        let before = edition.current
        // Whoever is at it keeps a value as good.
        guard before & 1 == 0, edition.replace(before, with: before &+ 1) else { return }
        self.revision.set(revision)
        low.set(words.0)
        high.set(words.1)
        edition.set(before &+ 2)
    }
}
