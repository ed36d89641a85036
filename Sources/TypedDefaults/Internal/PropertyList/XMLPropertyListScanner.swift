/// Finds the tags and the text of an XML property list.
///
/// It knows as much XML as property lists use: comments, processing instructions, CDATA sections, the five predefined
/// entities and numeric ones. It refuses declarations of entities, the only way for a small file to be a huge one.
struct XMLPropertyListScanner {
    /// An opening tag. One that is empty has no content and no closing tag.
    struct Tag {
        let element: XMLPropertyListElement
        let isEmpty: Bool
        let offset: Int
    }

    /// The text of the file, valid UTF-8.
    let bytes: [UInt8]
    /// How far the text was read.
    private(set) var position: Int

    /// Creates a scanner at the start of a text.
    init(_ text: PropertyListText) {
        bytes = text.bytes
        position = text.start
    }

    /// Whether all of the text was read.
    var isAtEnd: Bool { position == bytes.count }

    /// Whether a closing tag is next.
    var isAtClosingTag: Bool { isNext("</") }

    /// Whether `text` is next.
    func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            guard bytes.count - position >= text.count else { return false }
            var index = 0
            while index < text.count {
                if bytes[position + index] != text[index] { return false }
                index += 1
            }
            return true
        }
    }

    /// The error for damage at the current position or at `offset`.
    func damaged(_ reason: String, at offset: Int? = nil) -> PropertyListReadError {
        .damaged(reason: reason, offset: offset ?? position)
    }

    // MARK: - Between elements

    /// Skips what may stand between elements: white space, comments and processing instructions.
    mutating func skipMiscellany() throws(PropertyListReadError) {
        while position < bytes.count {
            let byte = bytes[position]
            if PropertyListText.isWhitespace(byte) {
                position += 1
            } else if byte == UInt8(ascii: "<"), isNext("<!--") {
                try skip("<!--", through: "-->")
            } else if byte == UInt8(ascii: "<"), isNext("<?") {
                try skip("<?", through: "?>")
            } else {
                return
            }
        }
    }

    /// Skips what may stand before the root: also the XML declaration and a document type without declarations.
    mutating func skipProlog() throws(PropertyListReadError) {
        try checkEncoding()
        try skipMiscellany()
        guard isNext("<!DOCTYPE") else { return }
        let start = position
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == quote {
                quote = nil
            } else if quote == nil {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "["): throw damaged("document type has declarations", at: start)
                case UInt8(ascii: ">"): return try skipMiscellany()
                default: break
                }
            }
        }
        throw damaged("document type has no end", at: start)
    }

    /// Refuses text in an encoding other than was decoded, unless the difference does not show.
    private func checkEncoding() throws(PropertyListReadError) {
        guard isNext("<?xml") else { return }
        let declaration = String(decoding: bytes[position...].prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
        // Looked for by hand, since Foundation's search is not needed elsewhere.
        let words = declaration.lowercased().split { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "'" || $0.isNewline }
        guard let label = words.firstIndex(of: "encoding"), label + 1 < words.count else { return }
        guard ["utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii"].contains(words[label + 1]) else {
            guard let offset = bytes.firstIndex(where: { $0 >= 0x80 }) else { return }
            throw damaged("text is in an encoding that is not supported", at: offset)
        }
    }

    private mutating func skip(_ opening: StaticString, through closing: StaticString) throws(PropertyListReadError) {
        let start = position
        position += opening.utf8CodeUnitCount
        while position < bytes.count {
            if isNext(closing) {
                position += closing.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw damaged("markup has no end", at: start)
    }

    // MARK: - Tags

    /// Reads an opening tag.
    mutating func openingTag() throws(PropertyListReadError) -> Tag {
        let start = position
        guard position < bytes.count else { throw damaged("file is cut off") }
        guard bytes[position] == UInt8(ascii: "<") else { throw damaged("text outside a value") }
        position += 1
        let name = self.name()
        guard let element = XMLPropertyListElement(bytes[name]) else {
            throw damaged(position < bytes.count ? "unknown element" : "file is cut off", at: start)
        }
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == quote {
                quote = nil
            } else if quote == nil {
                switch byte {
                case UInt8(ascii: ">"):
                    return Tag(element: element, isEmpty: bytes[position - 2] == UInt8(ascii: "/"), offset: start)
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "<"): throw damaged("tag within a tag", at: start)
                default: break
                }
            }
        }
        throw damaged("tag has no end", at: start)
    }

    /// Reads the closing tag of an element.
    mutating func closingTag(of element: XMLPropertyListElement) throws(PropertyListReadError) {
        let start = position
        guard isAtClosingTag else { throw damaged(isAtEnd ? "file is cut off" : "closing tag is missing") }
        position += 2
        let name = self.name()
        guard XMLPropertyListElement(bytes[name]) == element else { throw damaged("wrong closing tag", at: start) }
        while position < bytes.count, PropertyListText.isWhitespace(bytes[position]) { position += 1 }
        guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
            throw damaged("tag has no end", at: start)
        }
        position += 1
    }

    private mutating func name() -> Range<Int> {
        let start = position
        while position < bytes.count, (0x61...0x7A).contains(bytes[position]) { position += 1 }
        return start..<position
    }

    // MARK: - Text

    /// Reads text up to the next markup, without white space around it, and the closing tag after it.
    mutating func token(in element: XMLPropertyListElement) throws(PropertyListReadError) -> ArraySlice<UInt8> {
        var start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        var end = position
        try closingTag(of: element)
        while start < end, PropertyListText.isWhitespace(bytes[start]) { start += 1 }
        while start < end, PropertyListText.isWhitespace(bytes[end - 1]) { end -= 1 }
        return bytes[start..<end]
    }

    /// Reads text with entities, CDATA sections and comments in it, and the closing tag after it.
    mutating func text(in element: XMLPropertyListElement) throws(PropertyListReadError) -> String {
        let start = position
        skipPlainText()
        if isAtClosingTag {
            // Nearly all strings come out here, with no copy but the string's own.
            let end = position
            try closingTag(of: element)
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
        var text = Array(bytes[start..<position])
        while !isAtClosingTag {
            let start = position
            if isNext("&") {
                try appendEntity(to: &text)
            } else if isNext("<![CDATA[") {
                try skip("<![CDATA[", through: "]]>")
                text.append(contentsOf: bytes[start + 9..<position - 3])
            } else if isNext("<!--") || isNext("<?") {
                try skipMarkup()
            } else if isAtEnd {
                throw damaged("file is cut off")
            } else {
                throw damaged("element within a string")
            }
            let plain = position
            skipPlainText()
            text.append(contentsOf: bytes[plain..<position])
        }
        try closingTag(of: element)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipMarkup() throws(PropertyListReadError) {
        if isNext("<!--") { try skip("<!--", through: "-->") } else { try skip("<?", through: "?>") }
    }

    private mutating func skipPlainText() {
        while position < bytes.count, bytes[position] != UInt8(ascii: "<"), bytes[position] != UInt8(ascii: "&") {
            position += 1
        }
    }

    private mutating func appendEntity(to text: inout [UInt8]) throws(PropertyListReadError) {
        // The longest entity is "&#1114111;", but leading zeros are allowed.
        let start = position + 1
        guard let end = bytes[start...].prefix(32).firstIndex(of: UInt8(ascii: ";")) else {
            throw damaged("entity has no end")
        }
        guard let character = XMLPropertyListEntity.character(bytes[start..<end]) else {
            throw damaged("unknown entity")
        }
        text.append(contentsOf: Character(character).utf8)
        position = end + 1
    }
}
