import Foundation

/// Base64 as XML property lists hold data.
enum PropertyListBase64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let invalid: UInt8 = 0xFF
    private static let space: UInt8 = 0xFE

    /// What each byte stands for: a number below 64, ``space`` or ``invalid``.
    private static let meanings: [UInt8] = {
        var meanings = [UInt8](repeating: invalid, count: 256)
        for (value, byte) in alphabet.enumerated() { meanings[Int(byte)] = UInt8(value) }
        for byte in [0x20, 0x09, 0x0A, 0x0D] { meanings[byte] = space }
        return meanings
    }()

    /// Appends the text of some bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - output: What to append to.
    ///   - lineLength: How many characters go on a line, a multiple of 4.
    ///   - indentation: The number of tabs before each line.
    static func append(_ bytes: some Collection<UInt8>, to output: inout [UInt8], lineLength: Int, indentation: Int) {
        var group: UInt32 = 0
        var pending = 0
        var column = 0
        func append(characters: Int) {
            if column == 0 { output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: indentation)) }
            for index in 0..<4 {
                let value = Int(group >> UInt32(18 - 6 * index) & 0x3F)
                output.append(index < characters ? alphabet[value] : padding)
            }
            column += 4
            if column >= lineLength {
                output.append(UInt8(ascii: "\n"))
                column = 0
            }
        }
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            pending += 1
            if pending == 3 {
                append(characters: 4)
                (group, pending) = (0, 0)
            }
        }
        if pending > 0 {
            group <<= UInt32(8 * (3 - pending))
            append(characters: pending + 1)
        }
        if column > 0 { output.append(UInt8(ascii: "\n")) }
    }

    /// The text of some bytes, on one line.
    static func text(of bytes: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        append(bytes, to: &text, lineLength: .max, indentation: 0)
        return Array(text.dropLast())
    }

    /// The bytes of a text, or `nil` when it is no Base64. White space is ignored.
    static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var pending = 0
        var paddings = 0
        for byte in text {
            let meaning = meanings[Int(byte)]
            if meaning < 64, paddings == 0 {
                group = group << 6 | UInt32(meaning)
                pending += 1
                if pending == 4 {
                    bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                    bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                    bytes.append(UInt8(truncatingIfNeeded: group))
                    (group, pending) = (0, 0)
                }
            } else if byte == padding {
                paddings += 1
            } else if meaning != space {
                return nil
            }
        }
        switch (pending, paddings) {
        case (0, 0): break
        case (2, 0), (2, 2): bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        case (3, 0), (3, 1):
            bytes.append(UInt8(truncatingIfNeeded: group >> 10))
            bytes.append(UInt8(truncatingIfNeeded: group >> 2))
        default: return nil
        }
        return bytes
    }
}
