#if !canImport(Darwin)
import Foundation

/// Has Foundation save the suites of this process, safely, one at a time.
enum SuiteSaver {
    private static let saving = Lock(())
    private static let suites = Lock<[UserDefaultsPlatform]>([])

    static func register(_ suite: UserDefaultsPlatform) {
        suites.withLock { $0.append(suite) }
    }

    /// Saves what is unsaved of a suite, and has Foundation read its file again: if something is unsaved, or always.
    static func save(_ suite: UserDefaultsPlatform, always: Bool = false) throws(DefaultsError) {
        let failure = saving.withLock { (_) -> DefaultsError? in
            // Outside of this lock what another thread is saving would not be unsaved, and might be again.
            guard always || suite.hasUnsavedEdits else { return nil }
            guard let location = suite.location else {
                guard suite.hasUnsavedEdits else { return nil }
                return DefaultsError(
                    .writeFailed, storeName: suite.storeName, detail: "there is no home folder, as HOME is not set")
            }
            do throws(SystemError) {
                try save(suite, at: location)
                return nil
            } catch {
                // With nothing to save it is reading that failed.
                return error.failure(suite.hasUnsavedEdits ? .writeFailed : .unavailable, of: suite.storeName)
            }
        }
        if let failure { throw failure }
    }

    private static func save(_ suite: UserDefaultsPlatform, at location: FileLocation) throws(SystemError) {
        let location = try location.resolvingLinks()
        let isMissing = !exists(location.folder)
        let isNeeded = suite.hasUnsavedEdits || (isMissing && !suite.memory.isEmpty)
        let lock: FolderLock
        do throws(SystemError) {
            lock = try FolderLock(for: location, creatingFolder: isNeeded)
        } catch  where [ENOENT, ENOTDIR].contains(error.number) && !isNeeded {
            // No folder, no file, and nothing to put there.
            suite.gate.withLock { _ in
                _ = suite.domain.synchronize()
                suite.noteLoaded()
            }
            return
        }
        if isMissing { restore(in: location.folder, under: lock) }
        let file = SuiteFile(location, storeName: suite.storeName)
        var save = try SuiteSave(suite, file: file, lock: lock)
        try suite.gate.withLock { (_) throws(SystemError) in try save.save() }
    }

    /// Creates the files of a folder that was gone: nobody empties a suite by removing the folder it is in. What another
    /// process has made of it since comes first.
    private static func restore(in folder: String, under lock: FolderLock) {
        for suite in suites.withLock({ $0 }) {
            do throws(SystemError) {
                guard let location = try suite.location?.resolvingLinks(), location.folder == folder,
                    try lock.folder.status(of: location.name) == nil
                else { continue }
                try SuiteFile(location, storeName: suite.storeName).create(with: suite.memory, under: lock)
            } catch {
                suite.note([error.failure(.writeFailed, of: suite.storeName)])
            }
        }
    }

    private static func exists(_ path: String) -> Bool {
        do throws(SystemError) { return try FileStatus.of(path).kind == .folder } catch { return false }
    }
}
#endif
