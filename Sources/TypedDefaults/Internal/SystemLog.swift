#if canImport(os)
import os

/// Where failures are written when nobody else wants them: the system log.
enum SystemLog {
    static func write(_ message: String) {
        logger.error("\(message, privacy: .public)")
    }

    private static let logger = Logger(subsystem: "TypedDefaults", category: "failures")
}
#else
import Foundation

/// Where failures are written when nobody else wants them: standard error.
enum SystemLog {
    static func write(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
    }
}
#endif
