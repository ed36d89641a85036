/// Where an entry finds its store each time it is used.
@usableFromInline
enum StoreLocation: Sendable {
    /// The store that a namespace has.
    case namespace(NamespaceSlot)
    /// One store, or a transaction's view of it.
    case fixed(FixedStore)
    /// Just this store.
    case resolved(any DefaultsStore)

    /// The store to use now, which is a transaction's view of it while one is under way in this task.
    @usableFromInline
    var store: any DefaultsStore {
        let isScoped = DefaultsScope.isAny
        return switch self {
        case .resolved(let store): store
        case .fixed(let fixed): isScoped ? DefaultsScope.redirected(fixed.store) : fixed.store
        case .namespace(let slot): isScoped ? DefaultsScope.redirected(slot.store) : slot.processStore
        }
    }

    /// The number of the store's present state, or ``Revision/none`` when it tells none or another one may be used in its
    /// place.
    @usableFromInline
    var revision: UInt64 {
        guard !DefaultsScope.isAny else { return Revision.none }
        return switch self {
        case .resolved: Revision.none
        case .fixed(let fixed): fixed.revision?.current ?? Revision.none
        case .namespace(let slot): slot.revision
        }
    }
}

/// The store of an entry that was bound to it.
@usableFromInline
final class FixedStore: Sendable {
    fileprivate let store: any DefaultsStore
    fileprivate let revision: Revision?

    init(_ store: any DefaultsStore) {
        self.store = store
        revision = Revision.of(store)
    }
}

/// A namespace's place in the process: its own store, and the one that has replaced it.
@usableFromInline
final class NamespaceSlot: Sendable {
    private let id: ObjectIdentifier
    private let ownStore: @Sendable () -> any DefaultsStore
    private let replacement = Lock<(any DefaultsStore)?>(nil)
    private let replacementRevision = RevisionReference()
    /// The entries that were declared so far.
    let registry = Lock(EntryRegistry())

    private init(id: ObjectIdentifier, ownStore: @escaping @Sendable () -> any DefaultsStore) {
        self.id = id
        self.ownStore = ownStore
    }

    private static let slots = Lock<[ObjectIdentifier: NamespaceSlot]>([:])

    /// The one slot of a namespace.
    @usableFromInline
    static func of<N: DefaultsNamespace>(_ namespace: N.Type) -> NamespaceSlot {
        let id = ObjectIdentifier(namespace)
        return slots.withLock { slots in
            if let slot = slots[id] { return slot }
            let slot = NamespaceSlot(id: id) { N.store }
            slots[id] = slot
            return slot
        }
    }

    /// The store of the current task, else that of the process, with no regard to transactions.
    var store: any DefaultsStore {
        DefaultsScope.current?.store(of: id) ?? processStore
    }

    /// The store of the process.
    var processStore: any DefaultsStore {
        if replacementRevision.current != nil, let replacement = replacement.withLock({ $0 }) { return replacement }
        return ownStore()
    }

    /// The number of the present state of the store of the process.
    fileprivate var revision: UInt64 {
        replacementRevision.current ?? Revision.number(of: ownStore())
    }

    func replace(with store: (any DefaultsStore)?) {
        let revision = store.map { Revision.of($0) ?? Revision.unknown }
        replacement.withLock { replacement in
            replacement = store
            replacementRevision.set(revision)
        }
    }
}
