import Foundation

/// Values as JSON, and back exactly.
///
/// Booleans, strings, integers and most reals are JSON's own. What JSON has no form for is an object of one marked key:
///
/// | value | JSON |
/// |---|---|
/// | bytes | `{"$data": "<Base64>"}` |
/// | a date | `{"$date": "<seconds since 2001>"}` |
/// | a real that would be read as an integer, NaN, an infinity | `{"$real": "1.0"}` |
/// | a value nested deeper than JSON readers go | `{"$propertyList": "<Base64>"}` |
///
/// A dictionary that looks like one of these has one more `$` before its key.
enum JSONForm {
    static func encode(_ values: [String: PropertyListValue]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            values.mapValues { value in
                guard !value.isNested(noDeeperThan: maximumDepth) else { return marked(value) }
                return ["$propertyList": .string(try BinaryPropertyList.encode(value).base64EncodedString())]
            })
    }

    static func decode(_ data: Data) throws -> [String: PropertyListValue] {
        try JSONDecoder().decode([String: PropertyListValue].self, from: data).mapValues(unmarked)
    }

    private static let marks: Set<String> = ["$data", "$date", "$real", "$propertyList"]
    /// Foundation's coder takes 512 levels, of which the root and the mark of a scalar are two.
    private static let maximumDepth = 500

    private static func marked(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .bool, .integer, .unsigned, .string: value
        case .real(let number):
            number.isFinite && number != number.rounded() ? value : ["$real": .string(number.description)]
        case .data(let data): ["$data": .string(data.base64EncodedString())]
        case .date(let date): ["$date": .string(date.timeIntervalSinceReferenceDate.description)]
        case .array(let elements): .array(elements.map(marked))
        case .dictionary(let members):
            if let member = reservedMember(of: members) {
                ["$" + member.key: marked(member.value)]
            } else {
                .dictionary(members.mapValues(marked))
            }
        }
    }

    private static func unmarked(_ value: PropertyListValue) throws -> PropertyListValue {
        switch value {
        case .bool, .integer, .unsigned, .real, .string, .data, .date: value
        case .array(let elements): .array(try elements.map(unmarked))
        case .dictionary(let members): try unmarked(members)
        }
    }

    private static func unmarked(_ members: [String: PropertyListValue]) throws -> PropertyListValue {
        guard let (key, value) = reservedMember(of: members) else {
            return .dictionary(try members.mapValues(unmarked))
        }
        guard marks.contains(key) else { return [String(key.dropFirst()): try unmarked(value)] }
        let text = try String.decode(value)
        switch (key, Data(base64Encoded: text), Double(text)) {
        case ("$data", let data?, _): return .data(data)
        case ("$propertyList", let data?, _): return try BinaryPropertyList.decode(data)
        case ("$date", _, let seconds?): return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case ("$real", _, let number?): return .real(number)
        default: throw DefaultsError(.decodingFailed, foundType: key)
        }
    }

    /// The only member of a dictionary, where its key is a mark after any number of `$`.
    private static func reservedMember(
        of members: [String: PropertyListValue]
    ) -> (key: String, value: PropertyListValue)? {
        guard members.count == 1, let member = members.first, member.key.hasPrefix("$") else { return nil }
        let mark = "$" + member.key.drop { $0 == "$" }
        return marks.contains(mark) ? (member.key, member.value) : nil
    }
}
