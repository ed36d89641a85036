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
        let root = try root(of: data, classes: [T.self] + propertyListClasses, renamed: renamed)
        guard let object = root as? T ?? (root as? NSObject).flatMap(cast) else {
            throw DefaultsError(.decodingFailed, expectedType: "\(T.self)", foundType: "archive of another class")
        }
        return object
    }

    /// Makes an array of the archive of one, or returns `nil` when its elements are no objects or `stored` no archive.
    static func array<Element>(of type: Element.Type, from stored: PropertyListValue) throws -> [Element]? {
        guard type is any NSSecureCoding.Type, let elementClass: AnyClass = type as? AnyClass,
            case .data(let data) = stored, ForeignDocument(data).isKeyedArchive
        else { return nil }
        let root = try root(of: data, classes: [NSArray.self, elementClass] + propertyListClasses, renamed: [:])
        guard let elements = root as? [Element] else {
            throw DefaultsError(
                .decodingFailed, expectedType: "\([Element].self)", foundType: "archive of another class")
        }
        return elements
    }

    /// Makes an archive of an object.
    static func encode(_ object: some NSObject & NSSecureCoding) throws -> Data {
        let data = try SecureArchiver.archive(of: object)
        do {
            // What could not be read again must not take the place of what can.
            _ = try ArchiveContents(data)
        } catch {
            throw DefaultsError(.encodingFailed, expectedType: "\(type(of: object))", underlyingError: error)
        }
        return data
    }

    /// What an archive of property list objects, URLs and UUIDs holds, as a value.
    static func structure(of data: Data) throws -> PropertyListValue {
        guard let object = try root(of: data, classes: propertyListClasses, renamed: [:]),
            let value = structure(of: object)
        else { throw DefaultsError(.decodingFailed, foundType: "archive of other than property list objects") }
        return value
    }

    /// An object as one of a class, for which a mutable class gets a copy.
    static func cast<T: NSObject>(_ object: NSObject) -> T? {
        if let object = object as? T { return object }
        guard let copy = object as? any NSMutableCopying else { return nil }
        return copy.mutableCopy(with: nil) as? T
    }

    private static func root(of data: Data, classes: [AnyClass], renamed: [String: AnyClass]) throws -> Any? {
        try SecureUnarchiver.root(of: try ArchiveContents(data), classes: classes, renamed: renamed)
    }

    private static func structure(of object: Any) -> PropertyListValue? {
        switch object {
        case let url as URL: return .string(url.absoluteString)
        case let id as UUID: return .string(id.uuidString)
        case let elements as [Any]:
            let values = elements.compactMap { structure(of: $0) }
            return values.count == elements.count ? .array(values) : nil
        case let members as [String: Any]:
            let values = members.compactMapValues { structure(of: $0) }
            return values.count == members.count ? .dictionary(values) : nil
        default: return PropertyListValue(foundationObject: object)
        }
    }
}
