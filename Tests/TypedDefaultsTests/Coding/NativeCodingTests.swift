import Foundation
import Testing

@testable import TypedDefaults

/// A value of any type and the form in which it is stored.
private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let check: @Sendable () throws -> Void

    init<T: Codable & Equatable & Sendable>(_ value: T, _ expected: PropertyListValue, line: Int = #line) {
        testDescription = "\(T.self), line \(line)"
        check = { () throws in
            #expect(try stored(value) == expected)
            #expect(try roundTripped(value) == value)
            // The same as a member, as an element and within an optional, which take other ways through the coder.
            #expect(try stored(["k": value]) == ["k": expected])
            #expect(try roundTripped(["k": value]) == ["k": value])
            #expect(try stored([value]) == [expected])
            #expect(try roundTripped([value]) == [value])
            #expect(try stored(Optional(value)) == expected)
            #expect(try roundTripped(Optional(value)) == value)
            #expect(try stored(Box(value: value)) == ["value": expected])
            #expect(try roundTripped(Box(value: value)) == Box(value: value))
        }
    }
}

private struct Box<T: Codable & Equatable>: Codable, Equatable {
    var value: T
}

private enum Campus: Int, Codable { case north, south }
private enum Mode: String, Codable { case dark, light }

@Suite("Native forms")
struct NativeCodingTests {
    private static let cases = [
        Case(true, true), Case(false, false),
        Case(42, 42), Case(Int.min, .integer(.min)), Case(Int8.min, -128), Case(Int16.max, 32767),
        Case(Int32.min, .integer(Int64(Int32.min))), Case(Int64.max - 1, .integer(.max - 1)),
        Case(UInt(7), 7), Case(UInt8.max, 255), Case(UInt16.max, 65535), Case(UInt32.max, .integer(4_294_967_295)),
        Case(UInt64.max, .unsigned(.max)), Case(UInt64(1) << 53 + 1, .integer(1 << 53 + 1)),
        Case(3.0, .real(3)), Case(-0.0, .real(-0.0)), Case(Double.leastNonzeroMagnitude, .real(.leastNonzeroMagnitude)),
        Case(Double.infinity, .real(.infinity)),
        Case(-Double.infinity, .real(-.infinity)), Case(Float(0.1), .real(Double(Float(0.1)))),
        Case(CGFloat(1.5), .real(1.5)),
        Case("", ""), Case("a\0\r\n\u{FFFE}é🇩🇪", "a\0\r\n\u{FFFE}é🇩🇪"), Case("$null", "$null"),
        Case(
            Date(timeIntervalSinceReferenceDate: 700_000_000.123456),
            .date(.init(timeIntervalSinceReferenceDate: 700_000_000.123456))),
        Case(Date.distantPast, .date(.distantPast)),
        Case(Data(), .data(Data())), Case(Data([0, 255]), .data(Data([0, 255]))),
        Case(Decimal(string: "12345678901234567890.123"), "12345678901234567890.123"), Case(Decimal.nan, "NaN"),
        Case(Decimal(-5), "-5"), Case(Decimal.greatestFiniteMagnitude, .string("\(Decimal.greatestFiniteMagnitude)")),
        Case(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
        Case(URL(string: "https://example.org/a?b=c#d"), "https://example.org/a?b=c#d"),
        Case(URL(fileURLWithPath: "/tmp/a b/é"), "file:///tmp/a%20b/%C3%A9"),
        Case(Campus.south, 1), Case(Mode.light, "light"),
        Case([1, 2], [1, 2]), Case([0.5], [0.5]), Case(["a", ""], ["a", ""]), Case([Int](), []),
        Case([[1], []], [[1], []]),
        Case([UInt8(1)], [1]), Case([[Mode.dark]], [["dark"]]), Case(["k": Mode.dark], ["k": "dark"]),
        Case(Set([Mode.dark]), ["dark"]), Case([Mode.dark, nil], ["dark", .null()]), Case([Mode.dark], ["dark"]),
        Case(["a": 1], ["a": 1]), Case([String: Int](), [:]),
        Case([1: true, -2: false], ["1": true, "-2": false]), Case(1..<5, [1, 5]), Case(1...5, [1, 5]),
        Case(Set([3]), [3]),
        Case(PropertyListValue.array([1, "a", .date(.distantPast)]), [1, "a", .date(.distantPast)]),
        Case(PropertyListValue.dictionary(["a": ["b": .data(Data([1]))]]), ["a": ["b": .data(Data([1]))]]),
    ]

    @Test("stores a value in its own form and reads it back, wherever it stands", arguments: cases)
    private func nativeForm(_ value: Case) throws {
        try value.check()
    }

    @Test("stores integers of 128 bits as decimal strings")
    func wideIntegers() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try Case(Int128.min, "-170141183460469231731687303715884105728").check()
        try Case(UInt128.max, "340282366920938463463374607431768211455").check()
        try Case(Int128(5), "5").check()
    }

