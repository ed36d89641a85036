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

    /// Creates the document of a text: JSON, or an array or a dictionary in the text form of a property list, such as
    /// `(1, 2)` and `{width = 640;}`. It is `nil` when the text doesn't start as one.
    init?(_ text: String) {
        if Self.isPropertyList(text) {
            data = Data(text.utf8)
            isPropertyList = true
        } else {
            guard let document = ForeignDocument(json: text) else { return nil }
            self = document
        }
    }

    /// Whether a text is an array or a dictionary in the text form of a property list. JSON stops at its first colon.
    private static func isPropertyList(_ text: String) -> Bool {
        let first = text.utf8.first { !isSpace($0) }
        guard first == UInt8(ascii: "(") || first == UInt8(ascii: "{") else { return false }
        do {
            _ = try PropertyListReader.read(Data(text.utf8), root: .value)
            return true
        } catch {
            return false
        }
    }

    /// Creates the document of a text, unless it doesn't start as JSON does.
    private init?(json text: String) {
        guard let first = text.utf8.first(where: { !Self.isSpace($0) }), Self.startsJSON(first) else { return nil }
        data = Data(text.utf8)
        isPropertyList = false
    }

    /// Whether the document is the text of an array or a dictionary.
    var isCollection: Bool {
        let first = data.first { !Self.isSpace($0) }
        return first.map("{[(".utf8.contains) ?? false
    }

    /// Whether the document is the JSON of nil.
    var isNull: Bool {
        !isPropertyList && data.split(maxSplits: 2, whereSeparator: Self.isSpace) == [Data("null".utf8)]
    }

    /// Whether the document is a property list that `NSKeyedArchiver` wrote.
    var isKeyedArchive: Bool {
        // The search is quick and nearly always enough. Only then is it worth it to look at where the name stands.
        guard isPropertyList, data.range(of: Data("$archiver".utf8)) != nil else { return false }
        let root: [String: PropertyListValue]? =
            switch propertyList() {
            case .value(.dictionary(let members)): members
            case .dictionary(let members): members.values
            default: nil
            }
        return if case .string? = root?["$archiver"] { true } else { false }
    }

    /// Returns the value of type `T` that the document holds, where `fallback` fills in for missing members.
    func decode<T: Decodable>(_ type: T.Type, fallback: PropertyListValue?) throws -> T {
        try isPropertyList
            ? decodePropertyList(type, fallback: fallback) : decodeJSON(type, fallback: fallback)
    }

    /// Returns what the document holds as a value, or `nil` when it is damaged or an archive.
    func structure() -> PropertyListValue? {
        if isPropertyList {
            guard !isKeyedArchive, case .value(let value)? = propertyList() else { return nil }
            return value
        }
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.keepsDecimals { decoder.userInfo[key] = true }
        do { return try decoder.decode(PropertyListValue.self, from: data) } catch { return nil }
    }

    // MARK: - Property lists

    /// Returns the contents, or `nil` when they are damaged.
    ///
    /// Foundation's decoder overflows the stack when they are nested deeply, so they are read by this library's reader.
    private func propertyList() -> PropertyListNode? {
        do { return try PropertyListReader.read(data, root: .value) } catch { return nil }
    }

    private func decodePropertyList<T: Decodable>(_ type: T.Type, fallback: PropertyListValue?) throws -> T {
        guard case .value(let value)? = propertyList() else {
            let description = "The stored data is not a valid property list."
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: description))
        }
        let decoder = PropertyListValueDecoder(fallback: fallback)
        do {
            return try decoder.decode(type, from: value)
        } catch let error {
            // Only now, since a string of the text of Foundation's nil would be taken for nil.
            var readings = [Self.withFoundationNulls(value)]
            // A scalar can't be the root of a property list, so its writers put an array around it.
            if case .array(let elements) = value, elements.count == 1, elements[0].isNested(noDeeperThan: 0) {
                readings.append(elements[0])
            }
            for reading in readings where reading != value {
                do { return try decoder.decode(type, from: reading) } catch { continue }
            }
            throw error
        }
    }

    /// Returns a value with the nils of `PropertyListEncoder`, strings of the text `$null`, in this library's form.
    private static func withFoundationNulls(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .string("$null"): .null()
        case .array(let elements): .array(elements.map(withFoundationNulls))
        case .dictionary(let members): .dictionary(members.mapValues(withFoundationNulls))
        default: value
        }
    }

    // MARK: - JSON

    private func decodeJSON<T: Decodable>(_ type: T.Type, fallback: PropertyListValue?) throws -> T {
        if FoundationPitfall.mayBe(inJSON: data), let structure = structure() {
            return try PropertyListValueDecoder(fallback: fallback, isFromJSON: true).decode(type, from: structure)
        }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            let error = error.withoutExcerpts(of: "JSON")
            // Foundation's decoder comes first, as it knows every number exactly, but it fills in nothing.
            guard case .keyNotFound = error, fallback != nil, let structure = structure() else { throw error }
            return try PropertyListValueDecoder(fallback: fallback, isFromJSON: true)
                .decode(type, from: structure, orThrow: error)
        }
    }

    // MARK: - Documents in collections

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
        case .string(let text): ForeignDocument(json: text)?.structure() ?? stored
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
