import Foundation

extension PropertyListFile {
    /// Whether there are edits that the file does not have.
    var hasUnsaved: Bool { state.withLock { $0.hasUnsaved } }

    /// Merges the edits into the file and writes it.
    ///
    /// Others' changes to other keys are kept and taken over. When it fails the edits stay unsaved. It runs no user code;
    /// call ``settle()`` when no lock is held.
    ///
    /// - Throws: An error with code `writeFailed`, or `unavailable` when the file is there but can't be read.
    func save() throws(DefaultsError) {
        try disk.withLock { (disk) throws(DefaultsError) in
            guard hasUnsaved else { return }
            let (target, lock, isFolderNew) = try lockFolder()
            disk.isFolderNew = isFolderNew
            defer {
                disk.isFolderNew = false
                postpone(&disk.reports)
            }
            try load(&disk, isForced: false, under: lock)
            let snapshot = state.withLock { $0.beginSaving() }
            let bytes = try bytes(of: snapshot.document)
            do throws(SystemError) {
                let written = try AtomicFileWriter.write(bytes, as: target.name, under: lock)
                disk.file = written.file
                disk.status = written.status
            } catch {
                throw error.failure(.writeFailed, of: name)
            }
            state.withLock { $0.markSaved(through: snapshot.edition) }
        }
    }

    /// Leaves reports to ``settle()``, since who saves holds locks.
    private func postpone(_ found: inout [DefaultsError]) {
        guard !found.isEmpty else { return }
        reports.withLock { $0 += found }
        found = []
    }

    /// Takes the lock of the folder that the file is really in.
    private func lockFolder() throws(DefaultsError) -> (target: FileLocation, lock: FolderLock, isFolderNew: Bool) {
        do {
            while true {
                let target = try location.resolvingLinks()
                let isFolderNew = !hasFolder
                let lock = try FolderLock(for: target, creatingFolder: true)
                // A link may have been changed while we waited.
                if try location.resolvingLinks() == target { return (target, lock, isFolderNew) }
            }
        } catch {
            throw error.failure(.writeFailed, of: name)
        }
    }

    private func bytes(of document: PropertyListDocument) throws(DefaultsError) -> Data {
        do {
            return try document.write(format)
        } catch {
            throw DefaultsError(.writeFailed, storeName: name, underlyingError: error)
        }
    }
}
