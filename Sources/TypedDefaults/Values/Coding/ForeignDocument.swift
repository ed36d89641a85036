import Foundation

/// A value encoded to bytes or text by another library: a property list or JSON.
struct ForeignDocument {
    private let data: Data
    private let isPropertyList: Bool

    /// Creates the document of some bytes. They are JSON if they don't start as a property list does.
    init(_ data: Data) {
        self.data = data
        isPropertyList = data.starts(with: Data("bplist00".utf8)) || data.starts(with: Data("<?xml".utf8))
    }

    /// Creates the document of a text, unless it doesn't start as JSON does.
    init?(_ text: String) {
        guard let first = text.utf8.first(where: { !Self.isSpace($0) }), Self.startsJSON(first) else { return nil }
        data = Data(text.utf8)
        isPropertyList = false
    }

    /// Whether the document is JSON of an array or an object.
    var isCollection: Bool {
        let first = data.first { !Self.isSpace($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Whether the document is the JSON of nil.
    var isNull: Bool {
        data.count < 64 && !isPropertyList && data.filter { !Self.isSpace($0) } == Data("null".utf8)
    }

    /// Whether the document is a property list that `NSKeyedArchiver` wrote.
    var isKeyedArchive: Bool {
        // The search is quick and nearly always enough. Only then is it worth it to look at where the name stands.
        guard isPropertyList, data.range(of: Data("$archiver".utf8)) != nil else { return false }
        do {
            _ = try PropertyListDecoder().decode(ArchiveHeader.self, from: data)
            return true
        } catch {
            return false
        }
    }

    /// Returns the value of type `T` that the document holds.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        do {
            return isPropertyList
                ? try PropertyListDecoder().decode(type, from: data)
                : try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw error.withoutExcerpts(of: isPropertyList ? "property list" : "JSON")
        }
    }

    /// Returns what the document holds as a value, or `nil` when it is damaged or an archive.
    func structure() -> PropertyListValue? {
        guard !isKeyedArchive else { return nil }
        do {
            if isPropertyList { return try PropertyListDecoder().decode(PropertyListValue.self, from: data) }
            let decoder = JSONDecoder()
            if let key = CodingUserInfoKey.keepsDecimals { decoder.userInfo[key] = true }
            return try decoder.decode(PropertyListValue.self, from: data)
        } catch {
            return nil
        }
    }

    /// Returns an array or a dictionary with what the documents in it hold in their place, or `nil` if there are none.
    static func structure(of stored: PropertyListValue) -> PropertyListValue? {
        guard stored.isNested(noDeeperThan: PropertyListValue.maximumDepth) else { return nil }
        let structure = replacingDocuments(in: stored)
        return structure == stored ? nil : structure
    }

    private static func replacingDocuments(in stored: PropertyListValue) -> PropertyListValue {
        switch stored {
        case .array(let elements): .array(elements.map(replacingDocuments))
        case .dictionary(let members): .dictionary(members.mapValues(replacingDocuments))
        case .data(let data): ForeignDocument(data).structure() ?? stored
        case .string(let text): ForeignDocument(text)?.structure() ?? stored
        case .bool, .integer, .unsigned, .real, .date: stored
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Whether JSON can start with a byte.
    private static func startsJSON(_ byte: UInt8) -> Bool {
        "{[\"-0123456789tfn".utf8.contains(byte)
    }
}

/// What every keyed archive starts with.
private struct ArchiveHeader: Decodable {
    enum CodingKeys: String, CodingKey {
        case archiver = "$archiver"
        case version = "$version"
    }

    let archiver: String
    let version: Int
}
