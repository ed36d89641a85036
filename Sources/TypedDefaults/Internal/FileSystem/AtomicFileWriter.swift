import Foundation

/// Replaces files as a whole: at any instant there is the old one or the new one.
enum AtomicFileWriter {
    /// Writes a file in a locked folder, in the place of the one that has its name.
    ///
    /// The bytes go to a file beside it, which is renamed once they are on disk. It keeps the mode and the owner of the
    /// old file, and is for its owner only when there is none. It is never more accessible than that.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The file's name, which must not be that of a link.
    ///   - lock: The lock of the folder.
    /// - Returns: The new file, open for reading, and its status.
    /// - Throws: ``SystemError`` of the first call that failed. The old file is still there then.
    static func write(
        _ bytes: Data, as name: String, under lock: FolderLock
    ) throws(SystemError) -> (file: FileDescriptor, status: FileStatus) {
        let folder = lock.folder
        let old = try folder.status(of: name)
        try checkIsReplaceable(old, name, in: folder)
        let temporary = temporaryName(for: name)
        do {
            let new = try create(temporary, in: folder)
            if let old { try adopt(old, for: new) }
            try new.writeAll(bytes)
            try new.synchronize()
            // A file that is open for writing would be one more event for those who watch, when it is closed.
            let file = try folder.open(temporary, O_RDONLY)
            try retryingInterrupts { renameat(folder.number, temporary, folder.number, name) }
            try synchronize(folder)
            return (file, try file.status())
        } catch {
            unlinkat(folder.number, temporary, 0)
            throw error
        }
    }

    /// The name of the file beside. It is always the same, so that one which a crashed process has left is found.
    static func temporaryName(for name: String) -> String {
        ".\(name).saving"
    }

    /// Throws when something else than a file has the name, or a file that its owner has protected.
    private static func checkIsReplaceable(
        _ old: FileStatus?, _ name: String, in folder: FileDescriptor
    ) throws(SystemError) {
        guard let old else { return }
        guard old.kind == .file else { throw SystemError(old.kind == .folder ? EISDIR : ENODEV) }
        try retryingInterrupts { faccessat(folder.number, name, W_OK, AT_EACCESS) }
    }

    private static func create(_ name: String, in folder: FileDescriptor) throws(SystemError) -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        do {
            return try folder.open(name, flags)
        } catch SystemError(EEXIST) {
            // Who holds the lock is the only one that writes. So this is what a process left that was killed.
            try retryingInterrupts { unlinkat(folder.number, name, 0) }
            return try folder.open(name, flags)
        }
    }

    /// Gives a new, empty file the owner and the mode of the old one.
    private static func adopt(_ old: FileStatus, for new: FileDescriptor) throws(SystemError) {
        let status = try new.status()
        var mode = old.mode
        if status.owner != old.owner || status.group != old.group {
            // Only root may give files away; others can keep the group if it is one of theirs.
            let isGroupKept =
                fchown(new.number, old.owner, old.group) == 0 || fchown(new.number, uid_t.max, old.group) == 0
            if !isGroupKept { mode &= ~0o070 }
        }
        try retryingInterrupts { fchmod(new.number, mode) }
    }

    /// Has the names in a folder on disk.
    static func synchronize(_ folder: FileDescriptor) throws(SystemError) {
        do {
            try folder.synchronize()
        } catch  where error.number == EINVAL || error.number == ENOTSUP {
            // Some file systems can't do it for folders, and need not.
        }
    }
}
