/// The one table of conversions between stored and requested types, the same for every store and platform.
///
/// | requested | accepted |
/// |---|---|
/// | `Bool` | a Boolean; the integers 0 and 1; the strings yes/no, true/false, y/n, t/f and 1/0 in any case |
/// | integers | whole numbers in range, reals without a fraction included; decimal strings of such numbers |
/// | `Double` | any number; decimal strings; the strings nan, inf and infinity with or without a sign |
/// | `Float`, `Float16`, `CGFloat` | as `Double`, rounded to nearest, unless a finite number would become infinite |
/// | `String` | a string |
///
/// Strings are accepted since launch arguments arrive as strings. `nil` means that the table has no such conversion.
enum Coercion {
    static func bool(_ stored: PropertyListValue) -> Bool? {
        switch stored {
        case .bool(let value): value
        case .integer(0): false
        case .integer(1): true
        case .string(let text): bool(text)
        default: nil
        }
    }

    static func integer<I: FixedWidthInteger>(_ stored: PropertyListValue, as type: I.Type = I.self) -> I? {
        switch stored {
        case .integer(let value): I(exactly: value)
        case .unsigned(let value): I(exactly: value)
        case .real(let value): I(exactly: value)
        case .string(let text): integer(text)
        default: nil
        }
    }

    static func floatingPoint<F: BinaryFloatingPoint>(_ stored: PropertyListValue, as type: F.Type = F.self) -> F? {
        switch stored {
        case .integer(let value): rounded(Double(value))
        case .unsigned(let value): rounded(Double(value))
        case .real(let value): rounded(value)
        case .string(let text):
            if let value = real(text) { rounded(value) } else { nil }
        default: nil
        }
    }

    static func string(_ stored: PropertyListValue) -> String? {
        guard case .string(let text) = stored else { return nil }
        return text
    }

    // MARK: - Strings

    private static func bool(_ text: String) -> Bool? {
        guard text.utf8.count <= 5 else { return nil }
        return switch text.lowercased() {
        case "yes", "true", "y", "t", "1": true
        case "no", "false", "n", "f", "0": false
        default: nil
        }
    }

    private static func integer<I: FixedWidthInteger>(_ text: String) -> I? {
        // Through Double only for the likes of "1e3": digits alone must stay exact beyond 2^53.
        if let exact = I(text, radix: 10) { return exact }
        guard let value = real(text), value.magnitude < 0x1p53 else { return nil }
        return I(exactly: value)
    }

    private static func real(_ text: String) -> Double? {
        // Swift also parses hexadecimal and NaN payloads, which nobody types as a preference.
        let isDecimal = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
            default: false
            }
        }
        if isDecimal { return Double(text) }
        let name = text.drop { $0 == "+" || $0 == "-" }
        guard name.utf8.count >= text.utf8.count - 1 else { return nil }
        return ["nan", "inf", "infinity"].contains(name.lowercased()) ? Double(text.lowercased()) : nil
    }

    private static func rounded<F: BinaryFloatingPoint>(_ value: Double) -> F? {
        let result = F(value)
        return result.isInfinite && value.isFinite ? nil : result
    }
}
