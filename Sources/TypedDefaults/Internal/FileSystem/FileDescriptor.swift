import Foundation

/// An open file or folder, which is closed with the last reference to it and never inherited by a child process.
final class FileDescriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Opens a file or folder that exists.
    static func open(_ path: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(try retryingInterrupts { Foundation.open(path, flags | O_CLOEXEC) })
    }

    /// Opens a file in this folder, or creates it, for its owner only.
    func open(_ name: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(try retryingInterrupts { openat(number, name, flags | O_CLOEXEC, 0o600) })
    }

    /// The file's status.
    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try retryingInterrupts { fstat(number, &status) }
        return FileStatus(status)
    }

    /// The status of a file in this folder, or `nil` when there is none. Links are not followed.
    func status(of name: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do {
            try retryingInterrupts { fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
        } catch SystemError(ENOENT) {
            return nil
        }
        return FileStatus(status)
    }

    /// Reads the whole file, from its start.
    func readAll() throws(SystemError) -> Data {
        var bytes = Data(count: Int(try status().size) + 1)
        var count = 0
        while true {
            let offset = count
            // One byte more than there should be is asked for, to notice the end.
            let read = try retryingInterrupts {
                bytes.withUnsafeMutableBytes { buffer in
                    pread(number, buffer.baseAddress?.advanced(by: offset), buffer.count - offset, off_t(offset))
                }
            }
            if read == 0 { return bytes.prefix(count) }
            count += read
            if count == bytes.count { bytes.append(Data(count: max(4_096, count))) }
        }
    }

    /// Writes all bytes.
    func writeAll(_ bytes: Data) throws(SystemError) {
        var offset = 0
        while offset < bytes.count {
            let start = offset
            offset += try retryingInterrupts {
                bytes.withUnsafeBytes { buffer in
                    write(number, buffer.baseAddress?.advanced(by: start), buffer.count - start)
                }
            }
        }
    }

    /// Waits until the file's content, or the folder's list of names, would survive a loss of power.
    func synchronize() throws(SystemError) {
        try retryingInterrupts { fsync(number) }
    }
}
