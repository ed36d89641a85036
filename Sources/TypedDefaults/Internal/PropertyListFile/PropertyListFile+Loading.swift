import Foundation

extension PropertyListFile {
    /// What was found where the file should be.
    private enum Finding {
        case unchanged
        case missing
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
        disk.withLock { disk in
            do throws(DefaultsError) {
                try load(&disk, isForced: isForced, under: nil)
            } catch {
                // The state has it, and whoever uses the store will be told.
            }
        }
        settle()
    }

    /// Reads the file if it has changed, or throws why it can't be read.
    func reload() throws(DefaultsError) {
        defer { settle() }
        try disk.withLock { (disk) throws(DefaultsError) in try load(&disk, isForced: true, under: nil) }
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
        case .missing:
            let isFolderGone = disk.isKnown && !Self.exists(target.folder)
            state.withLock { state in
                // Nobody empties a store by removing the folder it is in. When it is back, the values shall be too.
                if isFolderGone { state.markAllUnsaved() }
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
            note(
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
    private func inspect(
        _ target: FileLocation, _ disk: inout Disk, isForced: Bool
    ) throws(SystemError) -> Finding {
        var patience = 6
        while true {
            do throws(SystemError) {
                let status = try FileStatus.of(target.path)
                if let known = disk.status, !isForced, known.hasSameContent(as: status) { return .unchanged }
                // Opening a pipe would wait for a writer otherwise.
                let file = try FileDescriptor.open(target.path, O_RDONLY | O_NONBLOCK)
                let opened = try file.status()
                guard opened.kind == .file else { throw SystemError(opened.kind == .folder ? EISDIR : ENODEV) }
                let bytes = try file.readAll()
                do throws(PropertyListReadError) {
                    let document = try PropertyListDocument.read(bytes)
                    disk.file = file
                    disk.status = opened
                    return .document(document)
                } catch {
                    // Other programs write in place. What is only half written is not damaged.
                    if opened.isFresh, patience > 0 {
                        patience -= 1
                        usleep(30_000)
                        continue
                    }
                    return .damaged(error.summary)
                }
            } catch  where error.number == ENOENT || error.number == ENOTDIR {
                disk.file = nil
                disk.status = nil
                return .missing
            }
        }
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
