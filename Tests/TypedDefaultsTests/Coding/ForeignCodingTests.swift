import Foundation
import Testing

@testable import TypedDefaults

private struct Profile: Codable, Equatable {
    var id = 7
    var name = "x"
    var born = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
    var photo = Data([1, 2, 255])
    var home = URL(string: "https://e.org/a?b=c")
    var note: String?
}

private enum Mode: String, Codable { case dark, light }

/// A raw type of which the raw value itself looks like JSON.
private enum Tricky: String, Codable { case quoted = "\"x\"", number = "1" }

@Suite("Values that other libraries stored")
struct ForeignCodingTests {
    private func read<T: Decodable>(
        _ type: T.Type, _ stored: PropertyListValue, fallback: PropertyListValue? = nil
    ) throws -> T {
        try ForeignCoding.decode(type, from: stored, fallback: fallback)
    }

    private static func json(_ value: some Encodable) throws -> Data {
        try JSONEncoder().encode(value)
    }

    /// The forms in which a library stores one Codable value.
    private static func forms(_ value: some Encodable) throws -> [PropertyListValue] {
        let json = try json(value)
        let pretty = JSONEncoder()
        pretty.outputFormatting = [.prettyPrinted, .sortedKeys]
        let xml = PropertyListEncoder()
        xml.outputFormat = .xml
        let binary = PropertyListEncoder()
        binary.outputFormat = .binary
        return [
            .data(json), .string(String(decoding: json, as: UTF8.self)), .data(try pretty.encode(value)),
            .data(try binary.encode(value)), .data(try xml.encode(value)), try stored(value),
        ]
    }

    @Test("reads a Codable value from JSON and property list bytes, a JSON string and its own form")
    func codable() throws {
        let profile = Profile(note: "n")
        for form in try Self.forms(profile) {
            // The XML form has no sub-seconds.
            var read = try read(Profile.self, form)
            #expect(abs(read.born.timeIntervalSince(profile.born)) < 1)
            read.born = profile.born
            #expect(read == profile)
        }
    }

