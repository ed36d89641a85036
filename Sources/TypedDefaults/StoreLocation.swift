/// Where an entry finds its store each time it is used.
@usableFromInline
enum StoreLocation: Sendable {
    case namespace(NamespaceSlot)
    case fixed(any DefaultsStore)

    /// The store to use now, which is a transaction's view of it while one is under way in this task.
    @usableFromInline
    var store: any DefaultsStore {
        let scope = DefaultsScope.current
        let store =
            switch self {
            case .fixed(let store): store
            case .namespace(let slot): scope == nil ? slot.processStore : slot.store
            }
        return scope == nil ? store : DefaultsScope.redirected(store)
    }
}

/// A namespace's place in the process: its own store, and the one that has replaced it.
@usableFromInline
final class NamespaceSlot: Sendable {
    private let id: ObjectIdentifier
    private let ownStore: @Sendable () -> any DefaultsStore
    private let replacement = Lock<(any DefaultsStore)?>(nil)
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
        replacement.withLock { $0 } ?? ownStore()
    }

    func replace(with store: (any DefaultsStore)?) {
        replacement.withLock { $0 = store }
    }
}
