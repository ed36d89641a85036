#if !canImport(Darwin)
import Foundation

/// One save of several suites.
struct SuiteSave {
    /// A file to save.
    private struct Job {
        let file: SuiteFile
        let lock: FolderLock
        /// The suites that have this file: the standard one can also be opened by its name.
        var suites: [UserDefaultsPlatform] = []
        var editions: [Int] = []
        var document = PropertyListDocument()
        var edits: [String: PropertyListValue?] = [:]
        /// The edits that Foundation has, and no other code has set something else since.
        var taken: [String: PropertyListValue?] = [:]
        /// What the file held before, if there was one.
        var bytes: Data?
        var hasCopy = false
    }

    /// What Foundation has done with the files.
    enum Foundation {
        case notAsked, saved, failed
    }

    var foundation = Foundation.notAsked
    private(set) var failures: [ObjectIdentifier: DefaultsError] = [:]
    /// Whether Foundation may read the files of all suites again, which it does whenever it saves.
    private(set) var isFoundationSafe = true
    private var jobs: [FileLocation: Job] = [:]
    private var locks: [String: FolderLock] = [:]
    /// The folders that were not there, with what Foundation has read of the files in them.
    private var missingFolders: Set<String> = []

    /// Prepares to save suites, as far as that has not been done or they have changed since.
    mutating func add(_ suites: [UserDefaultsPlatform]) {
        var groups: [FileLocation: [UserDefaultsPlatform]] = [:]
        for suite in suites where failures[ObjectIdentifier(suite)] == nil {
            do throws(DefaultsError) {
                groups[try target(of: suite), default: []].append(suite)
            } catch {
                failures[ObjectIdentifier(suite)] = error
            }
        }
        // In an order that is the same in all processes, so that none waits for a folder that another has.
        for (location, suites) in groups.sorted(by: { $0.key.path < $1.key.path }) {
            let editions = suites.map { suite in suite.edits.withLock { $0.edition } }
            if let job = jobs[location], job.editions == editions { continue }
            do throws(SystemError) {
                jobs[location] = try prepare(location, for: suites, editions: editions)
            } catch {
                jobs[location] = nil
                for suite in suites {
                    failures[ObjectIdentifier(suite)] = error.failure(.writeFailed, of: suite.storeName)
                }
            }
        }
    }

    private func target(of suite: UserDefaultsPlatform) throws(DefaultsError) -> FileLocation {
        guard let location = suite.location else {
            throw DefaultsError(
                .writeFailed, storeName: suite.storeName, detail: "there is no home folder, as HOME is not set")
        }
        do throws(SystemError) {
            return try location.resolvingLinks()
        } catch {
            throw error.failure(.writeFailed, of: suite.storeName)
        }
    }

    private mutating func prepare(
        _ location: FileLocation, for suites: [UserDefaultsPlatform], editions: [Int]
    ) throws(SystemError) -> Job {
        let lock = try lock(for: location, creatingFolder: true)
        let file = SuiteFile(location, storeName: suites.first?.storeName ?? "")
        try file.checkAccess(under: lock)
        let memory = { suites.reduce(into: [:]) { $0.merge($1.memory) { $1 } } }
        try restore(file, from: memory, under: lock)
        var job = Job(file: file, lock: lock, suites: suites, editions: editions)
        let found = try file.repair(under: lock, memory: memory)
        suites.first?.note(found.reports)
        job.document = found.document
        job.bytes = found.bytes
        for suite in suites { job.edits.merge(suite.edits.withLock { $0.unsaved }) { $1 } }
        for (key, value) in job.edits {
            job.document.opaque[key] = nil
            job.document.values[key] = value
        }
        // An empty suite has no file, and removing a file is done in one step.
        if job.document.values.isEmpty, job.document.opaque.isEmpty { return job }
        do throws(SystemError) {
            try file.writeCopy(job.document, under: lock)
            job.hasCopy = true
        } catch  where [EACCES, EPERM].contains(error.number) && job.bytes != nil {
            // The file can be written but nothing can be put beside it. Then there has to be room at least.
            try file.checkRoom(for: job.document, under: lock)
        }
        return job
    }

