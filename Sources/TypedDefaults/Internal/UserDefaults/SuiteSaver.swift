#if !canImport(Darwin)
import Foundation

/// Has Foundation save the suites of this process, safely.
///
/// Foundation saves all suites whenever one is to be saved, so they are saved together: the folder is locked, what each
/// file shall hold is written to a safety copy, Foundation saves, and what it could not save is put in place instead.
enum SuiteSaver {
    /// Held while values are set, and while Foundation saves.
    static let gate = Lock(())

    /// One save at a time.
    private static let saving = Lock(())
    private static let suites = Lock<[UserDefaultsPlatform]>([])

    static func register(_ suite: UserDefaultsPlatform) {
        suites.withLock { $0.append(suite) }
    }

    /// Saves a suite, and the others with it.
    ///
    /// - Throws: Why that suite could not be saved. The others are tried again on their own.
    static func save(
        _ suite: UserDefaultsPlatform, synchronize: @Sendable () -> Bool
    ) throws(DefaultsError) {
        try saving.withLock { (_) throws(DefaultsError) in
            var save = SuiteSave()
            save.add(unsavedSuites())
            gate.withLock { _ in
                // What was set since the copies were written is saved too.
                save.add(unsavedSuites())
                save.begin()
                // It would ruin a file that can't be saved now. The others don't need it.
                if save.failures.isEmpty { save.foundation = synchronize() ? .saved : .failed }
            }
            save.end()
            if let failure = save.failures[ObjectIdentifier(suite)] { throw failure }
        }
    }

    private static func unsavedSuites() -> [UserDefaultsPlatform] {
        suites.withLock { $0 }.filter { suite in suite.edits.withLock { !$0.unsaved.isEmpty } }
    }
}
#endif
