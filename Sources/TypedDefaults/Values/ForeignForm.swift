import Foundation

/// Reads values that this library stores native, but others as a document in bytes or text: an array in JSON, a URL in a
/// keyed archive.
enum ForeignForm {
    /// Returns the value that a stored document stands for.
    ///
    /// - Throws: ``DefaultsError`` with code `typeMismatch` when `stored` is no document, or one of another type.
    static func decode<T: Defaultable>(_ type: T.Type, from stored: PropertyListValue) throws -> T {
        let mismatch = DefaultsError.mismatch(type, stored)
        do {
            if case .data(let data) = stored, ForeignDocument(data).isKeyedArchive {
                return try decode(type, fromStructure: try KeyedArchive.structure(of: data))
            }
            if let decodable = type as? any Decodable.Type, document(in: stored) != nil,
                let value = try ForeignCoding.decode(decodable, from: stored, fallback: nil) as? T
            {
                return value
            }
        } catch {
            // The type may be decodable by other means than its elements are stored by: these are tried below.
        }
        guard let structure = document(in: stored)?.structure() else { throw mismatch }
        return try decode(type, fromStructure: structure)
    }

    /// Returns the string, number or Boolean that a document holds, or `nil` when it is none or holds something else.
    static func scalar(in stored: PropertyListValue) -> PropertyListValue? {
        switch document(in: stored)?.structure() {
        case .array, .dictionary, .data, nil: nil
        case let scalar?: scalar
        }
    }

    /// Returns the elements of a stored array, or of the array that a document holds.
    static func elements(in stored: PropertyListValue) throws -> [PropertyListValue] {
        let elements = try [PropertyListValue].decode(stored)
        guard let document = document(in: stored), document.isCollection else { return elements }
        return try elements.map(asJSON)
    }

    /// Returns the members of a stored dictionary, or of the dictionary that a document holds.
    static func members(in stored: PropertyListValue) throws -> [String: PropertyListValue] {
        let members = try [String: PropertyListValue].decode(stored)
        guard let document = document(in: stored), document.isCollection else { return members }
        return try members.mapValues(asJSON)
    }

    /// Returns a value from a JSON document as a document of its own, since dates and bytes are read otherwise there.
    private static func asJSON(_ value: PropertyListValue) throws -> PropertyListValue {
        guard !value.isNested(noDeeperThan: 0) else { return value }
        return .data(try JSONEncoder().encode(value))
    }

    private static func decode<T: Defaultable>(_ type: T.Type, fromStructure value: PropertyListValue) throws -> T {
        if case .data = value { throw DefaultsError.mismatch(type, value) }
        return try T.decode(value)
    }

    private static func document(in stored: PropertyListValue) -> ForeignDocument? {
        switch stored {
        case .data(let data): ForeignDocument(data)
        case .string(let text): ForeignDocument(text)
        default: nil
        }
    }
}
