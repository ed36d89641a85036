import Foundation

/// A failed call to the operating system.
struct SystemError: Error, Equatable {
    /// The error's number.
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    /// The error of the call that has just failed on this thread.
    static var current: SystemError { SystemError(errno) }

    /// What went wrong with a file, in plain words and those of the system.
    var summary: String {
        let text = String(cString: strerror(number))
        guard let words else { return text }
        return "\(words) (\(text))"
    }

    private var words: String? {
        switch number {
        case ENOSPC, EDQUOT: "the disk is full"
        case EROFS: "its folder is on a read-only volume"
        case EACCES, EPERM: "access to its file or folder is denied"
        case EISDIR: "a folder has the file's name"
        case ENOTDIR: "a part of its path is not a folder"
        case ENOENT: "its folder is gone"
        case ELOOP: "its path is a circle of links"
        case EMFILE, ENFILE: "too many files are open"
        case ETIMEDOUT: "another process holds the lock of its folder"
        case ENODEV: "something that is no file has its name"
        default: nil
        }
    }

    /// Whether the failure is this process's or the machine's at the moment, and says nothing about the file.
    var isPassing: Bool {
        [EMFILE, ENFILE, ENOMEM, EINTR, EAGAIN, ETIMEDOUT].contains(number)
    }

    /// The error as Foundation has it, for code that looks at causes.
    var cause: (any Error)? {
        POSIXErrorCode(rawValue: number).map { POSIXError($0) }
    }

    /// The failure as one of a store.
    func failure(_ code: DefaultsError.Code, of storeName: String) -> DefaultsError {
        DefaultsError(code, storeName: storeName, detail: summary, underlyingError: cause)
    }
}

/// Calls the system again for as long as a signal interrupts the call.
///
/// - Returns: What the call returned.
/// - Throws: The error when that is negative.
@discardableResult
func retryingInterrupts<R: SignedInteger>(_ call: () -> R) throws(SystemError) -> R {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw .current }
    }
}
