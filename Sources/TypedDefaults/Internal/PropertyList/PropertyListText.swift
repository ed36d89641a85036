/// The text of a property list file, as valid UTF-8.
struct PropertyListText {
    /// The text in UTF-8.
    let bytes: [UInt8]
    /// Where the text starts in ``bytes``: after the byte order mark, if any.
    let start: Int

    /// Decodes UTF-8 or UTF-16, told apart by the byte order mark or by how the first character is laid out.
    init(_ bytes: [UInt8]) throws(PropertyListReadError) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): try self.init(utf16: bytes.dropFirst(2), isBigEndian: true)
        case (0xFF, 0xFE): try self.init(utf16: bytes.dropFirst(2), isBigEndian: false)
        case (0, UInt8(ascii: "<")): try self.init(utf16: bytes[...], isBigEndian: true)
        case (UInt8(ascii: "<"), 0): try self.init(utf16: bytes[...], isBigEndian: false)
        default: try self.init(utf8: bytes)
        }
    }

    /// The first byte that is not white space.
    var firstCharacter: UInt8? {
        bytes[start...].first { !Self.isWhitespace($0) }
    }

    /// Whether a byte is a space, a tab or ends a line.
    static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    private init(utf8 bytes: [UInt8]) throws(PropertyListReadError) {
        // Decoding replaces what is not UTF-8, so the first difference is the first invalid byte.
        var text = String(decoding: bytes, as: UTF8.self)
        let valid = text.withUTF8 { decoded in
            var index = 0
            while index < bytes.count, index < decoded.count, bytes[index] == decoded[index] { index += 1 }
            return index
        }
        guard valid == bytes.count else { throw .damaged(reason: "text is not valid UTF-8", offset: valid) }
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private init(utf16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(PropertyListReadError) {
        guard bytes.count.isMultiple(of: 2) else {
            throw .damaged(reason: "UTF-16 text ends within a character", offset: bytes.endIndex)
        }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        let text = String(decoding: units, as: UTF16.self)
        guard text.utf16.elementsEqual(units) else {
            throw .damaged(reason: "text is not valid UTF-16", offset: bytes.startIndex)
        }
        self.bytes = Array(text.utf8)
        start = 0
    }
}
