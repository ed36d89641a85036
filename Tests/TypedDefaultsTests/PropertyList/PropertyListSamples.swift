import Foundation
import Testing

@testable import TypedDefaults

/// A value with the name that a failing test shows.
struct PropertyListSample: Sendable, CustomTestStringConvertible {
    let name: String
    let value: PropertyListValue

    init(_ name: String, _ value: PropertyListValue) {
        self.name = name
        self.value = value
    }

    var testDescription: String { name }
}

extension PropertyListSample {
    static let all = numbers + dates + strings + collections

    static let numbers: [PropertyListSample] =
        ([.min, .min + 1, -4_294_967_296, -1, 0, 1, 127, 128, 255, 256, 65_535, 65_536, .max - 1, .max] as [Int64])
        .map { PropertyListSample("integer \($0)", .integer($0)) }
        + ([1 << 63, (1 << 63) + 1, .max] as [UInt64]).map { PropertyListSample("unsigned \($0)", .unsigned($0)) }
        + ([
            0, -0.0, 1, 3, -3, 0.1, 0.1 + 0.2, .pi, 1e15, 1e16, 1e22, 1e23, 1e300, 123_456_789.123_456_789, 0x1p53 + 2,
            .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, .leastNormalMagnitude.nextDown,
            .greatestFiniteMagnitude, .nan, .infinity, -.infinity, 1.0.nextUp, 1.0.nextDown, Double(Float(0.1)),
        ] as [Double]).map { PropertyListSample("real \($0)", .real($0)) }
        + [PropertyListSample("true", .bool(true)), PropertyListSample("false", .bool(false))]

    static let dates: [PropertyListSample] =
        ([
            0, -0.0, 1, -1, 0.5, 700_000_000.123456, -0.001, 86_399, 86_400, -978_307_200, 252_423_993_599,
            252_423_993_600, -63_113_904_000, -63_113_904_001, -63_114_076_800, -63_140_000_000, -1e12, 1e300, -1e300,
            .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
            Date.distantPast.timeIntervalSinceReferenceDate, Date.distantFuture.timeIntervalSinceReferenceDate,
        ] as [Double]).map { PropertyListSample("date \($0)", .date(Date(timeIntervalSinceReferenceDate: $0))) }

    static let texts = [
        "", "a", "hello", "\0", "a\0b", "a\u{1}b", "\u{8}", "\u{B}", "\u{1B}[31m", "\u{1F}", "\u{7F}", "\u{85}",
        "\u{2028}",
        "\r", "a\r\nb", "a\rb", "\n", "\t", "  a  ", "   ", "\u{FEFF}", "\u{FEFF}b", "b\u{FEFF}", "\u{FFFE}",
        "a\u{FFFF}",
        "\u{FFFD}", "\u{10FFFF}", "\u{1FFFE}", "\u{F8FF}", "😀", "👩‍👩‍👧‍👦 family", "caf\u{E9}", "cafe\u{301}", "日本語", "ﬀ",
        "<a href=\"x\">&amp;'</a>", "a]]>b<![CDATA[x]]>", "<!-- -->", "&#0;", "&lt;", "$string", "$$date", "$utf8:AA==",
        "true", "1", "~/x", "\u{1}&<>\r\u{FFFE}", String(repeating: "ab€", count: 5_000),
        String(repeating: "x", count: 15), String(repeating: "x", count: 16), String(repeating: "é", count: 70_000),
    ]

    static let strings = texts.map {
        PropertyListSample("string of \($0.unicodeScalars.count): \($0.prefix(8))", .string($0))
    }

    /// Keys that some reader or some escape treats as special.
    static let keys =
        texts.filter { $0.utf8.count < 1_000 } + [
            "CF$UID", "$CF$UID", "$$CF$UID", "$null", "$$null", "$date", "$nil", "$$nil", "$set", "$orderedSet",
            "$pairs",
            "$integer", "$utf8:", "$utf8:!", "$$utf8:AA==", "$utf8", "utf8:AA==", "$", "$$", "key", "dict", "a.b", "@a",
        ]

    static let collections: [PropertyListSample] = [
        PropertyListSample("empty data", .data(Data())),
        PropertyListSample("data of 1", .data(Data([0]))),
        PropertyListSample("data of 2", .data(Data([0, 255]))),
        PropertyListSample("data of 3", .data(Data([1, 2, 3]))),
        PropertyListSample("slice of data", .data(Data([1, 2, 3, 4, 5])[2..<4])),
        PropertyListSample("data of 1 MB", .data(Data((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 7) }))),
        PropertyListSample("empty array", .array([])),
        PropertyListSample("empty dictionary", .dictionary([:])),
        PropertyListSample("array of empty", .array([.array([]), .dictionary([:]), .string(""), .data(Data())])),
        PropertyListSample("array of 300", .array((0..<300).map { .integer($0) })),
        PropertyListSample("all numbers", .array(numbers.map(\.value))),
        PropertyListSample("all dates", .array(dates.map(\.value))),
        PropertyListSample("all strings", .array(strings.map(\.value))),
        PropertyListSample("NFC beside NFD", .array([.string("\u{E9}"), .string("e\u{301}"), .string("\u{E9}")])),
        PropertyListSample("null", .null()),
        PropertyListSample("an escaped null", .escaping(["$null": .integer(0)])),
        PropertyListSample("arrays 512 deep", nestedArrays(512, around: nil)),
        PropertyListSample(
            "a fraction in arrays 512 deep", nestedArrays(512, around: .date(Date(timeIntervalSinceReferenceDate: 0.5)))
        ),
        PropertyListSample(
            "dictionaries 500 deep", (0..<500).reduce(.string("\0")) { value, _ in .dictionary(["k": value]) }),
        PropertyListSample(
            "escapes 500 deep", (0..<500).reduce(.bool(true)) { value, _ in .dictionary(["$nil": value]) }),
    ]

    static func nestedArrays(_ depth: Int, around value: PropertyListValue?) -> PropertyListValue {
        (1..<depth).reduce(.array(value.map { [$0] } ?? [])) { value, _ in .array([value]) }
    }
}
