import Foundation
import Testing
import TypedDefaults

/// The one table of conversions, on every store, before and after reopening.
@Suite("The coercion table")
struct CoercionTableTests {
    /// A stored value, and what it is as each type, nil for a mismatch.
    private struct Row {
        let stored: PropertyListValue
        var bool: Bool?
        var int: Int?
        var int8: Int8?
        var uint64: UInt64?
        var double: Double?
        var float: Float?
        var string: String?
    }

    private static let rows: [Row] = [
        Row(stored: true, bool: true), Row(stored: false, bool: false),
        Row(stored: 0, bool: false, int: 0, int8: 0, uint64: 0, double: 0, float: 0),
        Row(stored: 1, bool: true, int: 1, int8: 1, uint64: 1, double: 1, float: 1),
        Row(stored: 2, int: 2, int8: 2, uint64: 2, double: 2, float: 2),
        Row(stored: -1, int: -1, int8: -1, double: -1, float: -1),
        Row(stored: 300, int: 300, uint64: 300, double: 300, float: 300),
        Row(stored: .integer(.max), int: .max, uint64: 1 << 63 - 1, double: 0x1p63, float: 0x1p63),
        Row(stored: .unsigned(.max), uint64: .max, double: 0x1p64, float: 0x1p64),
        Row(stored: 1.0, int: 1, int8: 1, uint64: 1, double: 1, float: 1),
        Row(stored: 3.5, double: 3.5, float: 3.5),
        Row(stored: 0.1, double: 0.1, float: 0.1),
        Row(stored: 1e300, double: 1e300),
        Row(stored: .real(.infinity), double: .infinity, float: .infinity),
        Row(stored: "YES", bool: true, string: "YES"), Row(stored: "no", bool: false, string: "no"),
        Row(stored: "True", bool: true, string: "True"), Row(stored: "f", bool: false, string: "f"),
        Row(stored: "t", bool: true, string: "t"), Row(stored: "N", bool: false, string: "N"),
        Row(stored: "y", bool: true, string: "y"), Row(stored: "maybe", string: "maybe"),
        Row(stored: "1", bool: true, int: 1, int8: 1, uint64: 1, double: 1, float: 1, string: "1"),
        Row(stored: "0", bool: false, int: 0, int8: 0, uint64: 0, double: 0, float: 0, string: "0"),
        Row(stored: "42", int: 42, int8: 42, uint64: 42, double: 42, float: 42, string: "42"),
        Row(stored: "-7", int: -7, int8: -7, double: -7, float: -7, string: "-7"),
        Row(stored: "2.5", double: 2.5, float: 2.5, string: "2.5"),
        Row(stored: "1e3", int: 1000, uint64: 1000, double: 1000, float: 1000, string: "1e3"),
        Row(stored: "0x1F", string: "0x1F"), Row(stored: " 1", string: " 1"), Row(stored: "", string: ""),
        Row(stored: "🎉", string: "🎉"),
        Row(
            stored: "18446744073709551615", uint64: .max, double: 0x1p64, float: 0x1p64, string: "18446744073709551615"),
        Row(stored: "inf", double: .infinity, float: .infinity, string: "inf"),
        Row(stored: .data(Data([1]))), Row(stored: .data(Data("x".utf8))),
        Row(stored: .date(Date(timeIntervalSinceReferenceDate: 1))), Row(stored: [1]), Row(stored: ["a": 1]),
    ]

    @Test("gives the same on every store, before and after reopening", arguments: StoreKind.allCases)
    func table(kind: StoreKind) throws {
        let store = try kind.make()
        for (index, row) in Self.rows.enumerated() { try store.setValue(row.stored, forKey: "row \(index)") }
        for store in [store, try kind.reopened(store)] {
            for (index, row) in Self.rows.enumerated() {
                func check<T: Defaultable & Equatable>(_ expected: T?) {
                    let entry: DefaultsEntry<T?> = Defaults.value("row \(index)").bound(to: store)
                    do throws(DefaultsError) {
                        let value = try entry.read()
                        #expect(value == expected, "\(row.stored) as \(T.self)")
                    } catch {
                        #expect(expected == nil, "\(row.stored) as \(T.self): \(error)")
                        #expect(error.code == .typeMismatch, "\(row.stored) as \(T.self)")
                    }
                }
                check(row.bool)
                check(row.int)
                check(row.int8)
                check(row.uint64)
                check(row.double)
                check(row.float)
                check(row.string)
                #expect(try store.value(forKey: "row \(index)") == row.stored)
            }
        }
    }
}
