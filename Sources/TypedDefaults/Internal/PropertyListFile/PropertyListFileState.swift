/// What a file store knows of its file, as a state machine with no lock, no disk and no user code in it.
struct PropertyListFileState: Sendable {
    /// The values as the store's readers see them: those of the file with the edits that are not saved yet. Empty while
    /// the file can't be read.
    private(set) var values: [String: PropertyListValue] = [:] { didSet { revision.advance() } }
    /// What the file holds that is no value, by keys other than those of ``values``.
    private(set) var opaque: [String: PropertyListNode] = [:] { didSet { revision.advance() } }
    /// The keys that the file does not have as they are here, each with the number of its newest edit.
    private var unsaved: [String: UInt64] = [:]
    /// The keys that were set to what the file is known to have, each with the number of the newest such edit. Another
    /// process may have changed the file since, so it is to be looked at before they are called saved.
    private var repeated: [String: UInt64] = [:]
    private var edition: UInt64 = 0
    /// Whether the saver knows that there are edits to save.
    private var isNoted = false
    /// Why the file can't be read at present.
    private(set) var failure: DefaultsError? { didSet { revision.advance() } }
    /// What was known before the file could not be read any more.
    private var lastKnown: [String: PropertyListValue] = [:]
    /// The size of all values, computed once it is asked for.
    private var knownSize: Int?

    /// Whether a key without a value is just that, and nothing that must be looked at more closely.
    private(set) var isPlain = true

    private let revision: Revision

    /// Creates the state of a file that was not looked at yet.
    init(revision: Revision) {
        self.revision = revision
    }

    /// Whether the file is known to lack something.
    var hasUnsaved: Bool { !unsaved.isEmpty }
    /// Whether the file may lack something.
    var hasEdits: Bool { !unsaved.isEmpty || !repeated.isEmpty }

    private mutating func refreshIsPlain() {
        isPlain = failure == nil && opaque.isEmpty
    }

    // MARK: - Reading

    /// Returns a key's value where that takes more than a look into ``values``.
    func value(forKey key: String, storeName: String) throws(DefaultsError) -> PropertyListValue? {
        if let failure { throw failure }
        if let value = values[key] { return value }
        guard let object = opaque[key] else { return nil }
        throw DefaultsError(.decodingFailed, key: key, storeName: storeName, foundType: object.typeName)
    }

    /// Returns the keys that the file has, or will have.
    func keys() throws(DefaultsError) -> Set<String> {
        if let failure { throw failure }
        return Set(values.keys).union(opaque.keys)
    }
}

// MARK: - Editing

extension PropertyListFileState {
    /// Sets or removes the value of a key.
    ///
    /// - Returns: The change, or `nil` when the value is equal to the old one.
    mutating func set(
        _ value: PropertyListValue?, forKey key: String, limits: PropertyListFileLimits
    ) throws(DefaultsError) -> DefaultsChange<PropertyListValue?>? {
        if let failure { throw failure }
        guard isPlain, limits.file == nil, knownSize == nil else {
            return try apply(DefaultsBatch(edits: [key: value]), limits: limits)?.first
        }
        // The fast path: the value's place is looked up once.
        let old: PropertyListValue?
        if let value { old = values.updateValue(value, forKey: key) } else { old = values.removeValue(forKey: key) }
        if old == value {
            markRepeated(key)
            return nil
        }
        markUnsaved(key)
        return DefaultsChange(key: key, oldValue: old, newValue: value)
    }

    /// Notes that the saver is about to be told of an edit, and returns whether it was not told of one since it last saved.
    mutating func noteEdit() -> Bool {
        guard !isNoted else { return false }
        isNoted = true
        return true
    }

    /// Applies a batch if its expectations hold, as a whole.
    ///
    /// - Returns: The changes, or `nil` when an expectation does not hold.
    mutating func apply(
        _ batch: DefaultsBatch, limits: PropertyListFileLimits
    ) throws(DefaultsError) -> [DefaultsChange<PropertyListValue?>]? {
        if let failure { throw failure }
        guard batch.expectations.allSatisfy({ values[$0.key] == $0.value }) else { return nil }
        if limits.file != nil || knownSize != nil { try account(for: batch.edits, limits: limits) }
        var changes: [DefaultsChange<PropertyListValue?>] = []
        for (key, value) in batch.edits {
            let old = values[key]
            if old == value, value != nil || opaque[key] == nil {
                markRepeated(key)
                continue
            }
            apply(value, forKey: key)
            changes.append(DefaultsChange(key: key, oldValue: old, newValue: value))
        }
        return changes
    }

