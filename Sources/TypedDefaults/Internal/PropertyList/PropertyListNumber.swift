/// Numbers as text property lists hold them.
enum PropertyListNumber {
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// A whole number: decimal, or hexadecimal after `0x`, with or without a sign.
    ///
    /// - Returns: `nil` when the text is none, or the number is outside `Int64.min...UInt64.max`.
    static func integer(_ text: ArraySlice<UInt8>) -> PropertyListValue? {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        var radix: UInt64 = 10
        if rest.first == UInt8(ascii: "0"), let letter = rest.dropFirst().first, letter | 0x20 == UInt8(ascii: "x") {
            rest.removeFirst(2)
            radix = 16
        }
        guard !rest.isEmpty else { return nil }
        var magnitude: UInt64 = 0
        for byte in rest {
            guard let digit = hexadecimal(byte), digit < radix else { return nil }
            let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: radix)
            let (sum, overflows) = product.addingReportingOverflow(UInt64(digit))
            guard !isTooLarge, !overflows else { return nil }
            magnitude = sum
        }
        guard isNegative else { return PropertyListValue(magnitude) }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }

    /// A floating-point number, in every form that Swift reads, whatever the case of its letters.
    static func real(_ text: ArraySlice<UInt8>) -> Double? {
        shortReal(text) ?? Double(String(decoding: text, as: UTF8.self).lowercased())
    }

    /// The value of a hexadecimal digit.
    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// A number with so few digits that one operation gives it exactly rounded, or `nil`: for speed only.
    private static func shortReal(_ text: ArraySlice<UInt8>) -> Double? {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        guard !rest.isEmpty, rest.count <= 16 else { return nil }
        var digits: UInt64 = 0
        var decimals: Int?
        var count = 0
        for byte in rest {
            if byte == UInt8(ascii: "."), decimals == nil {
                decimals = 0
            } else {
                guard (0x30...0x39).contains(byte) else { return nil }
                digits = digits &* 10 &+ UInt64(byte & 0x0F)
                count += 1
                decimals = decimals.map { $0 + 1 }
            }
        }
        // Both must be exact as Double, for then the quotient is rounded just once.
        guard count > 0, digits < 1 << 53 else { return nil }
        let value = Double(digits) / powersOfTen[decimals ?? 0]
        return isNegative ? -value : value
    }
}
