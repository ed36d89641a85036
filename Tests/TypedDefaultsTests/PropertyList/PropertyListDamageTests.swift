import Foundation
import Testing

@testable import TypedDefaults

@Suite("Property list files: damage")
struct PropertyListDamageTests {
    static let sample = PropertyListDocument(
        values: [
            "array": .array([.integer(1), .unsigned(.max), .string("é😀"), .data(Data([1, 2, 3]))]), "bool": .bool(true),
            "date": .date(Date(timeIntervalSinceReferenceDate: 0.25)),
            "day": .date(Date(timeIntervalSinceReferenceDate: 0)),
            "dictionary": .dictionary(["a&b": .real(1.5), "\0": .string("\0<>")]),
            "long": .string(String(repeating: "x", count: 40)),
        ],
        opaque: ["uid": .uid(3), "set": .set([.null, .value(.bool(true))])]
    )

    /// What a file of 64 bytes of every kind must give, for each way of being no property list.
    static let damaged: [String] = [
        "hello", "bpli", "hello world", "{", "}", "(", "{\"a\": 1}", "{ a = 1 }", "{ a = ; }", "{ a = 1; } x",
        "{ = 1; }",
        "{ a = \"x; }",
        "{ a = <0; }", "{ a = <0g>; }", "{ a = (1 2); }", "/* x", "{ a = \"\\200\"; }", "   \n ", "[1, 2]", "null?",
        "<", "<?", "<?xml", "<!--", "<plist", "<plist>", "<plist/>", "<plist></plist>", "<plist><dict>",
        "<plist><dict/>",
        "<plist><dict/></plist", "<plist><dict/></plist>x", "<plist><dict/><dict/></plist>",
        "<plist><dict></array></plist>",
        "<plist><dict><key>a</key></dict></plist>", "<plist><dict><integer>1</integer></dict></plist>",
        "<plist><dict><key>a</key><key>b</key></dict></plist>", "<plist><what/></plist>", "<plist>text</plist>",
        "<plist><dict>text</dict></plist>", "<plist><dict a=\"</dict></plist>", "<html><body/></html>",
        "<plist><plist/></plist>",
    ]

    static let invalidScalars: [String] = [
        "<integer></integer>", "<integer/>", "<integer>x</integer>", "<integer>1.5</integer>", "<integer>--1</integer>",
        "<integer>18446744073709551616</integer>", "<integer>-9223372036854775809</integer>", "<integer>0x</integer>",
        "<real></real>", "<real>x</real>", "<real>1,5</real>", "<date></date>", "<date>today</date>", "<true>x</true>",
        "<date>2001-13-01T00:00:00Z</date>", "<date>2001-02-29T00:00:00Z</date>", "<date>2001-01-01T24:00:00Z</date>",
        "<date>2001-01-01T00:00:00</date>", "<date>2001-01-01</date>", "<data>A</data>", "<data>AA=A</data>",
        "<data>!</data>",
        "<data>AAAA=</data>", "<string>&unknown;</string>", "<string>&</string>", "<string>&#xD800;</string>",
        "<string>&#x110000;</string>", "<string>&#;</string>", "<string>&#-1;</string>", "<string><b/></string>",
        "<string><![CDATA[x</string>",
        "<string>a", "<string>a</key>", "<key>a</key>",
    ]

    @Test("tells an empty file")
    func empty() {
        #expect(throws: PropertyListReadError.empty) { try PropertyListDocument.read(Data()) }
    }

    @Test("tells text that is no property list", arguments: damaged)
    func text(_ text: String) {
        #expect(Self.isDamaged(Data(text.utf8)))
    }

    @Test("tells an element with invalid content", arguments: invalidScalars)
    func scalar(_ element: String) {
        #expect(Self.isDamaged(Data("<plist><dict><key>k</key>\(element)</dict></plist>".utf8)))
    }

