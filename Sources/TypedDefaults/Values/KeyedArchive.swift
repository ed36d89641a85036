import Foundation

/// Keyed archives, in which objects of `NSSecureCoding` classes are stored. Nothing but secure unarchiving is done.
enum KeyedArchive {
    /// The classes of objects that may stand for a property list in an archive.
    private static let propertyListClasses: [AnyClass] = [
        NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self,
        NSUUID.self,
    ]

    /// Makes an object of an archive.
    ///
    /// - Parameters:
    ///   - type: The class of the object.
    ///   - data: The archive.
    ///   - renamed: Classes to use for names that are in archives but no class has any more.
    /// - Returns: The object.
    /// - Throws: An error when the bytes are no archive, or one of an object of another class.
    static func decode<T: NSObject & NSSecureCoding>(
        _ type: T.Type, from data: Data, renamed: [String: AnyClass] = [:]
    ) throws -> T {
        guard let object = try root(of: data, classes: [T.self] + propertyListClasses, renamed: renamed) as? T else {
            throw DefaultsError(.decodingFailed, expectedType: "\(T.self)", foundType: "archive of another class")
        }
        return object
    }

    /// Makes an archive of an object.
    static func encode(_ object: some NSObject & NSSecureCoding) throws -> Data {
        try checkIsTopLevel(type(of: object))
        return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    /// What an archive of property list objects, URLs and UUIDs holds, as a value.
    static func structure(of data: Data) throws -> PropertyListValue {
        guard let object = try root(of: data, classes: propertyListClasses, renamed: [:]),
            let value = structure(of: object)
        else { throw DefaultsError(.decodingFailed, foundType: "archive of other than property list objects") }
        return value
    }

    private static func root(of data: Data, classes: [AnyClass], renamed: [String: AnyClass]) throws -> Any? {
        // Foundation's reader is not made for hostile bytes: they are looked at with our own before.
        _ = try PropertyListReader.read(data, root: .document)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = true
        for (name, type): (String, AnyClass) in renamed { unarchiver.setClass(type, forClassName: name) }
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        defer { unarchiver.finishDecoding() }
        let object = unarchiver.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey)
        if let error = unarchiver.error { throw error }
        return object
    }

    private static func structure(of object: Any) -> PropertyListValue? {
        switch object {
        case let url as URL: .string(url.absoluteString)
        case let id as UUID: .string(id.uuidString)
        case let elements as [Any]: .array(elements.compactMap { structure(of: $0) })
        default: PropertyListValue(foundationObject: object)
        }
    }

    /// Foundation on Linux stops the program on a class that is nested in a type or a function.
    private static func checkIsTopLevel(_ type: AnyClass) throws {
        let name = String(reflecting: type)
        guard name.split(separator: ".").count <= 2, !name.contains("(") else {
            throw DefaultsError(
                .encodingFailed, expectedType: "\(type)", detail: "only a top-level class can be archived")
        }
    }
}
