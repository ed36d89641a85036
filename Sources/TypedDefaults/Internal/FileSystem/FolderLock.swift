import Foundation

/// The right to change files in a folder that programs using this library share, held until the last reference goes.
///
/// The lock is an advisory one (`flock`) on the folder itself. Unlike one on the file it stays in force when the file is
/// replaced, and unlike one on a file made for the purpose it leaves nothing behind and asks for no permissions of its
/// own. Where a folder can't be locked, as on NFS, such a file is made after all, named `.NAME.lock`.
final class FolderLock: Sendable {
    /// The folder.
    let folder: FileDescriptor
    private let sidecar: FileDescriptor?

    /// How long to wait for other processes, in seconds.
    static let patience: Double = 10

    /// Waits for the lock and takes it.
    ///
    /// - Parameters:
    ///   - location: The file that will be changed.
    ///   - isCreating: Whether to create the folder when there is none.
    /// - Throws: ``SystemError`` of the folder, or `ETIMEDOUT` when others held the lock for too long.
    init(for location: FileLocation, creatingFolder isCreating: Bool) throws(SystemError) {
        let deadline = Date().addingTimeInterval(Self.patience)
        while true {
            if isCreating { try Self.createFolder(location.folder) }
            let folder: FileDescriptor
            do {
                folder = try FileDescriptor.open(location.folder, O_RDONLY | O_DIRECTORY)
            } catch SystemError(ENOENT) where isCreating && Date() < deadline {
                // Somebody has just removed it.
                usleep(1_000)
                continue
            }
            var sidecar: FileDescriptor?
            do {
                try Self.lock(folder, until: deadline)
            } catch  where [EBADF, ENOLCK, ENOTSUP, EINVAL, ENOSYS].contains(error.number) {
                sidecar = try folder.open(".\(location.name).lock", O_RDWR | O_CREAT)
                if let sidecar { try Self.lock(sidecar, until: deadline) }
            }
            // While we waited, the folder may have been removed, or replaced by another of its name.
            if let status = try Self.status(of: location.folder), try folder.status().isSameFile(as: status) {
                self.folder = folder
                self.sidecar = sidecar
                return
            }
            if Date() >= deadline { throw SystemError(ETIMEDOUT) }
        }
    }

    deinit {
        // Closing it does not unlock it while a forked child has it open.
        flock(folder.number, LOCK_UN)
        if let sidecar { flock(sidecar.number, LOCK_UN) }
    }

    /// Takes a lock, looking again every now and then: waiting in the system would have no end.
    private static func lock(_ file: FileDescriptor, until deadline: Date) throws(SystemError) {
        var pause: UInt32 = 200
        while true {
            do {
                try retryingInterrupts { flock(file.number, LOCK_EX | LOCK_NB) }
                return
            } catch SystemError(EWOULDBLOCK) {
                if Date() >= deadline { throw SystemError(ETIMEDOUT) }
                usleep(pause + UInt32.random(in: 0..<pause))
                pause = min(pause * 2, 5_000)
            }
        }
    }

    /// Creates a folder and those it is in, for their owner only, as far as they don't exist.
    private static func createFolder(_ path: String) throws(SystemError) {
        do {
            try retryingInterrupts { mkdir(path, 0o700) }
        } catch SystemError(EEXIST) {
            // A link to nothing leads to where the folder will be.
            if try status(of: path) == nil {
                let destination = try FileLocation(path: path).resolvingLinks().path
                if destination != path { try createFolder(destination) }
            }
        } catch SystemError(ENOENT) where path != "/" {
            try createFolder(FileLocation(path: path).folder)
            try createFolder(path)
        } catch {
            // A folder that exists is all that is wanted, whatever keeps us from creating it, such as a read-only volume.
            guard case .folder? = existingKind(of: path) else { throw error }
        }
    }

    private static func existingKind(of path: String) -> FileStatus.Kind? {
        do throws(SystemError) { return try FileStatus.of(path).kind } catch { return nil }
    }

    /// The status of what a path leads to, or `nil` when there is nothing.
    private static func status(of path: String) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus.of(path)
        } catch SystemError(ENOENT) {
            return nil
        }
    }
}
