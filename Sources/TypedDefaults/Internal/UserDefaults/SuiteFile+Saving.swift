import Foundation

extension SuiteFile {
    /// Throws unless the file can be read (`R_OK`) or written (`W_OK`), or there is none.
    ///
    /// Foundation would take away a protection that its owner gave it, or overwrite what it could not read.
    func checkAccess(_ access: Int32, under lock: FolderLock) throws(SystemError) {
        guard let status = try lock.folder.status(of: location.name) else { return }
        guard status.kind == .file else { throw SystemError(status.kind == .folder ? EISDIR : ENODEV) }
        try retryingInterrupts { faccessat(lock.folder.number, location.name, access, AT_EACCESS) }
    }

    /// Throws unless a document fits on the disk, as far as one can tell.
    func checkRoom(for document: PropertyListDocument, under lock: FolderLock) throws(SystemError) {
        var volume = statvfs()
        try retryingInterrupts { fstatvfs(lock.folder.number, &volume) }
        let free = UInt64(volume.f_bavail) * UInt64(volume.f_frsize)
        let size: Int
        do throws(PropertyListWriteError) {
            size = try document.write(.xml).count
        } catch {
            throw SystemError(EFBIG)
        }
        // Foundation writes lines of another length.
        guard UInt64(size) * 3 / 2 + 65_536 <= free else { throw SystemError(ENOSPC) }
    }

    /// What the file holds now, or `nil` when that can't be read.
    func content(under lock: FolderLock) throws(SystemError) -> PropertyListDocument? {
        guard try lock.folder.status(of: location.name) != nil else { return PropertyListDocument() }
        let bytes = try lock.folder.open(location.name, O_RDONLY).readAll()
        do throws(PropertyListReadError) { return try PropertyListDocument.read(bytes) } catch { return nil }
    }

    /// Writes the file in place, where nothing can be put beside it. When that fails it holds again what it held before.
    func overwrite(
        with document: PropertyListDocument, or former: Data?, under lock: FolderLock
    ) throws(SystemError) {
        let bytes = try bytes(of: document)
        do throws(SystemError) {
            try overwrite(with: bytes, under: lock)
        } catch {
            if let former { try overwrite(with: former, under: lock) }
            throw error
        }
    }

    private func overwrite(with bytes: Data, under lock: FolderLock) throws(SystemError) {
        let file = try lock.folder.open(location.name, O_WRONLY | O_TRUNC)
        try file.writeAll(bytes)
        try file.synchronize()
    }

    /// Removes the file.
    func remove(under lock: FolderLock) throws(SystemError) {
        do {
            try retryingInterrupts { unlinkat(lock.folder.number, location.name, 0) }
        } catch SystemError(ENOENT) {
            return
        }
        try AtomicFileWriter.synchronize(lock.folder)
    }
}
