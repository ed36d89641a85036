import Foundation

/// Reads the text form of OpenStep, in which old tools write: `{ a = 1; b = "x"; c = (1, 2); d = <0fbd77>; }`.
///
/// All scalars in it are strings. Comments are those of C++. A file may leave out the braces of its root.
struct OpenStepPropertyListReader {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var position: Int

    /// Reads the root of a property list in text form.
    static func read(
        _ text: PropertyListText, depthLimit: Int
    ) throws(PropertyListReadError) -> PropertyListNode {
        var reader = OpenStepPropertyListReader(bytes: text.bytes, depthLimit: depthLimit, position: text.start)
        return .value(try reader.document())
    }

    private mutating func document() throws(PropertyListReadError) -> PropertyListValue {
        try skipSpace()
        let start = position
        var root = try value(depth: 1)
        let isBareWord = Self.isPlain(bytes[start])
        try skipSpace()
        if case .string = root, next == UInt8(ascii: "=") || next == UInt8(ascii: ";") {
            position = start
            root = try members(until: nil, depth: 1)
        }
        // A bare word is a string by the rules, but then so is the start of most other files.
        if case .string = root, isBareWord {
            throw damaged("text is no property list", at: start)
        }
        guard next == nil else { throw damaged("text after the end of the property list") }
        return root
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(PropertyListReadError) -> PropertyListValue {
        switch next {
        case UInt8(ascii: "{"), UInt8(ascii: "("):
            guard depth <= depthLimit else { throw .tooDeep }
            let isDictionary = next == UInt8(ascii: "{")
            position += 1
            return isDictionary ? try members(until: UInt8(ascii: "}"), depth: depth) : try array(depth: depth)
        case UInt8(ascii: "<"):
            return try data()
        default:
            return .string(try string())
        }
    }

    private mutating func members(
        until end: UInt8?, depth: Int
    ) throws(PropertyListReadError) -> PropertyListValue {
        var members: [String: PropertyListValue] = [:]
        try skipSpace()
        while next != end {
            let key = try string()
            try skipSpace()
            if next == UInt8(ascii: "=") {
                position += 1
                try skipSpace()
                members[key] = try value(depth: depth + 1)
                try skipSpace()
            } else {
                members[key] = .string(key)
            }
            guard next == UInt8(ascii: ";") else { throw damaged("semicolon is missing") }
            position += 1
            try skipSpace()
        }
        if end != nil { position += 1 }
        return .dictionary(members)
    }

    private mutating func array(depth: Int) throws(PropertyListReadError) -> PropertyListValue {
        var elements: [PropertyListValue] = []
        try skipSpace()
        while next != UInt8(ascii: ")") {
            elements.append(try value(depth: depth + 1))
            try skipSpace()
            if next == UInt8(ascii: ",") {
                position += 1
                try skipSpace()
            } else if next != UInt8(ascii: ")") {
                throw damaged("comma is missing")
            }
        }
        position += 1
        return .array(elements)
    }

    private mutating func data() throws(PropertyListReadError) -> PropertyListValue {
        let start = position
        position += 1
        var data = Data()
        var half: UInt8?
        while let byte = next, byte != UInt8(ascii: ">") {
            position += 1
            if PropertyListText.isWhitespace(byte) { continue }
            guard let digit = PropertyListNumber.hexadecimal(byte) else { throw damaged("data is invalid", at: start) }
            if let high = half { data.append(high << 4 | digit) }
            half = half == nil ? digit : nil
        }
        guard next != nil, half == nil else { throw damaged("data is cut off", at: start) }
        position += 1
        return .data(data)
    }

    // MARK: - Strings

    private mutating func string() throws(PropertyListReadError) -> String {
        if let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return try quoted(quote) }
        let start = position
        while let byte = next, Self.isPlain(byte) { position += 1 }
        guard position > start else { throw damaged(next == nil ? "file is cut off" : "unexpected character") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted(_ quote: UInt8) throws(PropertyListReadError) -> String {
        let start = position
        var units: [UInt16] = []
        position += 1
        while let byte = next, byte != quote {
            if byte == UInt8(ascii: "\\") {
                units.append(try escape())
            } else {
                let plain = position
                while let byte = next, byte != quote, byte != UInt8(ascii: "\\") { position += 1 }
                units.append(contentsOf: String(decoding: bytes[plain..<position], as: UTF8.self).utf16)
            }
        }
        guard next != nil else { throw damaged("string has no end", at: start) }
        position += 1
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func escape() throws(PropertyListReadError) -> UInt16 {
        let start = position
        position += 1
        guard let byte = next else { throw damaged("string has no end") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"), 0x0A: return 0x0A
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "a"): return 0x07
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "v"): return 0x0B
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
            return digits(upTo: 4, radix: 16)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            position -= 1
            let unit = digits(upTo: 3, radix: 8)
            // Beyond ASCII these are of NeXT's own encoding, which nothing has written for decades.
            guard unit < 0x80 else { throw damaged("escape outside ASCII", at: start) }
            return unit
        default:
            guard byte < 0x80 else { throw damaged("escape outside ASCII", at: start) }
            return UInt16(byte)
        }
    }

    private mutating func digits(upTo count: Int, radix: UInt16) -> UInt16 {
        var unit: UInt16 = 0
        var left = count
        while left > 0, let byte = next, let digit = PropertyListNumber.hexadecimal(byte), digit < radix {
            // At most 16 bits: four digits of 4, or three of 3.
            unit = unit &* radix &+ UInt16(digit)
            left -= 1
            position += 1
        }
        return unit
    }

    // MARK: - Bytes

    private var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipSpace() throws(PropertyListReadError) {
        while let byte = next {
            let following = position + 1 < bytes.count ? bytes[position + 1] : nil
            if PropertyListText.isWhitespace(byte) {
                position += 1
            } else if byte == UInt8(ascii: "/"), following == UInt8(ascii: "/") {
                while let byte = next, byte != 0x0A, byte != 0x0D { position += 1 }
            } else if byte == UInt8(ascii: "/"), following == UInt8(ascii: "*") {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(PropertyListReadError) {
        let start = position
        position += 2
        while position + 1 < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
                position += 2
                return
            }
            position += 1
        }
        throw damaged("comment has no end", at: start)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."): true
        case UInt8(ascii: "-"): true
        default: false
        }
    }

    private func damaged(_ reason: String, at offset: Int? = nil) -> PropertyListReadError {
        .damaged(reason: reason, offset: offset ?? position)
    }
}
