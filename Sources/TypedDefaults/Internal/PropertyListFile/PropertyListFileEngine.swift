import Dispatch
import Foundation

/// What all stores on one file share in this process: the file, its saver, and what watches for others' changes.
///
/// The saver has the file but not the engine. So an engine ends with its last store, and if saving fails just then, the
/// saver goes on trying.
final class PropertyListFileEngine: Sendable {
    /// How long, in seconds, further changes of another process wait after one was read, so as to be read together.
    static let reloadInterval: Double = 0.05

    private struct Reloading: Sendable {
        var isScheduled = false
        var isForced = false
        var last: Double = -.infinity
    }

    let file: PropertyListFile
    private let saver: CoalescedSaver
    private let watchers = Lock<[FileLocation: FileWatcher]>([:])
    private let reloading = Lock(Reloading())
    private let queue = DispatchQueue(label: "TypedDefaults.reload", qos: .utility)

    private init(file: PropertyListFile, saver: CoalescedSaver) {
        self.file = file
        self.saver = saver
    }

    deinit {
        // Only the disk is used here. Reports and changes are delivered elsewhere, since this can run under anybody's lock.
        saver.flushQuietly()
    }

    // MARK: - Opening

    private struct Opened: Sendable {
        weak let engine: PropertyListFileEngine?
        weak let file: PropertyListFile?
        weak let saver: CoalescedSaver?
    }

    private static let opened = Lock<[FileLocation: Opened]>([:])

    /// The one engine of a file.
    ///
    /// - Parameters:
    ///   - location: The file.
    ///   - format: The format to write, which counts when the file is not open yet.
    ///   - schedule: When to save, which counts when the file is not open yet.
    /// - Returns: The engine, with the file read.
    static func opening(
        _ location: FileLocation, format: PropertyListFileFormat, schedule: SaveSchedule
    ) -> PropertyListFileEngine {
        let target = resolve(location).canonical()
        let (engine, isNew) = opened.withLock { opened -> (PropertyListFileEngine, Bool) in
            if let engine = opened[target]?.engine { return (engine, false) }
            // A file whose saving failed outlives its engine.
            let file = opened[target]?.file ?? PropertyListFile(at: target, format: format)
            let saver =
                opened[target]?.saver
                ?? CoalescedSaver(on: schedule, settle: { file.settle() }) { () throws(DefaultsError) in try file.save()
                }
            let engine = PropertyListFileEngine(file: file, saver: saver)
            opened = opened.filter { $0.value.file != nil }
            opened[target] = Opened(engine: engine, file: file, saver: saver)
            return (engine, true)
        }
        // Watching first, so that no change falls between.
        if isNew { engine.watch() }
        engine.file.refresh()
        engine.noteLoss()
        return engine
    }

    /// Where a link leads, or the link itself when it leads nowhere.
    private static func resolve(_ location: FileLocation) -> FileLocation {
        do throws(SystemError) { return try location.resolvingLinks() } catch { return location }
    }

    // MARK: - Saving

    /// Does what is left to do after an edit. It runs observers.
    func finish(_ aftermath: PropertyListFile.Aftermath) {
        if aftermath.isNewToSaver { saver.noteChange() }
        if aftermath.hasChanges { file.hub.deliver() }
    }

    /// Saves what is not saved yet.
    func flush() throws(DefaultsError) {
        if file.hasEdits { saver.noteChange() }
        defer { watch() }
        try saver.flush()
    }

    /// Has what was lost on disk written again, as after a damaged file was set aside.
    ///
    /// When the folder is gone too, only a change or a flush brings it back: it may have been removed for good.
    private func noteLoss() {
        if file.hasUnsaved, file.hasFolder { saver.noteChange() }
    }

    // MARK: - Others' changes

    /// Reads the file again.
    func reload() throws(DefaultsError) {
        defer {
            watch()
            noteLoss()
        }
        try file.reload(isForced: true)
    }

    /// Watches the places where the file may change, as far as it is not done yet.
    private func watch() {
        let target = Self.resolve(file.location)
        watchers.withLock { watchers in
            let places = Set([file.location, target])
            watchers = watchers.filter { places.contains($0.key) }
            for place in places where watchers[place] == nil {
                watchers[place] = FileWatcher(place) { [weak self] event in self?.note(event, at: place) }
            }
        }
    }

    private func note(_ event: FileWatcher.Event, at place: FileLocation) {
        if event == .ended {
            let ended = watchers.withLock { $0.removeValue(forKey: place) }
            withExtendedLifetime(ended) {}
        }
        let now = ProcessInfo.processInfo.systemUptime
        let delay = reloading.withLock { reloading -> Double? in
            if event == .written { reloading.isForced = true }
            guard !reloading.isScheduled else { return nil }
            reloading.isScheduled = true
            return max(0, reloading.last + Self.reloadInterval - now)
        }
        guard let delay else { return }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.reloadAfterEvents() }
    }

    private func reloadAfterEvents() {
        let isForced = reloading.withLock { reloading in
            defer { reloading = Reloading(last: ProcessInfo.processInfo.systemUptime) }
            return reloading.isForced
        }
        file.refresh(isForced: isForced)
        watch()
        noteLoss()
    }
}
