import Foundation
public import TypedDefaults

extension StoreConformance {
    /// Values at the edges of what can be stored, with what they are. A store reads each back exactly as it was written.
    public static let values: [(name: String, value: PropertyListValue)] = scalars + texts + collections

    /// Keys that a store must take as they are.
    public static let keys: [String] = [
        "", " ", "a.b", "com.example.key", "@key", "a/b", "a\\b", "..", "ключ", "キー", "🔑", "a\nb", "<key>&amp;",
        "$null", "CF$UID", "-flag", "\"quoted\"", String(repeating: "k", count: 1_000),
    ]

    private static let scalars: [(name: String, value: PropertyListValue)] = [
        ("true", true), ("false", false),
        ("0", 0), ("1", 1), ("-1", -1),
        ("Int64.max", .integer(.max)), ("Int64.max - 1", .integer(.max - 1)), ("Int64.min", .integer(.min)),
        ("2^63", .unsigned(1 << 63)), ("UInt64.max", .unsigned(.max)),
        ("0.0", 0.0), ("-0.0", -0.0), ("1.0", 1.0), ("0.1 + 0.2", .real(0.1 + 0.2)), ("2^53", 0x1p53),
        ("1e300", 1e300), ("greatest", .real(.greatestFiniteMagnitude)), ("least", .real(.leastNonzeroMagnitude)),
        ("NaN", .real(.nan)), ("infinity", .real(.infinity)), ("-infinity", .real(-.infinity)),
        ("empty data", .data(Data())), ("data", .data(Data([0, 1, 254, 255]))),
        ("data like a property list", .data(Data("bplist00".utf8))),
        ("whole second", .date(Date(timeIntervalSinceReferenceDate: 700_000_000))),
        ("fraction of a second", .date(Date(timeIntervalSinceReferenceDate: 700_000_000.123456))),
        ("distant past", .date(.distantPast)), ("distant future", .date(.distantFuture)),
        ("far date", .date(Date(timeIntervalSinceReferenceDate: 1e300))),
        ("NaN date", .date(Date(timeIntervalSinceReferenceDate: .nan))),
        ("infinite date", .date(Date(timeIntervalSinceReferenceDate: .infinity))),
    ]

    private static let texts: [(name: String, value: PropertyListValue)] = [
        "", "hello", "  spaces  ", "\n", "a\r\nb", "a\rb", "a\tb", "a\u{0}b", "a\u{1}b", "a\u{1B}[31mb", "\u{FEFF}b",
        "a\u{FFFE}b", "a\u{FFFF}b", "\u{85}\u{2028}", "e\u{301}", "\u{E9}", "👩‍👩‍👧🎉", "日本語", "<a href=\"x\">&amp;'</a>",
        "]]>",
        "$null", "1", "YES", "~/x", "https://example.org/a?b=c#d", "\"quoted\"", "{\"a\":1}",
    ].map { ("string \($0.debugDescription)", .string($0)) }

    private static let collections: [(name: String, value: PropertyListValue)] = [
        ("empty array", []), ("empty dictionary", [:]),
        ("mixed array", [1, 1.0, true, "1", .date(Date(timeIntervalSinceReferenceDate: 0.5)), [], [:]]),
        ("array of -0.0", [-0.0]), ("dictionary of keys", .dictionary(Dictionary(keys.map { ($0, 1) }) { $1 })),
        ("dictionary like an archive's reference", ["CF$UID": 5]), ("the same in an array", [["CF$UID": 5]]),
        ("dictionary like a null", ["$null": 0]),
        ("dictionary of a NaN date", ["d": .date(Date(timeIntervalSinceReferenceDate: .nan))]),
        ("nested 100 deep", nested(100)), ("nested 500 deep", nested(500)),
        ("as deep as allowed", nested(PropertyListValue.maximumDepth)),
    ]

    /// A value of arrays and dictionaries in each other.
    static func nested(_ depth: Int) -> PropertyListValue {
        var value: PropertyListValue = 1
        for level in 0..<depth { value = level.isMultiple(of: 2) ? [value] : ["k": value] }
        return value
    }
}
