import Foundation

@testable import TypedDefaults

/// Random values from a seed, the same for the same seed.
struct RandomValues: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func value(depth: Int = 4) -> PropertyListValue {
        switch Int.random(in: 0..<(depth > 0 ? 11 : 8), using: &self) {
        case 0: .bool(Bool.random(using: &self))
        case 1: .integer(Int64(truncatingIfNeeded: next()) >> Int64.random(in: 0..<64, using: &self))
        case 2: .unsigned(next() | 1 << 63)
        case 3: .real(Double(bitPattern: next()))
        case 4: .real(Double(Int.random(in: -1_000...1_000, using: &self)) / 8)
        case 5: .string(text())
        case 6:
            .data(Data((0..<Int.random(in: 0..<40, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }))
        case 7: .date(Date(timeIntervalSinceReferenceDate: Double.random(in: -1e11...1e11, using: &self)))
        case 8, 9: .array((0..<Int.random(in: 0..<6, using: &self)).map { _ in value(depth: depth - 1) })
        default:
            .dictionary(
                Dictionary((0..<Int.random(in: 0..<6, using: &self)).map { _ in (text(), value(depth: depth - 1)) }) {
                    first, _ in first
                })
        }
    }

    private mutating func text() -> String {
        let special = [
            "", "$null", "CF$UID", "$$null", "$string", "$date", "\u{FEFF}", "e\u{301}", "\u{E9}", "\u{0}", "&<>",
        ]
        if Int.random(in: 0..<4, using: &self) == 0 { return special.randomElement(using: &self) ?? "" }
        let ranges: [ClosedRange<UInt32>] = [0x20...0x7E, 0x0...0x2FF, 0x3000...0x9FFF, 0x1F300...0x1FAFF]
        var text = ""
        for _ in 0..<Int.random(in: 0..<12, using: &self) {
            let range = ranges.randomElement(using: &self) ?? 0x20...0x7E
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
