/// The number of a state of a store's values, which no other state of any store in the process has.
///
/// Whoever has remembered a value with the number of the state it was read in knows that it is still what is stored while
/// the store's number is the same. Asking for that takes no lock and writes nothing that threads share.
///
/// The objects are never released but used again. So one can be looked at after its store is gone: it has no number then.
@usableFromInline
final class Revision: Sendable {
    /// No state's number.
    @usableFromInline static let none: UInt64 = 0

    /// That of stores that tell none.
    static let unknown = Revision()

    private let number = AtomicWord(none)

    private init() {}

    /// The number of the present state.
    @usableFromInline
    var current: UInt64 {
        @inline(__always) get { number.current }
    }

    /// Begins a new state. Call it under the lock under which the values are changed.
    @inline(__always)
    func advance() {
        let next = number.current &+ 1
        number.set(next & Self.mask == 0 ? Self.firstOfStore() : next)
    }

    /// The one of a store's values, if the store numbers its states.
    ///
    /// It is no requirement of stores, since one that passes on another's values, changed, must not pass on its numbers.
    static func of(_ store: any DefaultsStore) -> Revision? {
        (store as? InMemoryStore)?.revision ?? (store as? PropertyListFileStore)?.revision
    }

    /// The number of a store's present state.
    @inline(__always)
    static func number(of store: any DefaultsStore) -> UInt64 {
        // Not through `of`, which would retain the revision for each read.
        if let store = store as? InMemoryStore { return store.revision.current }
        if let store = store as? PropertyListFileStore { return store.revision.current }
        return none
    }

    /// Whether a number is the one of a store's present state.
    @usableFromInline
    static func isCurrent(_ number: UInt64, of store: any DefaultsStore) -> Bool {
        number != none && self.number(of: store) == number
    }

    // MARK: - Use and reuse

    /// Each store has this many numbers of its own.
    private static let mask: UInt64 = (1 << 36) - 1
    private static let lastStore = AtomicWord(0)
    private static let unused = Lock<[Revision]>([])

    /// Returns one for a new store.
    static func make() -> Revision {
        let revision = unused.withLock { $0.popLast() } ?? Revision()
        revision.number.set(firstOfStore())
        return revision
    }

    /// Takes one back when its store is gone.
    func retire() {
        number.set(Self.none)
        Self.unused.withLock { $0.append(self) }
    }

    private static func firstOfStore() -> UInt64 {
        lastStore.add(mask + 1) | 1
    }
}
