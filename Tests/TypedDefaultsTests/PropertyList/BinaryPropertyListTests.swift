import Foundation
import Testing

@testable import TypedDefaults

@Suite("Binary property lists")
struct BinaryPropertyListTests {
    @Test("hold each key and scalar once")
    func uniquing() throws {
        let element = PropertyListValue.dictionary([
            "identifier": .string("a repeated string"), "count": .integer(1_234_567), "ratio": .real(0.1),
            "isOn": .bool(true),
        ])
        let one = try BinaryPropertyList.encode(.array([element]))
        let many = try BinaryPropertyList.encode(.array(Array(repeating: element, count: 101)))
        // A marker, eight references, an entry of the offset table and a reference from the array.
        #expect(many.count - one.count <= 100 * 13 + 16)
        let foundation = try PropertyListSerialization.data(
            fromPropertyList: Array(
                repeating: ["identifier": "a repeated string", "count": 1_234_567, "ratio": 0.1, "isOn": true],
                count: 101)
                as [[String: Any]], format: .binary, options: 0)
        #expect(many.count <= foundation.count)
    }

    @Test(
        "take as many bytes for a scalar as its marker says",
        arguments: [
            (.integer(0), [0x10, 0]), (.integer(255), [0x10, 255]), (.integer(256), [0x11, 1, 0]),
            (.integer(65_536), [0x12, 0, 1, 0, 0]),
            (.integer(-1), [0x13] + [UInt8](repeating: 255, count: 8)),
            (.integer(1 << 32), [0x13, 0, 0, 0, 1, 0, 0, 0, 0]),
            (.unsigned(1 << 63), [0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0]), (.bool(true), [9]),
            (.bool(false), [8]),
            (.string("ab"), [0x52, 0x61, 0x62]), (.string("é"), [0x61, 0, 0xE9]), (.data(Data([1])), [0x41, 1]),
            (.array([]), [0xA0]),
            (.real(1), [0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]), (.dictionary([:]), [0xD0]), (.unsigned(5), [0x10, 5]),
            (.string("aaaaaaaaaaaaaaa"), [0x5F, 0x10, 15] + [UInt8](repeating: 0x61, count: 15)),
        ] as [(PropertyListValue, [UInt8])])
    func scalars(_ value: PropertyListValue, _ object: [UInt8]) throws {
        var file = BinaryPropertyListFile([object])
        file.offsetSize = 1
        #expect(try BinaryPropertyList.encode(value) == file.bytes)
    }

    @Test(
        "are read in forms that this library does not write",
        arguments: [
            ([0x22, 0x3F, 0x80, 0, 0], .real(1)), ([0x14] + [UInt8](repeating: 255, count: 16), .integer(-1)),
            ([0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5], .integer(5)), ([0x72, 0xC3, 0xA9], .string("é")),
            ([0x13, 0, 0, 0, 0, 0, 0, 0, 1], .integer(1)), ([0x4F, 0x13, 0, 0, 0, 0, 0, 0, 0, 1, 7], .data(Data([7]))),
            ([0x61, 0xD8, 0x3D], .string("\u{FFFD}")), ([0x61, 0, 0x61], .string("a")),
        ] as [([UInt8], PropertyListValue)])
    func otherForms(_ object: [UInt8], _ value: PropertyListValue) throws {
        #expect(try BinaryPropertyList.decode(BinaryPropertyListFile([object]).bytes) == value)
    }

    @Test("widen references and offsets as the file grows", arguments: [1, 255, 256, 257, 65_535, 65_537])
    func widths(count: Int) throws {
        let value = PropertyListValue.array((0..<count).map { .integer(Int64($0)) })
        let bytes = try BinaryPropertyList.encode(value)
        #expect(try BinaryPropertyList.decode(bytes) == value)
        let object = try PropertyListSerialization.propertyList(from: bytes, options: [], format: nil)
        #expect((object as? [Int])?.count == count)
    }

    @Test("let the last of equal keys count")
    func duplicates() throws {
        let file = BinaryPropertyListFile([[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x08], [0x09]])
        #expect(try PropertyListDocument.read(file.bytes).values == ["a": .bool(true)])
    }
}
