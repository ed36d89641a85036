import Foundation

/// What Foundation's archiver can take.
enum FoundationArchiver {
    #if canImport(Darwin)
    static func accepts(_ object: NSObject) -> Bool { true }
    #else
    /// Whether the archiver does not stop the program on an object: it hashes each, which never ends for a decimal number and
    /// traps for an error.
    static func accepts(_ object: NSObject) -> Bool { !(object is NSDecimalNumber || object is NSError) }
    #endif
}
