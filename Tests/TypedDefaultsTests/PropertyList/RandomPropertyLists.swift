import Foundation

@testable import TypedDefaults

/// Makes property lists that look random but are the same in every run.
struct RandomPropertyLists: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    mutating func members(depth: Int) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        for _ in 0..<Int.random(in: 0...6, using: &self) { members[string()] = value(depth: depth) }
        return members
    }

    mutating func value(depth: Int) -> PropertyListValue {
        switch UInt8.random(in: 0..<(depth > 0 ? 11 : 8), using: &self) {
        case 0: .bool(.random(using: &self))
        case 1: .integer(Int64(truncatingIfNeeded: next() >> UInt64.random(in: 0..<64, using: &self)))
        case 2: PropertyListValue(next()) ?? .bool(true)
        case 3: .real(Double(bitPattern: next()))
        case 4: .date(Date(timeIntervalSinceReferenceDate: seconds()))
        case 5: .data(Data((0..<Int.random(in: 0..<200, using: &self)).map { _ in UInt8(truncatingIfNeeded: next()) }))
        case 6, 7: .string(string())
        case 8, 9: .dictionary(members(depth: depth - 1))
        default: .array((0..<Int.random(in: 0...6, using: &self)).map { _ in value(depth: depth - 1) })
        }
    }

    private mutating func seconds() -> Double {
        switch UInt8.random(in: 0..<3, using: &self) {
        case 0: Double(Int64.random(in: -70_000_000_000...300_000_000_000, using: &self))
        case 1: Double.random(in: -1e9...1e9, using: &self)
        default: Double(bitPattern: next())
        }
    }

    private mutating func string() -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x20...0x7E, 0...0x1F, 0xA0...0x2FFF, 0xFDF0...0xFFFF, 0x1F300...0x1F6FF,
        ]
        if Int.random(in: 0..<20, using: &self) == 0 {
            return PropertyListSample.keys.randomElement(using: &self) ?? ""
        }
        let range = ranges.randomElement(using: &self) ?? 0x20...0x7E
        var string = ""
        for _ in 0..<Int.random(in: 0..<30, using: &self) {
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) {
                string.unicodeScalars.append(scalar)
            }
        }
        return string
    }
}
