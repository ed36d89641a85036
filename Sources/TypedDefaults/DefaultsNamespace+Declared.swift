extension DefaultsNamespace {
    /// The keys of the entries that were declared in this namespace so far, sorted.
    ///
    /// A record is listed by its prefix. Swift makes a static constant when it is first used, so an entry that was not used
    /// yet is not listed.
    public static var declaredKeys: [String] {
        NamespaceSlot.of(Self.self).registry.withLock { $0.sorted.map(\.id.key) }
    }

    /// The keys that entries of different types claim, among those that were declared in this namespace so far.
    ///
    /// Such entries overwrite each other's values. A record claims the key of each of its properties, so an entry of one of
    /// them must have its type. Expect this to be empty at the end of a test:
    ///
    /// ```swift
    /// #expect(Defaults.conflicts.isEmpty)
    /// ```
    public static var conflicts: [DefaultsError] {
        let slot = NamespaceSlot.of(Self.self)
        let conflicts = slot.registry.withLock { $0.conflicts } + slot.conflictsOfRecords()
        return conflicts.sorted { ($0.key ?? "") < ($1.key ?? "") }
    }

    /// Removes the values of all entries that were declared in this namespace so far, in one step: also under keys that a
    /// renamed entry had before. Other keys of the store are not touched.
    ///
    /// Swift makes a static constant when it is first used, so an entry that was not used yet is not reset.
    ///
    /// - Throws: ``DefaultsError`` as the store throws. Nothing is changed then.
    public static func resetAll() throws {
        let entries = NamespaceSlot.of(Self.self).registry.withLock { $0.sorted }
        let keys = try entries.flatMap { entry in
            try entry.currentKeys() + entry.formerKeys.flatMap { try $0() }
        }
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
        let entries = NamespaceSlot.of(Self.self).registry.withLock { $0.sorted }
        return entries.map { "\($0.id.key): \($0.typeName)\($0.state(in: store))" }.joined(separator: "\n")
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
    /// Marks the value as one that is not to be shown: in ``DefaultsNamespace/dump()`` and in descriptions of the entry and
    /// of its changes.
    ///
    /// Errors and reports never show a value of any entry.
    ///
    /// - Returns: The entry, marked.
    public func sensitive() -> DefaultsEntry {
        if case .namespace(let slot) = location { slot.update(self) { $0.isSensitive = true } }
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
