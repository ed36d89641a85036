import Foundation
import Testing

@testable import TypedDefaults

@Suite("Property list files: XML and OpenStep text")
struct PropertyListTextTests {
    static let header =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x>y\">\n"

    static let elements: [(String, PropertyListValue)] = [
        ("<integer>0x1F</integer>", .integer(31)), ("<integer>-0x10</integer>", .integer(-16)),
        ("<integer> +7\n</integer>", .integer(7)),
        ("<integer>-9223372036854775808</integer>", .integer(.min)),
        ("<integer>18446744073709551615</integer>", .unsigned(.max)),
        ("<real>3</real>", .real(3)), ("<real>-1.5E+3</real>", .real(-1500)), ("<real>inf</real>", .real(.infinity)),
        ("<real>-Infinity</real>", .real(-.infinity)), ("<real>NaN</real>", .real(.nan)),
        ("<real>.5</real>", .real(0.5)),
        ("<real>0.1000000000000000055511151231257827</real>", .real(0.1)), ("<real>1e400</real>", .real(.infinity)),
        ("<date>2001-01-01T00:00:01Z</date>", .date(Date(timeIntervalSinceReferenceDate: 1))),
        ("<date>2000-02-29T23:59:59Z</date>", .date(Date(timeIntervalSinceReferenceDate: -26_438_401))),
        ("<date>2001-01-01T00:00:01.5Z</date>", .date(Date(timeIntervalSinceReferenceDate: 1.5))),
        ("<date>10000-01-01T00:00:00Z</date>", .date(Date(timeIntervalSinceReferenceDate: 252_423_993_600))),
        ("<data>\n\t AQ ID\n</data>", .data(Data([1, 2, 3]))), ("<data>AQI</data>", .data(Data([1, 2]))),
        ("<data/>", .data(Data())),
        ("<string/>", .string("")), ("<string>a<![CDATA[<&>]]>b</string>", .string("a<&>b")),
        ("<string>a<!-- x -->b</string>", .string("ab")),
        ("<string>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;&#x1F600;</string>", .string("&<>\"'AB😀")),
        ("<string >x</string >", .string("x")),
        ("<true></true>", .bool(true)), ("<false />", .bool(false)), ("<array />", .array([])),
        ("<dict a='>'/>", .dictionary([:])),
        ("<!-- x --><array><?p ?><true/><!-- y --></array>", .array([.bool(true)])),
        ("<dict><key>$date</key><string>today</string></dict>", .dictionary(["$date": .string("today")])),
        ("<dict><key>$string</key><data>gA==</data></dict>", .dictionary(["$string": .data(Data([0x80]))])),
        ("<dict><key/><true/></dict>", .dictionary(["": .bool(true)])),
        ("<dict><key>a</key><true/><key>a</key><false/></dict>", .dictionary(["a": .bool(false)])),
        ("<dict><key>\u{E9}</key><true/><key>e\u{301}</key><false/></dict>", .dictionary(["\u{E9}": .bool(false)])),
    ]

    @Test("reads every form of an element", arguments: elements)
    func element(_ xml: String, _ value: PropertyListValue) throws {
        let text = "\(Self.header)<plist version=\"1.0\"><dict><key>k</key>\(xml)</dict></plist>\n<!-- end -->"
        #expect(try PropertyListDocument.read(Data(text.utf8)).values == ["k": value])
        #expect(try BinaryPropertyList.decode(Data("<plist>\(xml)</plist>".utf8)) == value)
        #expect(try BinaryPropertyList.decode(Data(xml.utf8)) == value)
    }

    @Test("reads UTF-8 and UTF-16 with and without a byte order mark")
    func encodings() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"utf-16\"?><plist><dict><key>é</key><string>😀</string></dict></plist>"
        for (encoding, mark) in [
            (String.Encoding.utf8, []), (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, [0xFF, 0xFE]),
            (.utf16BigEndian, [0xFE, 0xFF]),
            (.utf16LittleEndian, []), (.utf16BigEndian, []),
        ] as [(String.Encoding, [UInt8])] {
            let bytes = Data(mark) + (try #require(text.data(using: encoding)))
            #expect(try PropertyListDocument.read(bytes).values == ["é": .string("😀")])
        }
    }

    @Test("refuses other encodings only where they matter")
    func otherEncodings() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><dict><key>k</key><string>X</string></dict></plist>"
        #expect(try PropertyListDocument.read(Data(text.utf8)).values == ["k": .string("X")])
        #expect(throws: PropertyListReadError.self) {
            try PropertyListDocument.read(Data(text.replacing("X", with: "é").utf8))
        }
    }

    @Test("writes what XML can hold as other tools would, and escapes the rest")
    func escapes() throws {
        let document = PropertyListDocument(values: [
            "CF$UID": .integer(1), "cr": .string("a\r\n"), "nul\0": .string("\0"),
            "half": .date(Date(timeIntervalSinceReferenceDate: 0.5)),
            "user": .dictionary(["CF$UID": .integer(1)]), "bom": .string("\u{FEFF}b"),
        ])
        let text = try String(decoding: document.write(.xml), as: UTF8.self)
        for line in [
            "\t<key>CF$UID</key>\n\t<integer>1</integer>\n", "<string>a&#13;\n</string>", "<key>$utf8:bnVsAA==</key>",
            "\t\t<key>$date</key>\n\t\t<real>0.5</real>\n", "\t\t<key>$CF$UID</key>\n", "<string>&#xFEFF;b</string>",
            "\t\t<key>$string</key>\n\t\t<data>\n\t\tAA==\n\t\t</data>\n",
        ] { #expect(text.contains(line)) }
        #expect(try PropertyListDocument.read(Data(text.utf8)) == document)
    }

    static let openStep: [(String, [String: PropertyListValue])] = [
        (
            "{ a = 1; b = \"x\"; c = (1, 2); d = <0fbd77>; }",
            [
                "a": .string("1"), "b": .string("x"), "c": .array([.string("1"), .string("2")]),
                "d": .data(Data([0x0F, 0xBD, 0x77])),
            ]
        ),
        ("// x\n{ /* y */ a /**/ = /* z */ 1; // end\n}", ["a": .string("1")]),
        ("a = 1;\n\"b c\" = 'd';", ["a": .string("1"), "b c": .string("d")]), ("{}", [:]),
        ("{ a; }", ["a": .string("a")]),
        (
            "{ a = (); b = {}; c = <>; d = (x,); }",
            ["a": .array([]), "b": .dictionary([:]), "c": .data(Data()), "d": .array([.string("x")])]
        ),
        (
            "{ a = \"\\n\\t\\\"\\\\\\101\\U00e9\\Ud83d\\Ude00é\"; }",
            ["a": .string("\n\t\"\\Aé😀é")]
        ),
        ("{ $a/b:c.d_e-f = ../x; }", ["$a/b:c.d_e-f": .string("../x")]),
    ]

    @Test("reads the text form of OpenStep", arguments: openStep)
    func oldText(_ text: String, _ values: [String: PropertyListValue]) throws {
        #expect(try PropertyListDocument.read(Data(text.utf8)).values == values)
    }

    @Test("names the escapes of null as no escapes of the file")
    func nulls() {
        for escape in XMLPropertyListEscape.allCases { #expect(escape.rawValue != "$null") }
    }
}
