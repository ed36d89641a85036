import Foundation

/// What the file system says of a file, as far as it matters here.
struct FileStatus: Sendable, Equatable {
    /// What the file is.
    enum Kind: Sendable {
        case file, folder, link, other
    }

    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modifiedSeconds: Int64
    let modifiedNanoseconds: Int64
    let kind: Kind
    /// The permission bits.
    let mode: mode_t
    let owner: uid_t
    let group: gid_t

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modifiedSeconds = Int64(status.modification.tv_sec)
        modifiedNanoseconds = Int64(status.modification.tv_nsec)
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
    }

    /// The status of what a path leads to, through links.
    static func of(_ path: String) throws(SystemError) -> FileStatus {
        var status = stat()
        try retryingInterrupts { stat(path, &status) }
        return FileStatus(status)
    }

    /// Whether it is the same file.
    func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }

    /// Whether it is the same file with, as far as one can tell, the same content.
    func hasSameContent(as other: FileStatus) -> Bool {
        isSameFile(as: other) && size == other.size && modifiedSeconds == other.modifiedSeconds
            && modifiedNanoseconds == other.modifiedNanoseconds
    }

    /// Whether the file was modified within the last moments, so that somebody may be writing it still.
    var isFresh: Bool {
        let now = Date().timeIntervalSince1970
        return now - (Double(modifiedSeconds) + Double(modifiedNanoseconds) / 1e9) < 0.5
    }
}

#if canImport(Darwin)
extension stat {
    fileprivate var modification: timespec { st_mtimespec }
}
#else
extension stat {
    fileprivate var modification: timespec { st_mtim }
}
#endif
