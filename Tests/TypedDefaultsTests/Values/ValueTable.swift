import Foundation
import TypedDefaults
import TypedDefaultsTesting

/// The typed values that every store must read back exactly, before and after it is reopened.
enum ValueTable {
    static let all = scalars + texts + foundation + collections + codable + optionals + raw

    private static let scalars: [ValueCase] =
        ValueCase.each([true, false])
        + ValueCase.each([Int.min, .max, .max - 1, 0, 1, 2, -1, 42])
        + ValueCase.each([Int8.min, .max, 0, 1]) + ValueCase.each([Int16.min, .max, -1])
        + ValueCase.each([Int32.min, .max, 7]) + ValueCase.each([Int64.min, .max, .max - 1, 5])
        + ValueCase.each([UInt.min, .max, 1, 42, 1 << 63]) + ValueCase.each([UInt8.min, .max, 200])
        + ValueCase.each([UInt16.min, .max]) + ValueCase.each([UInt32.min, .max])
        + ValueCase.each([UInt64.min, .max, 1 << 63])
        + ValueCase.numbers([
            Double.nan, .infinity, -.infinity, 0, -0.0, 1, 2, 0.1, 1.5, .pi, 1e300, 1e18, 1e19, 0x1p53 + 2,
            .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, 123456789.123456789, 0.1 + 0.2,
        ])
        + ValueCase.numbers([
            Float.nan, .infinity, -.infinity, 0, -0.0, 1, 0.1, 1.5, .pi, .greatestFiniteMagnitude,
            .leastNonzeroMagnitude,
        ])
        + ValueCase.numbers([CGFloat(1), 1.5, .infinity, -0.0]) + ValueCase.numbers([Float16(1.5), .infinity, 0])

    private static let texts: [ValueCase] =
        ValueCase.strings([
            "", "hello", "🎉", "🎉12", " 😀5", "a\u{0}b", "\u{0}", "a\r\nb", "a\rb", "a\nb", "a\tb", "a\u{1}b", "a\u{8}b",
            "a\u{B}b", "a\u{1B}[31mb", "a\u{1F}b", "a\u{7F}b", "a\u{85}b", "a\u{2028}b", "a\u{FFFE}b", "a\u{FFFF}b",
            "\u{FEFF}b", "a\u{10FFFF}b", "\u{F8FF}", "<a href=\"x\">&amp;'\"</a>", "a]]>b<![CDATA[x]]>", "  a  ", "\n",
            "   ", "e\u{301}", "\u{E9}", "1", "YES", "~/x", "$null", "null", "{\"a\":1}", "\"x\"", "bplist00",
            String(repeating: "ab€", count: 300_000),
        ])
        + ValueCase.each([Character("a"), "é", "👩‍👩‍👧", "\r\n"])