    private mutating func apply(_ value: PropertyListValue?, forKey key: String) {
        if let value { values[key] = value } else { values.removeValue(forKey: key) }
        if !opaque.isEmpty {
            opaque[key] = nil
            refreshIsPlain()
        }
        markUnsaved(key)
    }

    private mutating func markUnsaved(_ key: String) {
        edition += 1
        unsaved[key] = edition
    }

    private mutating func markRepeated(_ key: String) {
        if unsaved[key] != nil { return }
        edition += 1
        repeated[key] = edition
    }

    /// Adds edits to the size of all values, or throws when that would exceed the limit and grow.
    private mutating func account(
        for edits: [String: PropertyListValue?], limits: PropertyListFileLimits
    ) throws(DefaultsError) {
        let size = knownSize ?? values.reduce(0) { $0 + $1.key.utf8.count + $1.value.contentSize }
        var newSize = size
        for (key, value) in edits {
            if let old = values[key] { newSize -= key.utf8.count + old.contentSize }
            if let value { newSize += key.utf8.count + value.contentSize }
        }
        if let limit = limits.file, newSize > limit, newSize > size {
            let key = edits.count == 1 ? edits.first?.key : nil
            throw DefaultsError(.limitExceeded, key: key, detail: "the file may hold \(limit) bytes of values")
        }
        knownSize = newSize
    }
}

// MARK: - The file

extension PropertyListFileState {
    /// Takes over what the file holds, but for the keys whose edits are not saved yet.
    ///
    /// - Parameters:
    ///   - document: What the file holds.
    ///   - isObserved: Whether anybody wants to know the changes.
    /// - Returns: What changed for the store's readers.
    mutating func adopt(
        _ document: PropertyListDocument, isObserved: Bool
    ) -> [DefaultsChange<PropertyListValue?>] {
        let known = failure == nil ? values : lastKnown
        var new = document.values
        var newOpaque = document.opaque
        for (key, edition) in repeated where unsaved[key] == nil {
            if new[key] != known[key] || newOpaque[key] != nil { unsaved[key] = edition }
        }
        for key in unsaved.keys {
            new[key] = known[key]
            newOpaque[key] = opaque[key]
        }
        failure = nil
        lastKnown = [:]
        values = new
        opaque = newOpaque
        knownSize = nil
        refreshIsPlain()
        return isObserved ? Self.changes(from: known, to: new) : []
    }

    /// Notes that the file can't be read. Until it can, there are no values.
    mutating func becomeUnavailable(_ failure: DefaultsError) {
        if self.failure == nil {
            lastKnown = values
            values = [:]
            knownSize = nil
        }
        self.failure = failure
        refreshIsPlain()
    }

    /// Notes that the file is readable and as it was when it was last read.
    mutating func becomeAvailable() {
        guard failure != nil else { return }
        failure = nil
        values = lastKnown
        lastKnown = [:]
        refreshIsPlain()
    }

    /// Notes that nothing of what is known is in the file any more, so that the next save must write all of it.
    mutating func markAllUnsaved() {
        edition += 1
        let known = failure == nil ? values : lastKnown
        for key in known.keys { unsaved[key] = edition }
        for key in opaque.keys { unsaved[key] = edition }
    }

    /// Returns the number of the newest edit if the file has them all unless another process has changed it.
    mutating func beginComparing() -> UInt64? {
        guard unsaved.isEmpty, failure == nil else { return nil }
        isNoted = false
        return edition
    }

    /// Returns what the file is to hold and the number of the newest edit in it, or `nil` when the file, as it was just
    /// read under its lock, holds that already.
    mutating func beginSaving() -> (document: PropertyListDocument, edition: UInt64)? {
        isNoted = false
        repeated.removeAll()
        guard !unsaved.isEmpty else { return nil }
        return (PropertyListDocument(values: values, opaque: opaque), edition)
    }

    /// Notes that the file holds all edits up to a number.
    mutating func markSaved(through edition: UInt64) {
        if edition == self.edition {
            unsaved.removeAll(keepingCapacity: unsaved.count < 64)
            repeated.removeAll(keepingCapacity: repeated.count < 64)
        } else {
            unsaved = unsaved.filter { $0.value > edition }
            repeated = repeated.filter { $0.value > edition }
        }
    }

    private static func changes(
        from old: [String: PropertyListValue], to new: [String: PropertyListValue]
    ) -> [DefaultsChange<PropertyListValue?>] {
        var changes: [DefaultsChange<PropertyListValue?>] = []
        for (key, value) in old where new[key] != value {
            changes.append(DefaultsChange(key: key, oldValue: value, newValue: new[key]))
        }
        for (key, value) in new where old[key] == nil {
            changes.append(DefaultsChange(key: key, oldValue: nil, newValue: value))
        }
        return changes
    }
}
