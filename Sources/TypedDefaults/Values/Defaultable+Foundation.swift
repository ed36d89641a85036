public import Foundation

extension Data: Defaultable {
    /// Reads bytes.
    public static func decode(_ stored: PropertyListValue) throws -> Data {
        guard case .data(let value) = stored else { throw DefaultsError.mismatch(Self.self, stored) }
        return value
    }

    /// Stores bytes.
    public static func encode(_ value: Data) -> PropertyListValue? { .data(value) }
}

extension Date: Defaultable {
    /// Reads a date.
    public static func decode(_ stored: PropertyListValue) throws -> Date {
        guard case .date(let value) = stored else { throw DefaultsError.mismatch(Self.self, stored) }
        return value
    }

    /// Stores a date, to its full precision.
    public static func encode(_ value: Date) -> PropertyListValue? { .date(value) }
}

extension URL: Defaultable {
    /// Reads the string of a URL, or a path that begins with `/` or `~`, as Foundation stores file URLs.
    public static func decode(_ stored: PropertyListValue) throws -> URL {
        let text: String
        switch stored {
        case .string(let string):
            if string.hasPrefix("/") || string.hasPrefix("~") {
                return URL(filePath: (string as NSString).expandingTildeInPath)
            }
            text = string
        case .dictionary(let members):
            text = try String.decode(members["relative"] ?? stored)
        default:
            throw DefaultsError.mismatch(Self.self, stored)
        }
        guard let url = URL(string: text) else {
            throw DefaultsError(
                .decodingFailed, expectedType: "URL", foundType: "string", detail: "it is no valid URL")
        }
        return url
    }

    /// Stores the absolute string.
    public static func encode(_ value: URL) -> PropertyListValue? {
        let text = value.absoluteString
        // A relative URL that looks like a path would be read as the URL of a file.
        return text.hasPrefix("/") || text.hasPrefix("~") ? ["relative": .string(text)] : .string(text)
    }
}

extension UUID: Defaultable {
    /// Reads the string of a UUID.
    public static func decode(_ stored: PropertyListValue) throws -> UUID {
        let text = try String.decode(stored)
        guard let value = UUID(uuidString: text) else {
            throw DefaultsError(
                .decodingFailed, expectedType: "UUID", foundType: "string", detail: "it is no valid UUID")
        }
        return value
    }

    /// Stores the string of 36 characters.
    public static func encode(_ value: UUID) -> PropertyListValue? { .string(value.uuidString) }
}
