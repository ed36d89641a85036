import Foundation
import Testing

@testable import TypedDefaults

@Suite("Property list files: hostile ones")
struct PropertyListHostileTests {
    @Test(
        "refuses 100,000 levels, quickly",
        arguments: ["<array>", "<dict><key>a</key>", "(", "{a=", "<dict><key>$set</key><array>"])
    func nesting(opening: String) {
        let prefix = opening.hasPrefix("<") ? "<plist>" : ""
        let bytes = Data((prefix + String(repeating: opening, count: 100_000)).utf8)
        #expect(throws: PropertyListReadError.tooDeep) { try PropertyListDocument.read(bytes) }
    }

    @Test("refuses a value of 513 levels in every format")
    func limit() {
        let (arrays, ends) = (String(repeating: "<array>", count: 513), String(repeating: "</array>", count: 513))
        var objects: [[UInt8]] = [[0xD1, 0, 1, 0, 2], [0x51, 0x61]]
        for next in 3..<515 { objects.append([0xA1, UInt8(next / 256), UInt8(next % 256)]) }
        objects.append([0xA0])
        for bytes in [
            Data("<plist><dict><key>a</key>\(arrays)\(ends)</dict></plist>".utf8),
            Data("{a = \(String(repeating: "(", count: 513))\(String(repeating: ")", count: 513));}".utf8),
            BinaryPropertyListFile(objects).wide,
        ] {
            #expect(throws: PropertyListReadError.tooDeep) { try PropertyListDocument.read(bytes) }
        }
    }

    @Test(
        "refuses collections that contain themselves",
        arguments: [
            [[0xD1, 1, 0], [0x51, 0x61]],
            [[0xD1, 1, 2], [0x51, 0x61], [0xA1, 2]],
            [[0xD1, 1, 2], [0x51, 0x61], [0xA1, 3], [0xD1, 1, 2]],
            [[0xD1, 0, 1], [0x09]],
            [[0xD1, 1, 2], [0x51, 0x61], [0xC1, 0]],
        ] as [[[UInt8]]])
    func cycles(objects: [[UInt8]]) {
        #expect { try PropertyListDocument.read(BinaryPropertyListFile(objects).bytes) } throws: { error in
            guard case .damaged(let reason, _)? = error as? PropertyListReadError else { return false }
            return reason == "collection contains itself"
        }
    }

    @Test("refuses a small file that unfolds into 2^60 elements")
    func sharing() {
        let chain: [[UInt8]] = (0..<60).map { [0xA2, UInt8($0 + 3), UInt8($0 + 3)] }
        let file = BinaryPropertyListFile([[0xD1, 1, 2], [0x51, 0x61]] + chain + [[0x09]])
        #expect(throws: PropertyListReadError.tooLarge) { try PropertyListDocument.read(file.bytes) }
    }

    @Test("reads moderate sharing, and shares what is large")
    func moderateSharing() throws {
        let text: [UInt8] = [0x5F, 0x11, 0x10, 0x00] + [UInt8](repeating: 0x61, count: 4_096)
        let array: [UInt8] = [0xAF, 0x10, 200] + [UInt8](repeating: 3, count: 200)
        let file = BinaryPropertyListFile([[0xD1, 1, 2], [0x51, 0x61], array, text])
        let expected = PropertyListValue.string(String(repeating: "a", count: 4_096))
        #expect(
            try PropertyListDocument.read(file.bytes).values == ["a": .array(Array(repeating: expected, count: 200))])
    }

    @Test(
        "refuses sizes and counts that are absurd",
        arguments: [
            [0x4F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x6F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0], [0xAF, 0x13, 0x20, 0, 0, 0, 0, 0, 0, 1],
            [0xDF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 1],
            [0xAF, 0x12, 0x10, 0, 0, 0], [0x4F], [0x4F, 0x10], [0x4F, 0x14], [0x4F, 0x23, 0], [0xA5, 1], [0x13, 0, 0],
            [0x14, 1],
            [0x15], [0x21], [0x24], [0x32], [0x33, 1], [0x01], [0x0F], [0x90], [0xE0], [0xF0], [0x52, 0x61, 0x80],
            [0x72, 0xC3, 0x28], [0x8F] + [UInt8](repeating: 1, count: 16), [0xA1, 99],
        ] as [[UInt8]])
    func sizes(object: [UInt8]) {
        let file = BinaryPropertyListFile([[0xD1, 1, 2], [0x51, 0x61], object])
        #expect { try PropertyListDocument.read(file.bytes) } throws: { error in
            guard case .damaged? = error as? PropertyListReadError else { return false }
            return true
        }
    }

    @Test("refuses a trailer that does not fit")
    func trailers() {
        let good = BinaryPropertyListFile([[0xD0]])
        #expect(throws: Never.self) { try PropertyListDocument.read(good.bytes) }
        for change: (inout BinaryPropertyListFile) -> Void in [
            { $0.root = 1 }, { $0.root = .max }, { $0.objectCount = 0 }, { $0.objectCount = 2 },
            { $0.objectCount = .max },
            { $0.objectCount = 1 << 62 }, { $0.referenceSize = 0 }, { $0.referenceSize = 9 }, { $0.offsetSize = 0 },
            { $0.offsetSize = 9 }, { $0.tableOffset = 0 }, { $0.tableOffset = 8 }, { $0.tableOffset = 10 },
            { $0.tableOffset = .max },
        ] {
            var file = good
            change(&file)
            #expect(throws: PropertyListReadError.self) { try PropertyListDocument.read(file.bytes) }
        }
    }

    @Test("refuses declarations of entities, so that a billion laughs are none")
    func entities() {
        for subset in [
            "<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">",
            "<!ENTITY x SYSTEM \"file:///etc/passwd\">", "",
        ] {
            let text =
                "<?xml version=\"1.0\"?><!DOCTYPE plist [\(subset)]><plist><dict><key>a</key><string>x</string></dict></plist>"
            #expect { try PropertyListDocument.read(Data(text.utf8)) } throws: { error in
                guard case .damaged(let reason, 21)? = error as? PropertyListReadError else { return false }
                return reason == "document type has declarations"
            }
        }
    }
}

extension BinaryPropertyListFile {
    /// The bytes with references of two bytes.
    fileprivate var wide: Data {
        var file = self
        file.referenceSize = 2
        return file.bytes
    }
}
