import Dispatch
import Foundation

/// Saves some time after the first unsaved change, so that a burst of changes is saved once.
///
/// It saves again when saving failed, later each time, and when the process exits.
final class CoalescedSaver: Sendable {
    private struct State {
        var isDirty = false
        /// The saver itself while something is unsaved, so that it is saved even if nobody else has the saver any more.
        var keptAlive: CoalescedSaver?
        var isScheduled = false
        var failures = 0
    }

    /// How long a change stays unsaved at most, in seconds, while saving succeeds.
    static let delay: Double = 0.5

    private let state = Lock(State())
    private let schedule: SaveSchedule
    /// Saving is serial. User code never runs in it.
    private let saving = NSLock()
    private let save: @Sendable () throws(DefaultsError) -> Void
    private let settle: @Sendable () -> Void

    /// Creates a saver.
    ///
    /// - Parameters:
    ///   - schedule: Calls back after a while.
    ///   - settle: Is called after each attempt with no lock held, so it may run user code.
    ///   - save: Saves. It must run no user code.
    init(
        on schedule: SaveSchedule = .standard,
        settle: @escaping @Sendable () -> Void = {},
        save: @escaping @Sendable () throws(DefaultsError) -> Void
    ) {
        self.schedule = schedule
        self.save = save
        self.settle = settle
        ExitSaver.register(self)
    }

    /// Notes a change, which will be saved in a while.
    func noteChange() {
        let isNew = state.withLock { state in
            state.isDirty = true
            state.keptAlive = self
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isNew { saveLater(after: Self.delay) }
    }

    /// Saves now what is not saved yet.
    func flush() throws(DefaultsError) {
        defer { settle() }
        try saveNow()
    }

    /// Saves now what is not saved yet, and settles later on another thread. When it fails it is tried again as ever.
    func flushQuietly() {
        guard state.withLock({ $0.isDirty }) else { return }
        do throws(DefaultsError) {
            try saveNow()
        } catch {
            // The next attempt, which is scheduled, reports it if it fails too.
        }
        DispatchQueue.global(qos: .utility).async { [settle] in settle() }
    }

    private func saveNow() throws(DefaultsError) {
        saving.lock()
        defer { saving.unlock() }
        let isDirty = state.withLock { state in
            defer { state.isDirty = false }
            return state.isDirty
        }
        guard isDirty else { return }
        do {
            try save()
            state.withLock { state in
                state.failures = 0
                // Unless there was a change meanwhile.
                if !state.isDirty { state.keptAlive = nil }
            }
        } catch {
            state.withLock { $0.isDirty = true }
            throw error
        }
    }

    private func saveLater(after seconds: Double) {
        schedule.call(after: seconds) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isScheduled = false }
            do throws(DefaultsError) {
                try flush()
            } catch {
                DefaultsReporter.current.report(error)
                let failures = state.withLock { state in
                    state.failures += 1
                    state.isScheduled = true
                    return state.failures
                }
                saveLater(after: min(60, Self.delay * Double(1 << min(failures, 8))))
            }
        }
    }
}

/// Saves everything that is unsaved when the process exits normally.
enum ExitSaver {
    private struct WeakSaver: Sendable {
        weak let saver: CoalescedSaver?
    }

    private static let savers = Lock<[WeakSaver]>([])
    /// The process that has changes to save. A forked child has copies of them, and would save them over later ones.
    private static let owner: pid_t = {
        atexit { ExitSaver.saveAll() }
        return getpid()
    }()

    static func register(_ saver: CoalescedSaver) {
        _ = owner
        savers.withLock { savers in
            savers.removeAll { $0.saver == nil }
            savers.append(WeakSaver(saver: saver))
        }
    }

    private static func saveAll() {
        guard getpid() == owner else { return }
        for saver in savers.withLock({ $0.compactMap(\.saver) }) {
            do throws(DefaultsError) {
                try saver.flush()
            } catch {
                DefaultsReporter.current.report(error)
            }
        }
    }
}
