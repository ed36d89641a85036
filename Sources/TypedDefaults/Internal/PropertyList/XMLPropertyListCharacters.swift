/// Which characters XML can hold, and which of them need to be written as entities.
enum XMLPropertyListCharacters {
    /// Whether XML can hold all characters of a string.
    ///
    /// It can't hold control characters but tab and the ends of lines, nor U+FFFE and U+FFFF.
    static func canHold(_ string: String) -> Bool {
        var string = string
        return string.withUTF8 { bytes in
            for (index, byte) in bytes.enumerated() {
                if byte < 0x20 {
                    guard byte == 0x09 || byte == 0x0A || byte == 0x0D else { return false }
                } else if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE {
                    return false
                }
            }
            return true
        }
    }

    /// Appends a string that XML can hold.
    static func append(_ string: String, to output: inout [UInt8]) {
        var string = string
        string.withUTF8 { bytes in
            var rest = bytes[...]
            // Other readers take a byte order mark at the start for no part of the string.
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                output.append(contentsOf: "&#xFEFF;".utf8)
                rest = rest.dropFirst(3)
            }
            while let special = rest.firstIndex(where: { entity(of: $0) != nil }) {
                output.append(contentsOf: rest[..<special])
                output.append(contentsOf: (entity(of: rest[special]) ?? "").utf8)
                rest = rest[(special + 1)...]
            }
            output.append(contentsOf: rest)
        }
    }

    private static func entity(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        // Readers of XML turn a raw one into a line feed.
        case UInt8(ascii: "\r"): "&#13;"
        default: nil
        }
    }
}
