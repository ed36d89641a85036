/// The elements of an XML property list.
enum XMLPropertyListElement: Sendable, CaseIterable {
    case plist, dictionary, array, key, string, integer, real, date, data, `true`, `false`

    /// The element's name in a tag.
    var name: StaticString {
        switch self {
        case .plist: "plist"
        case .dictionary: "dict"
        case .array: "array"
        case .key: "key"
        case .string: "string"
        case .integer: "integer"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        case .true: "true"
        case .false: "false"
        }
    }

    /// The element of a name.
    init?(_ name: ArraySlice<UInt8>) {
        // Told apart by length and first letter, then compared as a whole, since this runs for every value of a file.
        let candidate: Self? =
            switch (name.count, name.first) {
            case (3, _): .key
            case (4, UInt8(ascii: "d")) where name.last == UInt8(ascii: "t"): .dictionary
            case (4, UInt8(ascii: "d")) where name.last == UInt8(ascii: "e"): .date
            case (4, UInt8(ascii: "d")): .data
            case (4, UInt8(ascii: "t")): .true
            case (4, _): .real
            case (5, UInt8(ascii: "a")): .array
            case (5, UInt8(ascii: "p")): .plist
            case (5, _): .false
            case (6, _): .string
            case (7, _): .integer
            default: nil
            }
        guard let candidate, candidate.name.withUTF8Buffer({ name.elementsEqual($0) }) else { return nil }
        self = candidate
    }
}
