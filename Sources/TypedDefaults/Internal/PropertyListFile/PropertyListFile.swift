import Foundation

/// A property list file with its values in memory: edits are applied there and written to the file when it is saved.
///
/// Two locks: the state's, held for look-ups and edits only, and the disk's, held while the file is read or written. No
/// user code runs under either: what is to be reported is collected, and reported with no lock held.
final class PropertyListFile: Sendable {
    /// What is known of the file on disk.
    struct Disk: Sendable {
        /// The file that was last read or written, kept open: so no other file gets its inode number, by which a file is
        /// seen to be another one.
        var file: FileDescriptor?
        var status: FileStatus?
        /// Whether the file was looked at before.
        var isKnown = false
        /// Whether the folder was gone before it was made again for the file to be saved.
        var isFolderNew = false
        /// What was found and is not reported yet.
        var reports: [DefaultsError] = []
    }

    /// The file's path, by which errors and reports call the store.
    let name: String
    let hub = DefaultsHub()
    let revision = Revision.make()
    let location: FileLocation
    let format: PropertyListFileFormat
    let state: Lock<PropertyListFileState>
    let disk = Lock(Disk())
    private let nextAttempt = Lock<Double>(0)
    /// What was found while saving and is not reported yet.
    let reports = Lock<[DefaultsError]>([])

    /// How often, in seconds, use of a store whose file can't be read makes it try to read it again.
    static let attemptInterval: Double = 0.5

    init(at location: FileLocation, format: PropertyListFileFormat) {
        self.location = location
        self.format = format
        name = location.path
        state = Lock(PropertyListFileState(revision: revision))
    }

    deinit {
        revision.retire()
    }

    // MARK: - Reading

    func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        let (value, isPlain) = state.withLock { ($0.values[key], $0.isPlain) }
        if value != nil || isPlain { return value }
        return try withState { (state) throws(DefaultsError) in try state.value(forKey: key, storeName: name) }
    }

    func keys() throws(DefaultsError) -> Set<String> {
        try withState { (state) throws(DefaultsError) in try state.keys() }
    }

    /// Whether the file can be read, as far as is known.
    var isAvailable: Bool {
        if state.withLock({ $0.failure == nil }) { return true }
        if isAttemptDue() { refresh() }
        return state.withLock { $0.failure == nil }
    }

    /// Runs `body` with the state, again if the file could not be read and now can be.
    private func withState<R: Sendable>(
        _ body: (inout PropertyListFileState) throws(DefaultsError) -> R
    ) throws(DefaultsError) -> R {
        do {
            return try state.withLock(body)
        } catch {
            guard error.code == .unavailable, isAttemptDue() else { throw error }
            refresh()
            return try state.withLock(body)
        }
    }

    /// Whether it is time to try again to read a file that could not be read, which is not done on every use.
    private func isAttemptDue() -> Bool {
        let now = ProcessInfo.processInfo.systemUptime
        return nextAttempt.withLock { nextAttempt in
            guard now >= nextAttempt else { return false }
            nextAttempt = now + Self.attemptInterval
            return true
        }
    }

    // MARK: - Writing

    /// What is left to do after an edit, with no lock held.
    struct Aftermath: Sendable {
        /// Whether the hub may have something to deliver.
        let hasChanges: Bool
        /// Whether the saver doesn't know yet that there is something to save.
        let isNewToSaver: Bool
    }

    /// Sets or removes a value.
    func setValue(
        _ value: PropertyListValue?, forKey key: String, limits: PropertyListFileLimits
    ) throws(DefaultsError) -> Aftermath {
        try value?.validate(forKey: key, storeName: name)
        try limits.check(value, forKey: key, storeName: name)
        do {
            return try withState { (state) throws(DefaultsError) in
                let change = try state.set(value, forKey: key, limits: limits)
                if let change, hub.isObserved { hub.enqueue([change]) }
                return Aftermath(hasChanges: change != nil, isNewToSaver: state.noteEdit())
            }
        } catch {
            throw error.located(key: key, storeName: name)
        }
    }

    /// Applies a batch, or returns `nil` when its expectations do not hold.
    func commit(_ batch: DefaultsBatch, limits: PropertyListFileLimits) throws(DefaultsError) -> Aftermath? {
        try batch.validate(storeName: name)
        for (key, value) in batch.edits { try limits.check(value, forKey: key, storeName: name) }
        do {
            return try withState { (state) throws(DefaultsError) in
                guard let changes = try state.apply(batch, limits: limits) else { return nil }
                if !changes.isEmpty { hub.enqueue(changes) }
                let isNewToSaver = !batch.edits.isEmpty && state.noteEdit()
                return Aftermath(hasChanges: !changes.isEmpty, isNewToSaver: isNewToSaver)
            }
        } catch {
            throw error.located(key: nil, storeName: name)
        }
    }

    // MARK: - Reports

    /// Reports what was found while saving and delivers changes. It runs user code, so no lock may be held.
    func settle() {
        let found = reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
        settle(reporting: found)
    }

    /// Reports what was found and delivers changes. It runs user code, so no lock may be held.
    func settle(reporting found: [DefaultsError]) {
        for report in found { DefaultsReporter.current.report(report) }
        hub.deliver()
    }
}
