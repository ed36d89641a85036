/// The values of a group of entries.
struct GroupValues<each T: Sendable>: Sendable {
    let content: (repeat each T)
}

/// Entries whose values are read together, from one store or several.
struct EntryGroup<each T: Defaultable & Sendable>: Sendable {
    private let entries: (repeat DefaultsEntry<each T>)

    init(_ entries: repeat DefaultsEntry<each T>) {
        // They stay with the stores they have now, wherever they are read.
        self.entries = (repeat (each entries).bound(to: (each entries).root))
    }

    /// Returns all values as they were at one moment in each store, through the entries' rules.
    func read() -> GroupValues<repeat each T> {
        DefaultsScope.outsideTransactions {
            while true {
                let moment = Moment()
                let values = (repeat (each entries).reportedValue(in: moment.view(of: (each entries).root)))
                if moment.isOver() { return GroupValues(content: (repeat each values)) }
            }
        }
    }

    /// Whether two groups of values are the same to an observer.
    func isSame(_ left: GroupValues<repeat each T>, _ right: GroupValues<repeat each T>) -> Bool {
        for (entry, left, right) in repeat (each entries, each left.content, each right.content) {
            guard areSame(entry, left, right) else { return false }
        }
        return true
    }

    /// Makes an observer on each store, all with the same route, and has them listen.
    func observe(
        onEnd: @escaping @Sendable () -> Void = {}, route: @escaping HubObserver.Route
    ) -> DefaultsObservation {
        var stores: [ObjectIdentifier: (hub: DefaultsHub, filters: Set<KeyFilter>)] = [:]
        for entry in repeat each entries {
            let hub = entry.root.hub
            stores[ObjectIdentifier(hub), default: (hub, [])].filters.formUnion(entry.filters)
        }
        return DefaultsObservation(
            stores.values.map { hub, filters in
                let observer = HubObserver(filters: filters, isHolding: false, onEnd: onEnd, route: route)
                hub.add(observer)
                return (observer, hub)
            }
        )
    }

    private func areSame<V>(_ entry: DefaultsEntry<V>, _ left: V, _ right: V) -> Bool {
        DefaultsEntry<V>.isSame(left, right)
    }
}

/// A look at several stores in which each stands still.
private final class Moment {
    private var views: [ObjectIdentifier: OverlayStore] = [:]

    func view(of store: any DefaultsStore) -> OverlayStore {
        let id = ObjectIdentifier(store)
        if let view = views[id] { return view }
        let view = OverlayStore(over: store)
        views[id] = view
        return view
    }

    /// Ends the look, and returns whether nobody has changed meanwhile what was read.
    func isOver() -> Bool {
        var isUndisturbed = true
        for view in views.values {
            do throws(DefaultsError) {
                if try !view.finish() { isUndisturbed = false }
            } catch {
                // A store that can't be read has nothing that could change.
            }
        }
        return isUndisturbed
    }
}
