/// Stores on top of each other: the first that has a key gives its value, and one of them takes what is written.
///
/// ```swift
/// let store = LayeredStore([
///     .init(.arguments, LaunchArgumentsStore()),
///     .init(.stored, try PropertyListFileStore(url: settingsFile)),
///     .init(.registered, InMemoryStore(["fontSize": 12])),
/// ])
/// try store.origin(ofKey: "fontSize")     // registered
/// ```
///
/// - A value that is set goes to one layer, by default the one called `stored`. While a layer above it has the key, the
///   value is kept but not seen, and observers do not hear of it. ``DefaultsEntry/update(_:)`` then computes the value to
///   keep from the one that is seen.
/// - Removing a key removes it from that layer, which uncovers the value of a layer below.
/// - A change made in any layer is announced when it changes what this store gives. Each begins where the one before it
///   ended, even when layers change at once.
/// - When a layer can't be read, keys that a layer above it has are still read, and all others throw. A value that is no
///   value of an entry's type comes first all the same: the entry then gives its default, not the value of a layer below.
/// - A transaction on it is one on the layer that takes what is written. So no other writer to that layer comes between; see
///   ``DefaultsStore/transaction(_:)-(()->R)`` for the others.
public final class LayeredStore: DefaultsStore, DerivedStore {
    /// One of the stores, and what kind of values it holds.
    public struct Layer: Sendable {
        /// What kind of values it holds.
        public let origin: DefaultsOrigin
        /// The store.
        public let store: any DefaultsStore

        /// Creates a layer.
        ///
        /// - Parameters:
        ///   - origin: What kind of values it holds. No two layers may have the same.
        ///   - store: The store.
        public init(_ origin: DefaultsOrigin, _ store: any DefaultsStore) {
            self.origin = origin
            // Within a transaction it is made of a view that ends with it.
            self.store = store.root
        }
    }

    /// The layers, the first of which comes first.
    public let layers: [Layer]
    /// What errors and reports call this store.
    public let name: String
    /// Where the store announces the changes of what it gives.
    public let hub = DefaultsHub()
    private let writingIndex: Int
    private let mirror = Lock(LayerMirror())
    /// Observes the layers. It ends with this store.
    private let observations: Lock<[DefaultsObservation]>

    /// Creates a store of layers.
    ///
    /// - Parameters:
    ///   - layers: The layers, the one that comes first at the front. There must be one that takes what is written.
    ///   - origin: The layer that takes what is written.
    ///   - name: What errors and reports call the store.
    public init(_ layers: [Layer], writingTo origin: DefaultsOrigin = .stored, name: String = "layered") {
        let index = layers.firstIndex { $0.origin == origin }
        precondition(index != nil, "no layer is called \"\(origin)\"")
        precondition(Set(layers.map(\.origin)).count == layers.count, "two layers have the same origin")
        self.layers = layers
        self.name = name
        writingIndex = index ?? 0
        observations = Lock([])
        let started = layers.indices.map { observe($0) }
        observations.withLock { $0 = started }
    }

    /// All layers, the one that is written to first.
    var bases: [any DefaultsStore] {
        [layers[writingIndex].store] + layers.indices.filter { $0 != writingIndex }.map { layers[$0].store }
    }

    var writingStore: any DefaultsStore { DefaultsScope.redirected(layers[writingIndex].store) }

    // MARK: - Reading