    @Test("reads arrays, dictionaries and sets of Codable values as one document or one for each element")
    func collections() throws {
        let profiles = [Profile(), Profile(id: 8, note: "é\"")]
        let whole = try Self.forms(profiles).dropLast(2)
        for form in whole where form.typeName != "data" { #expect(try read([Profile].self, form) == profiles) }
        let bytes = try profiles.map { PropertyListValue.data(try Self.json($0)) }
        let texts = try profiles.map { PropertyListValue.string(String(decoding: try Self.json($0), as: UTF8.self)) }
        for elements in [bytes, texts, [bytes[0], texts[1]], [try stored(profiles[0]), texts[1]]] {
            #expect(try read([Profile].self, .array(elements)) == profiles)
            #expect(try read([[Profile]].self, [.array(elements), []]) == [profiles, []])
            let table = try read([String: Profile].self, ["a": elements[0], "b": elements[1]])
            #expect(table == ["a": profiles[0], "b": profiles[1]])
        }
        #expect(try read([Profile].self, .data(Self.json(profiles))) == profiles)
        #expect(try read(Set<Mode>.self, ["\"dark\"", "\"light\""]) == [.dark, .light])
        #expect(try read(ClosedRange<Int>.self, ["1", "5"]) == 1...5)
        #expect(try read([Int: Mode].self, ["1": "\"dark\""]) == [1: .dark])
    }

    @Test("reads single values from JSON, quoted or not")
    func singleValues() throws {
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let url = try #require(URL(string: "https://e.org/a?b=c"))
        #expect(try read(URL.self, #""https:\/\/e.org\/a?b=c""#) == url)
        #expect(try read(URL.self, "https://e.org/a?b=c") == url)
        #expect(try read(URL.self, .data(Self.json(url))) == url)
        #expect(try read([URL].self, [#""https:\/\/e.org\/a?b=c""#, "https://e.org/a?b=c"]) == [url, url])
        #expect(try read(UUID.self, .string(id.uuidString)) == id)
        #expect(try read(UUID.self, .string("\"\(id.uuidString)\"")) == id)
        #expect(try read(UUID.self, .data(Data("\"\(id.uuidString)\"".utf8))) == id)
        #expect(try read(Mode.self, "dark") == .dark)
        #expect(try read(Mode.self, #""dark""#) == .dark)
        #expect(try read(Mode.self, .data(Data(#""dark""#.utf8))) == .dark)
        #expect(try read(Int.self, .data(Data("42".utf8))) == 42)
        #expect(try read(Int.self, 42) == 42)
        #expect(try read(Bool.self, .data(Data("true".utf8))) == true)
        #expect(try read(Date.self, .data(Data("1.5".utf8))) == Date(timeIntervalSinceReferenceDate: 1.5))
        #expect(try read([Date].self, [.data(Data("1.5".utf8))]) == [Date(timeIntervalSinceReferenceDate: 1.5)])
    }

    @Test("reads this library's own form first, whatever it looks like")
    func ownForm() throws {
        struct Blob: Codable, Equatable {
            var bytes: Data

            init(bytes: Data) {
                self.bytes = bytes
            }

            init(from decoder: any Decoder) throws {
                bytes = try decoder.singleValueContainer().decode(Data.self)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(bytes)
            }
        }
        for text in ["null", "{}", "\"AQ==\"", "bplist00", ""] {
            let blob = Blob(bytes: Data(text.utf8))
            #expect(try read(Blob.self, stored(blob)) == blob)
            #expect(try read(String.self, .string(text)) == text)
            #expect(try read(Data.self, .data(Data(text.utf8))) == Data(text.utf8))
        }
        #expect(try read(Tricky.self, #""x""#) == .quoted)
        #expect(try read(Tricky.self, "1") == .number)
        #expect(try read(Tricky.self, #""1""#) == .number)
        #expect(try read([String].self, ["{}", "null"]) == ["{}", "null"])
        #expect(try read(PropertyListValue.self, "{}") == "{}")
    }

    @Test("reads a JSON null as nil", arguments: [.data(Data(" null\n".utf8)), "null"] as [PropertyListValue])
    func null(_ stored: PropertyListValue) throws {
        let error = #expect(throws: ForeignCoding.Signal.self) { try read(Profile.self, stored) }
        #expect(error == .null)
        #expect(try read([Profile?].self, [.data(Data("null".utf8)), "null"]) == [nil, nil])
    }

    @Test("leaves keyed archives to the caller, but not property lists that only mention one")
    func archives() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(NSString("x"), forKey: "root")
        let binary = archiver.encodedData
        let object = try PropertyListSerialization.propertyList(from: binary, format: nil)
        let xml = try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0)
        for archive in [binary, xml] {
            let error = #expect(throws: ForeignCoding.Signal.self) { try read(Profile.self, .data(archive)) }
            #expect(error == .keyedArchive)
        }
        let mention = try PropertyListEncoder().encode(["a": "$archiver"])
        #expect(try read([String: String].self, .data(mention)) == ["a": "$archiver"])
    }

    @Test("fills what a JSON document or a property list lacks from the fallback")
    func fallback() throws {
        struct Old: Codable { var id = 1, born = Date(timeIntervalSinceReferenceDate: 5), photo = Data([9]) }
        let fallback = try stored(Profile(name: "default"))
        let expected = Profile(
            id: 1, name: "default", born: .init(timeIntervalSinceReferenceDate: 5), photo: Data([9]), home: nil)
        for form in try Self.forms(Old()) { #expect(try read(Profile.self, form, fallback: fallback) == expected) }
        let json = try PropertyListValue.data(Self.json(Old()))
        let error = #expect(throws: DecodingError.self) { try read(Profile.self, json) }
        guard case .keyNotFound? = error else {
            Issue.record("another error")
            return
        }
        #expect(try read([String: Profile].self, ["k": json], fallback: ["k": fallback]) == ["k": expected])
    }

    @Test("keeps large numbers and long decimals exact")
    func exactNumbers() throws {
        struct Numbers: Codable, Equatable {
            var u = UInt64.max, i = Int64.max - 1, j = 1 << 53 + 1
            var d = Decimal(string: "12345678901234567890.123"), e = Decimal(string: "0.1"), x = 0.1, new: Int? = nil
        }
        struct Grown: Codable, Equatable {
            var u: UInt64, i: Int64, j: Int, d: Decimal, e: Decimal, x: Double, added = 5
        }
        let numbers = Numbers()
        for form in try Self.forms(numbers) {
            #expect(try read(Numbers.self, form) == numbers)
            let grown = try read(Grown.self, form, fallback: ["added": 6])
            #expect(grown.u == .max && grown.i == .max - 1 && grown.j == numbers.j && grown.added == 6)
            #expect(grown.d == numbers.d && grown.e == numbers.e && grown.x == 0.1)
        }
        let element = try #require(try Self.forms(numbers).first)
        #expect(try read([Numbers].self, [element]) == [numbers])
    }

    @Test(
        "reports the failure of the form that a value looks like",
        arguments: [
            (.data(Data()), ""), (.data(Data("hello".utf8)), ""), (.data(Data("{\"id\":\"4711\"}".utf8)), "id"),
            ("{\"id\":\"4711\"}", "id"), ("4711", ""), (["id": "x4711"], "id"), (["id": "{\"4711\":1}"], "id"),
            (.data(Data("bplist00 4711".utf8)), ""), (.data(Data("<?xml 4711".utf8)), ""), (5, ""), (true, ""),
            ("{\"id\":4711", ""),
        ] as [(PropertyListValue, String)])
    func failures(_ stored: PropertyListValue, _ path: String) throws {
        let fallback = try TypedDefaultsTests.stored(Profile())
        for fallback in [nil, fallback] {
            let error = try #require(throws: DecodingError.self) { try read(Profile.self, stored, fallback: fallback) }
            #expect(error.path == path)
            #expect(!"\(error)".contains("4711"))
        }
    }

    @Test("keeps the excerpts of Foundation's decoders out of the errors", arguments: ["4711e99", "4711", "\"4711\""])
    func excerpts(_ id: String) throws {
        struct Small: Decodable { var id: UInt8 }
        let json = Data("{\"id\":\(id)}".utf8)
        let error = try #require(throws: DecodingError.self) { try read(Small.self, .data(json)) }
        #expect(!"\(error)".contains("4711"))
    }

    @Test("reads the nils and the wrapped scalars of property list encoders")
    func propertyListPeculiarities() throws {
        let nils = try PropertyListEncoder().encode([1, nil, 3] as [Int?])
        #expect(try read([Int?].self, .data(nils)) == [1, nil, 3])
        let only = try PropertyListEncoder().encode([nil] as [Int?])
        #expect(try read([Int?].self, .data(only)) == [nil])
        let wrapped = try PropertyListEncoder().encode([Mode.dark])
        #expect(try read(Mode.self, .data(wrapped)) == .dark)
        #expect(try read([String?].self, .data(BinaryPropertyList.encode(stored(["$null", nil])))) == ["$null", nil])
    }

    @Test("refuses hostile nesting with an error", arguments: ["[", "{\"next\":"])
    func hostileNesting(_ open: String) throws {
        final class Next: Decodable { var next: Next? }
        let text = String(repeating: open, count: 100_000)
        for document in [text, text + "1" + String(repeating: open == "[" ? "]" : "}", count: 100_000)] {
            #expect(throws: DecodingError.self) { try read(Next.self, .string(document)) }
            #expect(throws: DecodingError.self) { try read(Next.self, .data(Data(document.utf8)), fallback: ["a": 1]) }
            #expect(throws: DecodingError.self) { try read([PropertyListValue].self, .string(document)) }
            #expect(throws: DecodingError.self) { try read([Next].self, [.string(document)]) }
        }
    }

    @Test("refuses hostile nesting in property lists with an error")
    func hostilePropertyList() throws {
        let xml = "<?xml version=\"1.0\"?><plist version=\"1.0\">" + String(repeating: "<array>", count: 100_000)
        #expect(throws: DecodingError.self) { try read([Int].self, .data(Data(xml.utf8))) }
        let closed = xml + String(repeating: "</array>", count: 100_000) + "</plist>"
        #expect(throws: DecodingError.self) { try read([Int].self, .data(Data(closed.utf8)), fallback: []) }
        // An array that contains itself.
        var cycle = Data("bplist00".utf8) + [0xA1, 0x00, 0x08]
        cycle +=
            [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
        #expect(throws: DecodingError.self) { try read([Int].self, .data(cycle), fallback: []) }
    }
}
