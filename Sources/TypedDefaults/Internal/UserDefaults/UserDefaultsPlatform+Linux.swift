#if !canImport(Darwin)
import Foundation

/// What a suite needs of the platform: on Linux Foundation saves only when told to, in a way that loses data, destroys a
/// file that it can't read, and ignores some changes.
final class UserDefaultsPlatform: Sendable {
    let storeName: String
    /// The suite's file, or `nil` where there is no home folder.
    let location: FileLocation?
    let edits = Lock(SuiteEdits())
    /// Held while values are set, and while Foundation saves.
    let gate = Lock(())
    let domain: FoundationDomain
    private let remembered: RememberedObjects
    /// Is odd while a value is removed only to be replaced by one that Foundation takes for the same.
    private let replacements = AtomicWord(0)
    private let replacing = Lock(())
    private let opened = Lock<ThreadSafe<UserDefaults>?>(nil)
    private let saver = Lock<CoalescedSaver?>(nil)
    private let loading = Lock<FolderLock?>(nil)
    private let reports = Lock<[DefaultsError]>([])
    private let content = Lock<[String: PropertyListValue]>([:])
    private let loaded = Lock<[String: PropertyListValue]>([:])

    /// - Parameter suite: The name of the suite, or `nil` for the standard defaults.
    init(suite: String?) {
        storeName = suite ?? "standard"
        domain = FoundationDomain(suite: suite)
        remembered = RememberedObjects(domain)
        let fileName = (suite ?? ProcessInfo.processInfo.processName) + ".plist"
        location = LaunchEnvironment.preferences.map { FileLocation(path: $0 + "/" + fileName) }
    }

    // MARK: - Opening

    /// Sees to it that Foundation can read the file, and that nobody changes it until ``start(_:)``.
    func prepare() {
        guard let location else { return }
        do throws(SystemError) {
            let file = SuiteFile(try location.resolvingLinks(), storeName: storeName)
            let lock = try FolderLock(for: file.location, creatingFolder: false)
            loading.withLock { $0 = lock }
            let found = try file.repair(under: lock)
            note(found.reports)
            noteContent(found.document)
            try file.noteSaved(under: lock)
        } catch  where [ENOENT, ENOTDIR].contains(error.number) {
            // No folder, no file.
        } catch {
            note([error.failure(.unreadableStore, of: storeName)])
        }
    }

    /// Has Foundation load the file, and starts to save.
    func start(_ defaults: UserDefaults) {
        domain.load(defaults)
        noteLoaded()
        let opened = ThreadSafe(defaults)
        self.opened.withLock { $0 = opened }
        loading.withLock { $0 = nil }
        SuiteSaver.register(self)
        let saver = CoalescedSaver(settle: { [weak self] in self?.settle() }) { [weak self] () throws(DefaultsError) in
            if let self { try SuiteSaver.save(self) }
        }
        self.saver.withLock { $0 = saver }
    }

    /// Notes what the file holds, when that is known.
    func noteContent(_ document: PropertyListDocument) {
        content.withLock { $0 = document.values }
    }

    /// The values as Foundation has them.
    var foundationValues: [String: PropertyListValue] { outsideReplacements { domain.values } }

    /// The values that Foundation had when it last saved for this library or read the file. Others are of other code.
    var loadedValues: [String: PropertyListValue] { loaded.withLock { $0 } }

    /// Notes what Foundation has now that it has saved or read the file.
    func noteLoaded() {
        let values = foundationValues
        loaded.withLock { $0 = values }
    }

    /// The stored values, for a file that has come to harm.
    ///
    /// Foundation forgets what it has read of a suite when it saves it, so what it has is not enough.
    var memory: [String: PropertyListValue] {
        var values = content.withLock { $0 }
        values.merge(foundationValues) { $1 }
        for (key, value) in edits.withLock({ $0.unsaved }) { values[key] = value }
        return values
    }

    // MARK: - Reports

    func note(_ errors: [DefaultsError]) {
        if !errors.isEmpty { reports.withLock { $0 += errors } }
    }

    /// Reports what was noted. No lock may be held.
    func settle() {
        for error in takeReports() { DefaultsReporter.current.report(error) }
    }

    /// Reports what was noted on another thread, from where locks may be held.
    func settleLater() {
        let errors = takeReports()
        guard !errors.isEmpty else { return }
        let reporter = DefaultsReporter.current
        DispatchQueue.global().async { for error in errors { reporter.report(error) } }
    }