    @Test("keeps NaN, infinities and the sign of zero in a Codable value")
    func specialNumbers() throws {
        struct Gains: Codable { var gain: Double, level: Double, zero: Double, small: Float, ok: Int }
        let gains = Gains(gain: -.infinity, level: .nan, zero: -0.0, small: .nan, ok: 1)
        let read = try roundTripped(gains)
        #expect(read.gain == -.infinity && read.level.isNaN && read.small.isNaN && read.ok == 1)
        #expect(read.zero.sign == .minus)
        #expect(try roundTripped(Double.nan).isNaN)
    }

    @Test("keeps the base of a relative URL")
    func relativeURL() throws {
        let base = try #require(URL(string: "https://e.org/a/"))
        let url = try #require(URL(string: "x/y?z=1", relativeTo: base))
        let read = try roundTripped(["u": url])["u"]
        #expect(read?.absoluteString == "https://e.org/a/x/y?z=1")
        #expect(read?.relativeString == "x/y?z=1")
        #expect(read?.baseURL?.absoluteString == "https://e.org/a/")
    }

    @Test("reads a URL and a decimal from their own Codable forms")
    func codableForms() throws {
        #expect(try decoded(URL.self, ["relative": "https://e.org/a"]).absoluteString == "https://e.org/a")
        let json = try JSONDecoder().decode(PropertyListValue.self, from: JSONEncoder().encode(URL(string: "a:b")))
        #expect(try decoded(URL.self, json).absoluteString == "a:b")
        let decimal = try PropertyListDecoder().decode(
            PropertyListValue.self, from: PropertyListEncoder().encode(["d": Decimal(string: "-1.25")]))
        #expect(try decoded([String: Decimal].self, decimal) == ["d": Decimal(string: "-1.25")])
    }

    @Test(
        "reads a decimal from a number, the shortest text of which is meant",
        arguments: [(5, "5"), (.unsigned(.max), "18446744073709551615"), (.real(0.1), "0.1"), ("1e3", "1000")]
            as [(PropertyListValue, String)])
    func decimals(_ stored: PropertyListValue, _ expected: String) throws {
        #expect(try decoded(Decimal.self, stored) == Decimal(string: expected))
    }

    @Test("refuses a text that is no decimal or no URL", arguments: ["", "12abc", "abc", "1,5", "--1", "."])
    func invalidDecimals(_ text: String) {
        #expect(throws: DecodingError.self) { try decoded(Decimal.self, .string(text)) }
    }

    @Test("reads scalars by the one table of coercions")
    func coercion() throws {
        struct Scalars: Codable, Equatable { var a: Int, b: Bool, c: Double, d: Float, e: UInt8 }
        let launchArguments: PropertyListValue = ["a": "42", "b": "YES", "c": "1.5", "d": 0.1, "e": 200.0]
        #expect(try decoded(Scalars.self, launchArguments) == Scalars(a: 42, b: true, c: 1.5, d: 0.1, e: 200))
        #expect(try decoded([Int].self, [1, "2", 3.0]) == [1, 2, 3])
    }

    @Test(
        "refuses what the table has no conversion for",
        arguments: [true, 1.5, "x", [], [:], .data(Data()), .date(.distantPast), .unsigned(.max)] as [PropertyListValue]
    )
    func mismatch(_ stored: PropertyListValue) throws {
        let error = #expect(throws: DecodingError.self) { try decoded(Box<Int>.self, ["value": stored]) }
        guard case .typeMismatch(let type, _)? = error else {
            Issue.record("not a mismatch")
            return
        }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(error?.path == "value")
    }
}
