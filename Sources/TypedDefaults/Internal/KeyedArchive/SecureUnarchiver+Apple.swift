#if canImport(Darwin)
import Foundation

/// Unarchives objects securely, by Foundation's own unarchiver.
enum SecureUnarchiver {
    /// Returns the outermost object of an archive, of one of some classes, or throws why it can't be made.
    static func root(of contents: ArchiveContents, classes: [AnyClass], renamed: [String: AnyClass]) throws -> Any? {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: contents.data)
        unarchiver.requiresSecureCoding = true
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        for (name, type): (String, AnyClass) in renamed { unarchiver.setClass(type, forClassName: name) }
        defer { unarchiver.finishDecoding() }
        let object = unarchiver.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey)
        if let error = unarchiver.error { throw error }
        return object
    }
}
#endif