    private func takeReports() -> [DefaultsError] {
        reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }

    // MARK: - Saving

    var hasUnsavedEdits: Bool { edits.withLock { !$0.unsaved.isEmpty } }

    func noteChange() {
        saver.withLock { $0 }?.noteChange()
    }

    func flush() throws(DefaultsError) {
        try saver.withLock { $0 }?.flush()
    }

    /// Foundation tells nobody of changes here, so others' are found in ``reload(_:)`` only.
    func observe(_ key: String, _ handler: @escaping @Sendable () -> Void) {}

    /// Foundation tells nobody of changes here, so others' are found in ``reload(_:)`` only.
    func observeAll(_ handler: @escaping @Sendable () -> Void) {}

    /// Has Foundation read the file again, with what is unsaved saved before.
    func reload(_ defaults: UserDefaults) throws(DefaultsError) {
        try flush()
        defer { settle() }
        try SuiteSaver.save(self, always: true)
    }

    // MARK: - Values

    func find(_ key: String, in defaults: UserDefaults) -> SuiteFinding {
        outsideReplacements { findOnce(key, in: defaults) }
    }

    /// The keys that the suite itself has.
    var storedKeys: [String] { outsideReplacements { domain.keys } }

    /// Reads what Foundation has, again if it was read between the two steps of a replacement.
    private func outsideReplacements<R>(_ read: () -> R) -> R {
        while true {
            let before = replacements.current
            let result = read()
            if before % 2 == 0, replacements.current == before { return result }
            replacing.withLock { _ in }
        }
    }

    private func findOnce(_ key: String, in defaults: UserDefaults) -> SuiteFinding {
        if let finding = remembered.find(key, in: defaults) { return finding }
        for form in SuiteKey.forms(of: key) {
            if let object = defaults.object(forKey: form) { return .object(object) }
        }
        return .nothing
    }

    func originalKey(_ key: String) -> String { SuiteKey.original(key) }

    func stored(_ value: PropertyListValue) throws(DefaultsError) -> PropertyListValue {
        try SuiteValue.stored(value, isExact: false)
    }

    /// Runs `body`, which sets values, while Foundation does not save.
    func applying<R: Sendable>(_ body: () throws(DefaultsError) -> R) throws(DefaultsError) -> R {
        try gate.withLock { _ throws(DefaultsError) in try body() }
    }

    /// Sets the stored form of a value, or removes it. Call it in ``applying(_:)`` only.
    func set(_ stored: PropertyListValue?, forKey key: String, in defaults: UserDefaults) {
        remembered.forget(key)
        let forms = SuiteKey.isPlain(key) ? [key] : SuiteKey.forms(of: key)
        for form in forms.dropFirst() where defaults.object(forKey: form) != nil {
            domain.remove(forKey: form, in: defaults)
            edits.withLock { $0.note(nil, forKey: form) }
        }
        guard let form = forms.first else { return }
        // Never the optional itself: setting a nil does not return here.
        guard let stored else {
            domain.remove(forKey: form, in: defaults)
            edits.withLock { $0.note(nil, forKey: form) }
            return
        }
        place(stored, forKey: form, in: defaults)
        edits.withLock { $0.note(stored, forKey: form) }
    }

    /// Has Foundation take a value that a save finds to be the right one. Call it with the gate held only.
    func place(_ stored: PropertyListValue?, forKey form: String) {
        guard let defaults = opened.withLock({ $0 })?.object else { return }
        remembered.forget(form)
        guard let stored else { return domain.remove(forKey: form, in: defaults) }
        place(stored, forKey: form, in: defaults)
    }

    private func place(_ stored: PropertyListValue, forKey form: String, in defaults: UserDefaults) {
        guard stored.hasLooseEquals, isTakenForSet(stored, forKey: form) else {
            return domain.set(stored.foundationObject, forKey: form, in: defaults)
        }
        replacing.withLock { _ in
            replacements.add(1)
            domain.remove(forKey: form, in: defaults)
            domain.set(stored.foundationObject, forKey: form, in: defaults)
            replacements.add(1)
        }
    }

    /// Whether Foundation would take a value for the one that is there, and ignore it.
    private func isTakenForSet(_ stored: PropertyListValue, forKey form: String) -> Bool {
        guard let object = domain.ownObject(forKey: form), let current = FoundationDomain.value(of: object)
        else { return false }
        return current != stored && current.isLooselyEqual(to: stored)
    }
}
#endif
