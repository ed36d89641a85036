/// The names of the properties of each record type, as far as they are known.
///
/// A property is known by being written or asked for. One that `init()` leaves `nil`, and that a hand-written
/// `encode(to:)` then skips, is not among the default values; but `init(from:)` asks for it.
enum RecordNames {
    private static let known = Lock<[ObjectIdentifier: Set<String>]>([:])

    /// Returns the names of a type's properties: those that have just been written, and those that its `init(from:)` asks
    /// for, which `ask` finds, once for a type.
    static func of(_ type: Any.Type, written: Set<String>, askedFor ask: () -> Set<String>) -> Set<String> {
        if let names = known.withLock({ $0[ObjectIdentifier(type)] }) {
            return written.isSubset(of: names) ? names : note(written, of: type)
        }
        return note(written.union(ask()), of: type)
    }

    /// Adds names to those of a type.
    @discardableResult
    static func note(_ names: Set<String>, of type: Any.Type) -> Set<String> {
        known.withLock { known in
            known[ObjectIdentifier(type), default: []].formUnion(names)
            return known[ObjectIdentifier(type), default: []]
        }
    }
}
