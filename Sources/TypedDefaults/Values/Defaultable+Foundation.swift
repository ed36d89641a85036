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
    /// Reads the string of a URL, or what others store: a path that begins with `/` or `~`, JSON, or a keyed archive.
    public static func decode(_ stored: PropertyListValue) throws -> URL {
        let text: String
        switch stored {
        case .string(let string):
            if string.hasPrefix("/") || string.hasPrefix("~") {
                return URL(filePath: (string as NSString).expandingTildeInPath)
            }
            // No URL begins with a quote, but JSON does.
            guard !string.hasPrefix("\"") else { return try ForeignForm.decode(URL.self, from: stored) }
            text = string
        case .data:
            return try ForeignForm.decode(URL.self, from: stored)
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
    /// Reads the string of a UUID, or JSON of it, which others store.
    public static func decode(_ stored: PropertyListValue) throws -> UUID {
        guard case .string(let text) = stored else { return try ForeignForm.decode(UUID.self, from: stored) }
        if let value = UUID(uuidString: text) { return value }
        guard let json = ForeignForm.scalar(in: stored), let value = UUID(uuidString: try String.decode(json)) else {
            throw DefaultsError(
                .decodingFailed, expectedType: "UUID", foundType: "string", detail: "it is no valid UUID")
        }
        return value
    }

    /// Stores the string of 36 characters.
    public static func encode(_ value: UUID) -> PropertyListValue? { .string(value.uuidString) }
}
