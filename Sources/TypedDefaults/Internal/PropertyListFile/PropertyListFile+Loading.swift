import Foundation

extension PropertyListFile {
    /// What was found where the file should be.
    private enum Finding {
        case unchanged
        case missing(isLoss: Bool)
        case damaged(String)
        case document(PropertyListDocument)
    }

    /// Whether the folder that the file is in, or will be, exists.
    var hasFolder: Bool {
        do throws(SystemError) { return Self.exists(try location.resolvingLinks().folder) } catch { return false }
    }

    /// Reads the file if it has changed, and delivers what that changed.
    ///
    /// - Parameter isForced: Whether to read it even if it looks unchanged.
    func refresh(isForced: Bool = false) {
        do throws(DefaultsError) {
            try reload(isForced: isForced)
        } catch {
            // The state has it, and whoever uses the store will be told.
        }
    }

    /// Reads the file if it has changed, delivers what that changed, and throws why it can't be read.
    func reload(isForced: Bool) throws(DefaultsError) {
        var found: [DefaultsError] = []
        // What this thread has found it reports itself, in its task's reporter.
        defer { settle(reporting: found) }
        try disk.withLock { (disk) throws(DefaultsError) in
            defer {
                found = disk.reports
                disk.reports = []
            }
            try load(&disk, isForced: isForced, under: nil)
        }
    }

    /// Brings the state up to date with the file. A damaged file is set aside.
    ///
    /// - Parameters:
    ///   - disk: What is known of the file.
    ///   - isForced: Whether to read it even if it looks unchanged.
    ///   - lock: The lock of the folder, when it is held.
    /// - Throws: An error with code `unavailable` when the file can't be read.
    func load(_ disk: inout Disk, isForced: Bool, under lock: FolderLock?) throws(DefaultsError) {
        do {
            try update(&disk, isForced: isForced, under: lock)
        } catch {
            let failure = error.failure(.unavailable, of: name)
            // What fails for the lack of descriptors, say, tells nothing about a file that was read before.
            if !error.isPassing || !disk.isKnown {
                state.withLock { $0.becomeUnavailable(failure) }
                disk.file = nil
                disk.status = nil
            }
            throw failure
        }
        disk.isKnown = true
    }

    private func update(_ disk: inout Disk, isForced: Bool, under lock: FolderLock?) throws(SystemError) {
        let target = try location.resolvingLinks()
        switch try inspect(target, &disk, isForced: isForced) {
        case .unchanged:
            state.withLock { $0.becomeAvailable() }
        case .document(let document):
            state.withLock { adopt(document, in: &$0) }
        case .missing(let isLoss):
            state.withLock { state in
                if isLoss { state.markAllUnsaved() }
                adopt(PropertyListDocument(), in: &state)
            }
        case .damaged(let problem):
            guard let lock else {
                // Who has no lock must not move the file: another process may be about to replace it.
                let lock = try FolderLock(for: target, creatingFolder: false)
                return try update(&disk, isForced: true, under: lock)
            }
            let copy = FileLocation(folder: target.folder, name: try lock.setAside(target.name))
            disk.file = nil
            disk.status = nil
            disk.reports.append(
                DefaultsError(
                    .unreadableStore, storeName: name, detail: "\(problem); the file was kept as \(copy.path)"))
            state.withLock { state in
                // A running store knows what the file held, and saves it again.
                state.becomeAvailable()
                state.markAllUnsaved()
            }
        }
    }

    /// Takes over what the file holds and announces the difference, in one step.
    private func adopt(_ document: PropertyListDocument, in state: inout PropertyListFileState) {
        hub.enqueue(state.adopt(document, isObserved: hub.isObserved), isExternal: true)
    }

    /// Looks at the file, and reads it if it has changed.
    ///
    /// Other programs write in place, or remove a file before they write the new one, and a folder that is removed loses
    /// its files first. So what looks like a loss is looked at again for a moment.
    private func inspect(
        _ target: FileLocation, _ disk: inout Disk, isForced: Bool
    ) throws(SystemError) -> Finding {
        var patience = 5
        while true {
            do throws(SystemError) {
                let status = try FileStatus.of(target.path)
                if let known = disk.status, !isForced, known.hasSameContent(as: status) { return .unchanged }
                let finding = try read(target, &disk)
                guard case .damaged = finding, status.isFresh, patience > 0 else { return finding }
            } catch  where error.number == ENOENT || error.number == ENOTDIR {
                let isLoss = disk.isKnown && (disk.isFolderNew || isLoss(of: disk.file, at: target))
                if disk.file == nil || isLoss || patience == 0 {
                    disk.file = nil
                    disk.status = nil
                    return .missing(isLoss: isLoss)
                }
            }
            patience -= 1
            usleep(30_000)
        }
    }

    private func read(_ target: FileLocation, _ disk: inout Disk) throws(SystemError) -> Finding {
        // Opening a pipe would wait for a writer otherwise.
        let file = try FileDescriptor.open(target.path, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        guard status.kind == .file else { throw SystemError(status.kind == .folder ? EISDIR : ENODEV) }
        let bytes = try file.readAll()
        do throws(PropertyListReadError) {
            let document = try PropertyListDocument.read(bytes)
            disk.file = file
            disk.status = status
            return .document(document)
        } catch {
            return .damaged(error.summary)
        }
    }

    /// Whether a file that is gone has taken along values that nobody meant to remove.
    ///
    /// Removing a file empties the store. But nobody empties a store by removing the folder it is in, and when another
    /// process has set the file aside as damaged, this one still knows what was in it.
    private func isLoss(of file: FileDescriptor?, at target: FileLocation) -> Bool {
        guard Self.exists(target.folder) else { return true }
        guard let file else { return false }
        return FolderLock.wasSetAside(file, from: target)
    }

    private static func exists(_ folder: String) -> Bool {
        do throws(SystemError) { return try FileStatus.of(folder).kind == .folder } catch { return false }
    }
}

extension PropertyListReadError {
    /// What is wrong with the file, in words for the user.
    var summary: String {
        switch self {
        case .empty: "its file is empty"
        case .notADictionary(let found): "its file holds no dictionary but a value of type \(found)"
        case .damaged(let reason, let offset): "its file is damaged at byte \(offset), \(reason)"
        case .unsupported(let found): "its file holds a value of type \(found)"
        case .tooDeep: "its file is nested too deep"
        case .tooLarge: "its file unfolds into too many values"
        }
    }
}
