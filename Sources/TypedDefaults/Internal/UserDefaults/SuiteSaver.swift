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
            var reporting: [UserDefaultsPlatform] = []
            gate.withLock { _ in
                // What was set since the copies were written is saved too.
                save.add(unsavedSuites())
                reporting = save.protect(suites.withLock { $0 })
                save.begin()
                // It would ruin a file that can't be saved now. The others don't need it.
                if save.failures.isEmpty, save.isFoundationSafe {
                    save.foundation = synchronize() ? .saved : .failed
                }
            }
            save.end()
            // Each suite reports what was found of it.
            for other in reporting where other !== suite { other.noteChange() }
            if let failure = save.failures[ObjectIdentifier(suite)] { throw failure }
        }
    }

    /// Has Foundation read the files of all suites again.
    ///
    /// - Throws: An error with code `unavailable` when one of them can't be read now. Then Foundation keeps what it has.
    static func reload(_ suite: UserDefaultsPlatform, synchronize: @Sendable () -> Bool) throws(DefaultsError) {
        try saving.withLock { (_) throws(DefaultsError) in
            var save = SuiteSave()
            var reporting: [UserDefaultsPlatform] = []
            gate.withLock { _ in
                reporting = save.protect(suites.withLock { $0 })
                if save.isFoundationSafe { _ = synchronize() }
            }
            save.end()
            for other in reporting where other !== suite { other.noteChange() }
            guard save.isFoundationSafe else {
                throw DefaultsError(
                    .unavailable, storeName: suite.storeName, detail: "the file of a suite can't be read at present")
            }
        }
    }

    private static func unsavedSuites() -> [UserDefaultsPlatform] {
        suites.withLock { $0 }.filter { suite in suite.edits.withLock { !$0.unsaved.isEmpty } }
    }
}
#endif
