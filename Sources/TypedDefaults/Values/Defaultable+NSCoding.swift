public import Foundation

extension Defaultable where Self: NSObject & NSSecureCoding {
    /// Reads an object: a property list object as it is stored, any other from a keyed archive, by secure unarchiving.
    public static func decode(_ stored: PropertyListValue) throws -> Self {
        if let object = stored.object(as: Self.self) { return object }
        guard case .data(let data) = stored else { throw DefaultsError.mismatch(Self.self, stored) }
        return try KeyedArchive.decode(Self.self, from: data)
    }

    /// Stores a property list object as it is, and any other object as a keyed archive.
    ///
    /// - Throws: An error when the object can't be archived, ``DefaultsError`` when its class is not a top-level one.
    public static func encode(_ value: Self) throws -> PropertyListValue? {
        try PropertyListValue(propertyListObject: value) ?? .data(try KeyedArchive.encode(value))
    }
}

extension DefaultsBridge where Value: NSObject & NSSecureCoding & SendableMetatype {
    /// Stores a keyed archive, for property list objects too.
    public static var keyedArchive: DefaultsBridge { .keyedArchive(renamed: []) }

    /// Stores a keyed archive and reads old ones in which the class has another name.
    ///
    /// - Parameter names: The names that the class has had.
    /// - Returns: The bridge.
    public static func keyedArchive(formerly names: String...) -> DefaultsBridge {
        .keyedArchive(renamed: names)
    }

    private static func keyedArchive(renamed names: [String]) -> DefaultsBridge {
        DefaultsBridge { stored in
            guard case .data(let data) = stored else { throw DefaultsError.mismatch(Value.self, stored) }
            return try KeyedArchive.decode(
                Value.self, from: data, renamed: Dictionary(names.map { ($0, Value.self as AnyClass) }) { $1 })
        } encode: { value in
            .data(try KeyedArchive.encode(value))
        }
    }
}

// MARK: - Foundation's classes

extension NSNumber: Defaultable {}
extension NSString: Defaultable {}
extension NSArray: Defaultable {}
extension NSDictionary: Defaultable {}
extension NSDate: Defaultable {}
extension NSData: Defaultable {}
extension NSURL: Defaultable {}
extension NSUUID: Defaultable {}

extension PropertyListValue {
    /// This value as a property list object of a class, if it is one. A mutable class gets a copy.
    fileprivate func object<T: NSObject>(as type: T.Type) -> T? {
        let object: NSObject =
            switch self {
            case .bool(let value): NSNumber(value: value)
            case .integer(let value): NSNumber(value: value)
            case .unsigned(let value): NSNumber(value: value)
            case .real(let value): NSNumber(value: value)
            case .string(let value): NSString(string: value)
            case .data(let value): NSData(data: value)
            case .date(let value): NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
            case .array(let value): NSArray(array: value.map(\.foundationObject))
            case .dictionary(let value): NSDictionary(dictionary: value.mapValues(\.foundationObject))
            }
        return KeyedArchive.cast(object)
    }

    /// Creates a value of an object if it is one of a property list.
    fileprivate init?(propertyListObject object: NSObject) {
        switch object {
        // They are numbers, but no property list holds all their digits.
        case is NSDecimalNumber: return nil
        case is NSNumber, is NSString, is NSData, is NSDate, is NSArray, is NSDictionary:
            self.init(foundationObject: object)
        default: return nil
        }
    }
}