    private static let foundation: [ValueCase] =
        ValueCase.each([Data(), Data([1, 2, 3]), Data("bplist00".utf8), Data([1, 2, 3, 4]).dropFirst()])
        + [ValueCase("of 1 MB", Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }))]
        + [
            700_000_000.123456, 700_000_000.999999, 700_000_000, -63_114_076_800, 63_113_904_000, -978_307_200,
            252_424_080_000, -1e12, 1e300, .infinity, -0.25,
        ].map { ValueCase("\($0)", Date(timeIntervalSinceReferenceDate: $0)) }
        + [
            ValueCase("NaN", Date(timeIntervalSinceReferenceDate: .nan)) { read, _ in
                read.timeIntervalSinceReferenceDate.isNaN
            }
        ]
        + [
            "https://example.org/a?b=c", "file:///dir/a%20b.txt", "/a/b", "rel/x", "~/x", "mailto:a@example.org",
            "https://example.org/%C3%A9#f",
        ].compactMap(URL.init(string:)).map { url in ValueCase("\(url)", url) { $0.absoluteString == $1.absoluteString }
        }
        + ValueCase.each([URL(filePath: "/dir/a b é.txt")]) + ValueCase.each([UUID(), UUID()])
        + ValueCase.each(
            ["0", "1.1", "-12345678901234567890.123", "1e100"].compactMap { Decimal(string: $0) })
        + ValueCase.each([Locale(identifier: "de_CH")]) + ValueCase.each([TimeZone.gmt])
        + ValueCase.each([Calendar(identifier: .iso8601)]) + ValueCase.each([DateComponents(year: 2026, month: 12)])
        + ValueCase.each([IndexSet([1, 2, 3, 9]), IndexSet()]) + ValueCase.each([IndexPath(indexes: [1, 2, 3])])
        + ValueCase.each([Duration.seconds(5), .nanoseconds(1), .zero])
        + ValueCase.each([Measurement(value: 1.5, unit: UnitLength.meters)])
        + ValueCase.each([CGPoint(x: 1.5, y: -2)]) + ValueCase.each([CGSize(width: 3, height: 4)])
        + ValueCase.each([CGRect(x: 1, y: 2, width: 3, height: 4.5)])
        + ValueCase.each([DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 1.5)])
        + ValueCase.each([
            NSNumber(value: 5), NSNumber(value: true), NSNumber(value: 2.5), NSNumber(value: UInt64.max),
        ]) + ValueCase.each([NSString("hello")]) + ValueCase.each([NSArray(array: [1, "two", 3.5])])
        + ValueCase.each([NSDictionary(dictionary: ["a": 1, "b": ["c"]])])
        + ValueCase.each([NSData(data: Data([1, 2]))])
        + ValueCase.each([NSDate(timeIntervalSinceReferenceDate: 5.25)])

    private static let collections: [ValueCase] =
        ValueCase.each([[1, 2, 3], []]) + ValueCase.each([["a", ""], []]) + ValueCase.each([[true, false]])
        + ValueCase.each([[1.0, 1.5, .infinity]]) + ValueCase.each([[Float(0.1), 0.5]])
        + ValueCase.each([[Int8(1), -128]]) + ValueCase.each([[UInt64.max, 1]]) + ValueCase.each([[UInt8(1), 255]])
        + ValueCase.each([[[1], [], [2, 3]]]) + ValueCase.each([[Date(timeIntervalSinceReferenceDate: 0.5)]])
        + ValueCase.each([[Data([1]), Data()]]) + ValueCase.each([[URL(filePath: "/a"), URL(filePath: "/b")]])
        + ValueCase.each([["a": 1, "": 2, "a.b": 3, "CF$UID": 4], [:]]) + ValueCase.each([["CF$UID": 5]])
        + ValueCase.each([["$null": 0], ["$$null": 1]]) + ValueCase.each([["a": ["b": true]]])
        + ValueCase.each([["a\u{0}b": 1, "\u{1}": 2, "\u{FEFF}k": 3]])
        + ValueCase.each([[1: "a", -2: "b"]]) + ValueCase.each([[Direction.north: 1]])
        + ValueCase.each([[Rank.high: [1]]])
        + ValueCase.each([[UUID(): "x"]]) + ValueCase.each([[true: 1, false: 0]]) + ValueCase.each([[UInt64.max: 1.5]])
        + ValueCase.each([Set([1, 2, 3]), Set()]) + ValueCase.each([Set(["a", "b"])])
        + ValueCase.each([Set([Direction.north, .south])]) + ValueCase.each([0..<10, 5..<5]) + ValueCase.each([-1...1])
        + ValueCase.each([1.5...2.5]) + ValueCase.each(["a"..<"b"])
        + StoreConformance.values.map { ValueCase($0.name, $0.value) }
        + [ValueCase("mixed", ["a": 1, "b": true, "c": 1.0, "d": [[:], "x"]] as [String: PropertyListValue])]

    private static let codable: [ValueCase] =
        ValueCase.each([Profile(name: "Ada"), Profile(name: "$null", missing: 1)])
        + ValueCase.each([[Profile(name: "a")], []]) + ValueCase.each([["k": Profile(name: "b")]])
        + ValueCase.each([
            Shape.circle(radius: .infinity), .square(side: 1, name: "x"), .square(side: 1, name: nil), .none,
        ])
        + ValueCase.each([Box(content: 1)]) + ValueCase.each([Box(content: "x")])
        + ValueCase.each([Box(content: [1: "a"])])
        + ValueCase.each([Box(content: Box(content: Direction.north))]) + ValueCase.each([Box(content: Int?.none)])
        + ValueCase.each([[Shape.none, .circle(radius: 0)]])

    private static let optionals: [ValueCase] =
        ValueCase.each([[1, nil, 3] as [Int?]]) + ValueCase.each([["a": nil, "b": 1] as [String: Int?]])
        + ValueCase.each([[.some(nil), .some(1), nil] as [Int??]]) + ValueCase.each([Int?.some(5)])
        + ValueCase.each([Int??.some(nil), .some(1)]) + ValueCase.each([[Direction.north, nil] as [Direction?]])
        + ValueCase.each([[nil, [nil, 1]] as [[Int?]?]])

    private static let raw: [ValueCase] =
        ValueCase.each([Direction.north, .south]) + ValueCase.each([Rank.low, .high])
        + ValueCase.each([Options.bold, [.bold, .italic], []]) + ValueCase.each([[Direction.north, .south]])
        + ValueCase.each([[[Rank.low]]]) + ValueCase.each([["k": Direction.south]])
}

// MARK: - Types

extension ValueTable {
    enum Direction: String, Codable, Defaultable { case north, south }
    enum Rank: Int, Defaultable { case low = 1, high = 9 }
    enum Shape: Codable, Defaultable, Equatable { case circle(radius: Double), square(side: Int, name: String?), none }

    struct Options: OptionSet, Defaultable {
        let rawValue: Int
        static let bold = Options(rawValue: 1)
        static let italic = Options(rawValue: 2)
    }

    struct Profile: Codable, Defaultable, Equatable {
        var name: String
        var level = 3
        var scores: [Double] = [.nan, .infinity, -0.0, 0.1]
        var url = URL(string: "https://example.org/a?b=c#d")
        var date = Date(timeIntervalSinceReferenceDate: 700_000_000.123456)
        var data = Data([0, 255])
        var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        var price = Decimal(string: "12345678901234567890.123")
        var nested: [String: [Shape]] = ["a": [.circle(radius: 1), .square(side: 2, name: nil)], "b": [.none]]
        var direction = Direction.south
        var big = UInt64.max
        var missing: Int?

        /// NaN does not equal itself, so equality is that of the stored form.
        static func == (left: Profile, right: Profile) -> Bool {
            do {
                return try encode(left) == encode(right)
            } catch {
                return false
            }
        }
    }

    struct Box<Content: Codable & Equatable & Sendable>: Codable, Defaultable, Equatable, Sendable {
        var content: Content
    }
}