    /// Returns the value of a key in the first layer that has it, or `nil` when none has.
    ///
    /// - Throws: ``DefaultsError`` when a layer that comes before it can't be read.
    public func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        try value(forKey: key, in: layers[...])
    }

    /// Returns which layer gives the value of a key, or `nil` when none has it.
    ///
    /// - Parameter key: The key.
    /// - Returns: The origin of that layer.
    /// - Throws: ``DefaultsError`` when a layer that comes before it can't be read.
    public func origin(ofKey key: String) throws(DefaultsError) -> DefaultsOrigin? {
        for layer in layers where try DefaultsScope.redirected(layer.store).value(forKey: key) != nil {
            return layer.origin
        }
        return nil
    }

    /// Returns the keys that any layer has.
    ///
    /// - Throws: ``DefaultsError`` when a layer can't be read.
    public func keys() throws(DefaultsError) -> Set<String> {
        var keys: Set<String> = []
        for layer in layers { keys.formUnion(try DefaultsScope.redirected(layer.store).keys()) }
        return keys
    }

    /// Whether all layers are available.
    public var isAvailable: Bool { layers.allSatisfy(\.store.isAvailable) }

    private func value(
        forKey key: String, in layers: ArraySlice<Layer>
    ) throws(DefaultsError) -> PropertyListValue? {
        for layer in layers {
            if let value = try DefaultsScope.redirected(layer.store).value(forKey: key) { return value }
        }
        return nil
    }

    // MARK: - Writing

    /// Applies a batch of edits to the layer that takes what is written, if its expectations hold of what this store
    /// gives.
    ///
    /// No other writer to that layer comes between. A writer to another layer can.
    ///
    /// - Throws: ``DefaultsError`` as that layer throws.
    public func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        let store = writingStore
        while true {
            var expectations: [String: PropertyListValue?] = [:]
            for (key, expected) in batch.expectations {
                let own = try store.value(forKey: key)
                let effective = try value(forKey: key, replacing: own)
                guard effective == expected else { return false }
                expectations.updateValue(own, forKey: key)
            }
            if try store.commit(DefaultsBatch(edits: batch.edits, expecting: expectations)) { return true }
            // The layer has changed since it was looked at. What this store gives may be the same nevertheless.
        }
    }

    /// Saves the layer that takes what is written.
    ///
    /// - Throws: ``DefaultsError`` as that layer throws.
    public func flush() throws(DefaultsError) {
        try writingStore.flush()
    }

    /// What this store gives if the layer that is written to has `own`.
    private func value(
        forKey key: String, replacing own: PropertyListValue?
    ) throws(DefaultsError) -> PropertyListValue? {
        if let value = try value(forKey: key, in: layers[..<writingIndex]) { return value }
        if let own { return own }
        return try value(forKey: key, in: layers[(writingIndex + 1)...])
    }

    // MARK: - Observing the layers

    private func observe(_ index: Int) -> DefaultsObservation {
        let layerHub = layers[index].store.hub
        let observer = HubObserver(filters: [.all], isHolding: false) { [weak self] _, event in
            if case .commit(let commit) = event { self?.receive(commit, from: index) }
        }
        layerHub.add(observer)
        return DefaultsObservation([(observer, layerHub)])
    }

    /// Announces those changes of a layer's commit that change what this store gives.
    private func receive(_ commit: DefaultsCommit, from index: Int) {
        guard hub.isObserved else { return mirror.withLock { $0.clear() } }
        // Another layer may have a transaction under way in the task that happens to deliver: nothing of it counts yet.
        let news = DefaultsScope.outsideTransactions {
            commit.changes.map { change in (change, layers.map { Self.value(forKey: change.key, in: $0) }) }
        }
        let failures = mirror.withLock { mirror in
            var changes: [DefaultsChange<PropertyListValue?>] = []
            var failures: [DefaultsError] = []
            for (change, current) in news {
                do throws(DefaultsError) {
                    if let change = try mirror.take(change, from: index, current: current) { changes.append(change) }
                } catch {
                    failures.append(error.located(key: change.key, storeName: name))
                }
            }
            hub.enqueue(changes, isExternal: commit.isExternal, context: commit.context)
            return failures
        }
        // Whether a layer that can't be read masks the change is unknown. Reading the key throws too.
        for failure in failures { DefaultsReporter.current.report(failure) }
        hub.deliver()
    }

    private static func value(forKey key: String, in layer: Layer) -> LayerMirror.Value {
        do throws(DefaultsError) {
            return .known(try layer.store.value(forKey: key))
        } catch {
            return .failed(error)
        }
    }
}
