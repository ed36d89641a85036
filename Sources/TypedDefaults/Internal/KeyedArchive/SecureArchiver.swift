import Foundation

/// Archives objects in keyed coding, and looks at each of them before Foundation does.
///
/// Foundation on Linux stops the program on an object without secure coding, on a class that is nested in another type, and
/// on one that it can't hash. Nested too deep, objects overflow the stack everywhere. Here each is an error.
final class SecureArchiver: NSObject, NSKeyedArchiverDelegate {
    private var failure: DefaultsError?

    /// Returns the archive of an object, or throws why there is none.
    static func archive(of object: some NSObject & NSSecureCoding) throws -> Data {
        if let flaw = flaw(of: object, depth: 0) { throw flaw }
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        let delegate = SecureArchiver()
        archiver.delegate = delegate
        archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
        if let failure = delegate.failure { throw failure }
        if let error = archiver.error { throw error }
        return archiver.encodedData
    }

    // MARK: - NSKeyedArchiverDelegate

    /// Returns the object itself, or a placeholder once something was refused: Foundation on Linux traps on `nil` as well.
    func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? {
        if let object = object as? NSObject, failure == nil {
            failure = Self.flaw(of: object, depth: 0) ?? (ThreadStack.hasRoom ? nil : Self.tooDeep(object))
        }
        return failure == nil ? object : NSNull()
    }

    // On Linux the protocol requires these.
    func archiver(_ archiver: NSKeyedArchiver, willReplace object: Any?, withObject newObject: Any?) {}
    func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?) {}
    func archiverWillFinish(_ archiver: NSKeyedArchiver) {}
    func archiverDidFinish(_ archiver: NSKeyedArchiver) {}

    // MARK: - Checking

    /// Returns why an object can't be archived, or one that it holds as a collection. What it holds otherwise it encodes
    /// itself, and so it is looked at as well.
    private static func flaw(of object: NSObject, depth: Int) -> DefaultsError? {
        let type = type(of: object)
        guard depth < ArchiveContents.maximumDepth else { return tooDeep(object) }
        guard (type as? any NSSecureCoding.Type)?.supportsSecureCoding == true else {
            return error(type, "it holds an object that does not support secure coding")
        }
        guard isTopLevel(type) else { return error(type, "only a top-level class can be archived") }
        guard FoundationArchiver.accepts(object) else { return error(type, "Foundation can't archive the class here") }
        for case let element as NSObject in elements(of: object) {
            if let flaw = flaw(of: element, depth: depth + 1) { return flaw }
        }
        return nil
    }

    private static func elements(of object: NSObject) -> [Any] {
        switch object {
        case let array as NSArray: array.map { $0 }
        case let set as NSSet: set.map { $0 }
        case let set as NSOrderedSet: set.map { $0 }
        case let dictionary as NSDictionary: dictionary.allKeys + dictionary.allValues
        default: []
        }
    }

    /// Whether a class is in no other type and no function.
    private static func isTopLevel(_ type: AnyClass) -> Bool {
        let name = String(reflecting: type)
        return name.split(separator: ".").count <= 2 && !name.contains("(")
    }

    private static func tooDeep(_ object: NSObject) -> DefaultsError {
        error(type(of: object), "objects are nested too deep")
    }

    private static func error(_ type: AnyClass, _ detail: String) -> DefaultsError {
        DefaultsError(.encodingFailed, expectedType: "\(type)", detail: detail)
    }
}