    /// Sees to the files of suites that have nothing to save. Foundation reads them again when it saves others, and would
    /// forget what it knows of one that is damaged or gone with its folder.
    ///
    /// - Returns: The suites of which something is to be reported.
    mutating func protect(_ suites: [UserDefaultsPlatform]) -> [UserDefaultsPlatform] {
        var reporting: [UserDefaultsPlatform] = []
        for suite in suites {
            do throws(SystemError) {
                guard let location = try suite.location?.resolvingLinks(), jobs[location] == nil else { continue }
                let file = SuiteFile(location, storeName: suite.storeName)
                let isAsSaved = try file.isAsSaved()
                if isAsSaved == true { continue }
                if isAsSaved == nil, !missingFolders.contains(location.folder) {
                    // What was removed on its own is to be gone.
                    suite.noteContent(.init())
                    continue
                }
                let lock = try lock(for: location, creatingFolder: false)
                try restore(file, from: { suite.memory }, under: lock)
                let found = try file.repair(under: lock) { suite.memory }
                suite.noteContent(found.document)
                try file.noteSaved(under: lock)
                suite.note(found.reports)
                if !found.reports.isEmpty { reporting.append(suite) }
            } catch  where [ENOENT, ENOTDIR].contains(error.number) {
                // No folder, no file.
            } catch {
                isFoundationSafe = false
            }
        }
        return reporting
    }

    private mutating func lock(
        for location: FileLocation, creatingFolder isCreating: Bool
    ) throws(SystemError) -> FolderLock {
        if let held = locks[location.folder] { return held }
        let isMissing = !Self.exists(location.folder)
        let lock = try FolderLock(for: location, creatingFolder: isCreating)
        if isMissing { missingFolders.insert(location.folder) }
        locks[location.folder] = lock
        return lock
    }

    /// Creates the file anew if its folder was gone: nobody empties a suite by removing the folder it is in. What another
    /// process has made of it since comes first.
    private func restore(
        _ file: SuiteFile, from memory: () -> [String: PropertyListValue], under lock: FolderLock
    ) throws(SystemError) {
        guard missingFolders.contains(file.location.folder), try lock.folder.status(of: file.location.name) == nil
        else {
            return
        }
        try file.create(with: memory(), under: lock)
    }

    private static func exists(_ path: String) -> Bool {
        do throws(SystemError) { return try FileStatus.of(path).kind == .folder } catch { return false }
    }

    /// Takes the edits for what is being saved.
    mutating func begin() {
        for (location, var job) in jobs {
            let values = job.suites.reduce(into: [:]) { $0.merge($1.foundationValues) { $1 } }
            job.taken = job.edits.filter { values[$0.key] == $0.value }
            jobs[location] = job
            for suite in job.suites { suite.edits.withLock { $0.beginSaving() } }
        }
    }

    /// Completes the files, whatever Foundation has done with them, and gives their locks back.
    mutating func end() {
        for job in jobs.values {
            var failure: SystemError?
            do throws(SystemError) {
                try complete(job)
            } catch {
                failure = error
            }
            for suite in job.suites {
                suite.edits.withLock { $0.endSaving(isSaved: failure == nil) }
                if failure == nil { suite.noteContent(job.document) }
                if let failure {
                    failures[ObjectIdentifier(suite)] = failure.failure(.writeFailed, of: suite.storeName)
                }
            }
        }
        jobs = [:]
        locks = [:]
    }

    private func complete(_ job: Job) throws(SystemError) {
        // Foundation says no when any file could not be saved, and goes on doing so. And it says yes to what it has not saved,
        // since it took it to be stored already, when another process had stored something else meanwhile.
        let edits = foundation == .saved ? job.taken : job.edits
        let isSaved = try job.file.holds(edits, of: job.document, under: job.lock)
        if isSaved {
            // The name of a new file must be on disk before its copy is gone.
            if job.bytes == nil { try job.lock.folder.synchronize() }
            job.file.removeCopy(under: job.lock)
            try job.file.noteSaved(under: job.lock)
        } else if job.hasCopy {
            try job.file.putCopyInPlace(under: job.lock)
        } else if job.document.values.isEmpty {
            try job.file.remove(under: job.lock)
        } else if foundation == .notAsked {
            try job.file.overwrite(with: job.document, under: job.lock)
        } else {
            if let bytes = job.bytes { try job.file.overwrite(with: bytes, under: job.lock) }
            throw SystemError(EIO)
        }
    }
}
#endif