    @Test("tells bytes that are no text or no known binary version")
    func bytes() {
        let samples: [[UInt8]] = [
            [0], [UInt8](repeating: 0, count: 4_096), [0xFF], [0xFF, 0xFE], [0xFE, 0xFF, 0x00], [0xEF, 0xBB, 0xBF],
            [0xC3, 0x28],
            Array("<plist><dict><key>\u{0}</key><string>".utf8) + [0x80] + Array("</string></dict></plist>".utf8),
            Array("bplist".utf8), Array("bplist00".utf8), Array("bplist99".utf8) + [UInt8](repeating: 1, count: 64),
            Array("bplist00".utf8) + [UInt8](repeating: 0, count: 64),
            Array("bplist00".utf8) + [UInt8](repeating: 255, count: 64),
            [0xFF, 0xFE] + [UInt8](repeating: 0xD8, count: 64),
        ]
        for sample in samples { #expect(Self.isDamaged(Data(sample)), "\(sample.prefix(12))") }
    }

    @Test("tells a root that is not a dictionary, and which it is")
    func root() throws {
        for (value, name) in [
            (PropertyListValue.array([]), "array"), (.string("s"), "string"), (.integer(1), "integer"),
        ] {
            #expect(throws: PropertyListReadError.notADictionary(found: name)) {
                try PropertyListDocument.read(BinaryPropertyList.encode(value))
            }
        }
        #expect(throws: PropertyListReadError.notADictionary(found: "array")) {
            try PropertyListDocument.read(Data("<plist><array/></plist>".utf8))
        }
        #expect(throws: PropertyListReadError.notADictionary(found: "array")) {
            try PropertyListDocument.read(Data("(a)".utf8))
        }
    }

    @Test("tells a file that is cut off at any byte", arguments: PropertyListFileFormat.allCases)
    func truncation(format: PropertyListFileFormat) throws {
        let bytes = try Self.sample.write(format)
        // Without its last line feed, XML is still complete.
        let complete = format == .xml ? bytes.count - 1 : bytes.count
        #expect(try PropertyListDocument.read(bytes.prefix(complete)) == Self.sample)
        for count in 1..<complete { #expect(Self.isDamaged(bytes.prefix(count)), "cut at \(count)") }
        #expect(Self.isDamaged(bytes + Data("x".utf8)))
    }

    @Test("survives the flip of any bit", arguments: PropertyListFileFormat.allCases)
    func bitFlips(format: PropertyListFileFormat) throws {
        let bytes = try Self.sample.write(format)
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << UInt8(bit)
                Self.exercise(flipped)
            }
        }
    }

    @Test("survives random bytes of every kind")
    func garbage() throws {
        var generator = RandomPropertyLists(seed: 7)
        let (xml, binary) = (try Self.sample.write(.xml), try Self.sample.write(.binary))
        for index in 0..<3_000 {
            let noise = Data(
                (0..<Int.random(in: 0..<120, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
                })
            switch index % 4 {
            case 0: Self.exercise(noise)
            case 1: Self.exercise(Data("bplist00".utf8) + noise + binary.suffix(40))
            default:
                var bytes = index % 4 == 2 ? binary : xml
                for _ in 0..<4 {
                    let place = Int.random(in: bytes.indices, using: &generator)
                    bytes[place] = UInt8.random(in: 0...255, using: &generator)
                }
                Self.exercise(bytes)
            }
        }
    }

    /// Reads bytes that may be anything, and writes what comes out.
    private static func exercise(_ bytes: Data) {
        do {
            let document = try PropertyListDocument.read(bytes)
            for format in PropertyListFileFormat.allCases {
                let read = try PropertyListDocument.read(document.write(format))
                #expect(read == document)
            }
        } catch {
            #expect(error is PropertyListReadError, "\(error)")
        }
    }

    private static func isDamaged(_ bytes: Data) -> Bool {
        do {
            _ = try PropertyListDocument.read(bytes)
            return false
        } catch .damaged(_, let offset) {
            return (0...bytes.count).contains(offset)
        } catch {
            return false
        }
    }
}
