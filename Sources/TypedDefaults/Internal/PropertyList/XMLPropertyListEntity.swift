/// The entities of XML that need no declaration.
enum XMLPropertyListEntity {
    /// The character of an entity, given without `&` and `;`.
    static func character(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        if name.first == UInt8(ascii: "#") { return number(name.dropFirst()).flatMap(Unicode.Scalar.init) }
        return switch String(decoding: name, as: UTF8.self) {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        default: nil
        }
    }

    private static func number(_ text: ArraySlice<UInt8>) -> UInt32? {
        let isHexadecimal = text.first == UInt8(ascii: "x")
        let digits = isHexadecimal ? text.dropFirst() : text
        guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    }
}
