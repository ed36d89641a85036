import Foundation

extension PropertyListFile {
    /// Whether there are edits that the file does not have.
    var hasUnsaved: Bool { state.withLock { $0.hasUnsaved } }
    /// Whether there are edits that the file may not have.
    var hasEdits: Bool { state.withLock { $0.hasEdits } }

    /// Merges the edits into the file and writes it.
    ///
    /// Others' changes to other keys are kept and taken over. When it fails the edits stay unsaved. It runs no user code;
    /// call ``settle()`` when no lock is held.
    ///
    /// - Throws: An error with code `writeFailed`, or `unavailable` when the file is there but can't be read.
    func save() throws(DefaultsError) {
        try disk.withLock { (disk) throws(DefaultsError) in
            guard hasEdits, !hasOnlyWhatIsSaved(disk) else { return }
            let (target, lock, isFolderNew) = try lockFolder()
            disk.isFolderNew = isFolderNew
            defer {
                disk.isFolderNew = false
                postpone(&disk.reports)
            }
            try load(&disk, isForced: false, under: lock)
            guard let snapshot = state.withLock({ $0.beginSaving() }) else { return }
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

    /// Whether all edits are to what the file has, and it still has it. Nothing is locked or created to find out.
    private func hasOnlyWhatIsSaved(_ disk: Disk) -> Bool {
        guard let edition = state.withLock({ $0.beginComparing() }), isAsKnown(disk) else { return false }
        state.withLock { $0.markSaved(through: edition) }
        return true
    }

    /// Whether the file looks as it did when it was last read or written, or is still missing.
    private func isAsKnown(_ disk: Disk) -> Bool {
        do throws(SystemError) {
            let status = try FileStatus.of(location.resolvingLinks().path)
            return disk.status.map { $0.hasSameContent(as: status) } ?? false
        } catch {
            return disk.isKnown && disk.status == nil && (error.number == ENOENT || error.number == ENOTDIR)
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
