/// What a namespace knows of an entry that was declared in it.
struct DeclaredEntry: Sendable {
    let key: String
    let type: ObjectIdentifier
    let typeName: String
    var isSensitive = false
    /// The keys in the store that are the entry's own.
    let ownKeys: @Sendable () throws -> [String]
    /// The stored value as text, or `nil` when there is none.
    let describe: @Sendable (any DefaultsStore) throws -> String?

    init<T: Defaultable>(
        _ key: String, _ type: T.Type,
        ownKeys: (@Sendable () throws -> [String])? = nil,
        describe: @escaping @Sendable (any DefaultsStore) throws -> String?
    ) {
        self.key = key
        self.type = ObjectIdentifier(type)
        typeName = "\(type)"
        self.ownKeys = ownKeys ?? { [key] }
        self.describe = describe
    }
}

extension NamespaceSlot {
    /// Notes an entry without rules.
    @usableFromInline
    func declare<T: Defaultable>(_ entry: DefaultsEntry<T?>) {
        declare(
            entry.key, T.self,
            as: DeclaredEntry(entry.key, T.self) { store in
                try entry.bound(to: store).read().map { String(describing: $0) }
            })
    }

    /// Notes an entry, and whether its key is another entry's already, with another type.
    func declare<T: Defaultable>(_ key: String, _ type: T.Type, as entry: @autoclosure () -> DeclaredEntry) {
        let other: DeclaredEntry? = declared.withLock { $0[key] }
        guard let other else {
            let entry = entry()
            return declared.withLock { $0[key] = entry }
        }
        guard other.type != ObjectIdentifier(type) else { return }
        let conflict = DefaultsError(.conflictingKey, key: key, expectedType: other.typeName, foundType: "\(type)")
        conflicts.withLock { $0[key] = conflict }
    }
}

extension DefaultsNamespace {
    /// The keys of the entries that were declared in this namespace so far, sorted.
    ///
    /// Swift makes a static constant when it is first used, so an entry that was not used yet is not listed.
    public static var declaredKeys: [String] {
        NamespaceSlot.of(Self.self).declared.withLock { $0.keys.sorted() }
    }

    /// The keys that entries of different types claim, among those that were declared in this namespace so far.
    ///
    /// Such entries overwrite each other's values. Expect this to be empty at the end of a test:
    ///
    /// ```swift
    /// #expect(Defaults.conflicts.isEmpty)
    /// ```
    public static var conflicts: [DefaultsError] {
        NamespaceSlot.of(Self.self).conflicts.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Removes the values of all entries that were declared in this namespace so far, in one step. Other keys of the store
    /// are not touched.
    ///
    /// Swift makes a static constant when it is first used, so an entry that was not used yet is not reset.
    ///
    /// - Throws: ``DefaultsError`` as the store throws. Nothing is changed then.
    public static func resetAll() throws {
        let slot = NamespaceSlot.of(Self.self)
        let keys = try slot.declared.withLock { Array($0.values) }.flatMap { try $0.ownKeys() }
        let edits = Dictionary(keys.map { ($0, PropertyListValue?.none) }) { $1 }
        _ = try currentStore.commit(DefaultsBatch(edits: edits))
    }

    /// Describes what is stored of the entries that were declared in this namespace so far: a line for each, by key.
    ///
    /// ```
    /// fontSize: Int = 14
    /// token: String = <sensitive>
    /// nickname: String, not stored
    /// ```
    ///
    /// The values of entries marked by ``DefaultsEntry/sensitive()`` are not shown.
    ///
    /// - Returns: The lines.
    public static func dump() -> String {
        let store = currentStore
        let entries = NamespaceSlot.of(Self.self).declared.withLock { $0.values.sorted { $0.key < $1.key } }
        return entries.map { "\($0.key): \($0.typeName)\($0.state(in: store))" }.joined(separator: "\n")
    }
}

extension DeclaredEntry {
    fileprivate func state(in store: any DefaultsStore) -> String {
        do {
            guard let value = try describe(store) else { return ", not stored" }
            return " = \(isSensitive ? "<sensitive>" : value)"
        } catch let error as DefaultsError {
            return ", \(error.code)"
        } catch {
            return ", unreadable"
        }
    }
}

extension DefaultsEntry {
    /// Marks the value as one that is not to be shown: in ``DefaultsNamespace/dump()`` and in descriptions of the entry.
    ///
    /// Errors and reports never show a value of any entry.
    ///
    /// - Returns: The entry, marked.
    public func sensitive() -> DefaultsEntry {
        if case .namespace(let slot) = location { slot.declared.withLock { $0[key]?.isSensitive = true } }
        return replacing { $0.isSensitive = true }
    }
}

// MARK: - CustomStringConvertible

extension DefaultsEntry: CustomStringConvertible, CustomDebugStringConvertible {
    /// The key and the type. It shows no value and reads nothing.
    public var description: String { "\(key): \(T.self)" }

    /// The key, the type and the value, unless the entry is marked as ``sensitive()``.
    public var debugDescription: String {
        "\(description) = \(isSensitive ? "<sensitive>" : String(describing: value))"
    }
}
