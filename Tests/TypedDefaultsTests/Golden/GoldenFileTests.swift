import Foundation
import Testing
import TypedDefaults

/// A class that the files hold archives of.
final class GoldenNote: NSObject, NSSecureCoding, Defaultable {
    static var supportsSecureCoding: Bool { true }
    let text: String

    init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "text") else { return nil }
        self.text = text as String
    }

    func encode(with coder: NSCoder) {
        coder.encode(text as NSString, forKey: "text")
    }
}

private enum Mode: String, Codable, Defaultable { case dark, light }
private enum Grade: Int, Codable, Defaultable { case a, b, c }
private enum Payload: Codable, Equatable, Defaultable { case a(Int, x: String) }

private struct Profile: Codable, Equatable, Defaultable {
    var name = "Ada"
    var age = 36
    var born = Date(timeIntervalSinceReferenceDate: 1.5)
    var site = URL(string: "https://example.org/a?b=c")
    var photo = Data([1, 2])
    var note: String?
}

private struct Person: IntermediateDefaultable, Equatable {
    var name: String
    static func toIntermediate(_ person: Person) -> [String: String] { ["name": person.name] }
    static func fromIntermediate(_ stored: [String: String]) -> Person? { stored["name"].map(Person.init(name:)) }
}

private struct Point: Codable, Equatable, Defaultable {
    var x: Int
    var y: Int
}

private struct Car: DefaultsRecord, Equatable {
    var wheels = 4
    var doors = 4
    var name = ""
    var ratio = 1.0
    var electric = false
    var built = Date.distantPast
    var photo = Data()
    var tags: [String] = []
    var parts: [String: [String: Int]] = [:]
    var mixed: [PropertyListValue] = []
    var seats = 5
}

@Suite("Files of other libraries")
struct GoldenFileTests {
    private let url = URL(string: "https://example.org/a?b=c")
    private let second = URL(string: "https://example.org/b")
    private let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    private let bob = Profile(name: "Bob")

    @Test(
        "hold native values as all of them store them",
        arguments: [
            "Palau", "UserDefaultsStorable", "Defaults", "SwiftyUserDefaults", "Foil", "ObservableDefaults",
            "Prephirences", "SwiftSharing", "AppStorage",
        ])
    func natives(name: String) throws {
        let file = try GoldenFile(name)
        #expect(try file.read("bool") == true)
        #expect(try file.read("int") == 42)
        #expect(try file.read("double") == 1.5)
        #expect(try file.read("float") == Float(0.5))
        #expect(try file.read("string") == "text")
        #expect(try file.read("data") == Data([1, 2]))
        #expect(try file.read("date") == Date(timeIntervalSinceReferenceDate: 700_000_000))
        #expect(try file.read("strings") == ["a", "b"])
        #expect(try file.read("table") == ["a": 1, "b": 2])
        #expect(try file.read("enum") == Mode.dark)
        // Reading has changed nothing.
        #expect(file.store.keys().allSatisfy { file.store.value(forKey: $0) == file.values[$0] })
    }

    @Test("of Palau: raw values, archives of single objects and of arrays, intermediate values")
    func palau() throws {
        let file = try GoldenFile("Palau")
        #expect(throws: DefaultsError.self) { try file.read("enums", as: [Mode].self) }
        #expect(try file.read("enums", by: .dropInvalid) == [Mode.dark, .light])
        #expect(try file.read("numbers", by: .dropInvalid) == [Grade.a, .c])
        #expect(try file.read("nsString", as: NSString.self) == "hello")
        #expect(try file.read("nsNumber", as: NSNumber.self) == 5)
        #expect(try file.read("nsArray", as: NSArray.self) == ["a", 7])
        let dates = NSDictionary(dictionary: [NSDate(timeIntervalSinceReferenceDate: 5): "v"])
        #expect(try file.read("nsDictionary", as: NSDictionary.self) == dates)
        #expect(try file.read("note", as: GoldenNote.self)?.text == "hello")
        #expect(try file.read("notes", as: [GoldenNote].self)?.map(\.text) == ["one", "two"])
        #expect(try file.read("custom") == Person(name: "Ada"))
        #expect(try file.read("customs") == [Person(name: "Ada"), Person(name: "Bob")])
        #expect(try file.rewritten("nsString", as: NSString.self) == "hello")
        #expect(try file.rewritten("nsArray", as: NSArray.self) == ["a", 7])
    }

    @Test("of PersistentStorageSerializable: one key for each property")
    func persistentStorageSerializable() throws {
        let file = try GoldenFile("PersistentStorageSerializable")
        let car = try Car(from: file.store, prefix: "Car")
        #expect(
            car
                == Car(
                    doors: 7, name: "Mini", ratio: 0.5, electric: true,
                    built: Date(timeIntervalSinceReferenceDate: 700_000_000), photo: Data([1]), tags: ["a", "b"],
                    parts: ["left": ["size": 1]], mixed: [1, "a", true]))
    }

    @Test("of UserDefaultsStorable: JSON in data, also for each element, and null for nil")
    func userDefaultsStorable() throws {
        let file = try GoldenFile("UserDefaultsStorable")
        #expect(try file.read("enums") == [Mode.dark, .light])
        #expect(try file.read("profile") == Profile())
        #expect(try file.read("profiles") == [Profile(), bob])
        #expect(try file.read("nothing", as: Profile.self) == nil)
        #expect(try file.read("nothing", by: DefaultsBridge<Profile>.jsonData) == nil)
        #expect(try file.read("nothing", by: DefaultsBridge<Profile>.structure) == nil)
        #expect(try file.read("point") == Point(x: 1, y: 2))
        #expect(try file.read("id") == id)
        #expect(try file.read("decimal") == Decimal(string: "12345678901234567890.5"))
        #expect(try file.rewritten("profile", as: Profile.self)?.typeName == "dictionary")
        #expect(try file.rewritten("id", as: UUID.self) == .string(id?.uuidString ?? ""))
    }

    @Test("of Defaults: JSON in strings, bounds in arrays, keys in text, an archive for each object")
    func defaults() throws {
        let file = try GoldenFile("Defaults")
        #expect(try file.read("rawAndCodable") == Mode.dark)
        #expect(try file.read("rawsAndCodables") == [Mode.dark, .light])
        #expect(try file.read("profile") == Profile())
        #expect(try file.read("profiles") == [Profile(), bob])
        #expect(try file.read("table of profiles") == ["a": Profile()])
        #expect(try file.read("url") == url)
        #expect(try file.read("urls", as: [URL].self) == [url, second].compactMap { $0 })
        #expect(try file.read("id") == id)
        #expect(try file.read("set") == Set(["a", "b"]))
        #expect(try file.read("range") == 1..<5)
        #expect(try file.read("closedRange") == 1.5...2.5)
        #expect(try file.read("numbered") == [1: "a", -2: "b"])
        #expect(try file.read("note", as: GoldenNote.self)?.text == "hello")
        #expect(try file.read("notes", as: [GoldenNote].self)?.map(\.text) == ["hello", "hello"])
        #expect(try file.read("payload") == Payload.a(1, x: "q"))
        #expect(try file.rewritten("rawAndCodable", as: Mode.self) == "dark")
        #expect(try file.rewritten("url", as: URL.self) == "https://example.org/a?b=c")
    }

    @Test("of SwiftyUserDefaults: archives of URLs and arrays, JSON in data, arguments in strings")
    func swiftyUserDefaults() throws {
        let file = try GoldenFile("SwiftyUserDefaults")
        #expect(try file.read("url") == url)
        #expect(try file.read("file", as: URL.self)?.path.hasSuffix("/x y") == true)
        #expect(try file.read("file", as: URL.self)?.path.hasPrefix("/") == true)
        #expect(try file.read("urls", as: [URL].self) == [url, second].compactMap { $0 })
        #expect(try file.read("enums") == [Mode.dark, .light])
        #expect(try file.read("profile") == Profile())
        #expect(try file.read("profiles") == [Profile(), bob])
        #expect(try file.read("id") == id)
        #expect(try file.read("range") == 1..<5)
        #expect(try file.read("range") == 1...5)
        #expect(try file.read("note", as: GoldenNote.self)?.text == "hello")
        #expect(try file.read("notes", as: [GoldenNote].self)?.map(\.text) == ["one", "two"])
        #expect(try file.read("argument") == true)
        #expect(try file.read("argumentNumber") == 42)
    }

    @Test("of Foil: raw values of raw values, JSON in data for each element")
    func foil() throws {
        let file = try GoldenFile("Foil")
        #expect(try file.read("url") == url)
        #expect(try file.read("enums") == [Mode.dark, .light])
        #expect(try file.read("raw") == ["a": Mode.dark])
        #expect(try file.read("profile") == Profile())
        #expect(try file.read("profiles") == [Profile()])
        #expect(try file.read("table of profiles") == ["a": Profile()])
        #expect(try file.read("set") == Set(["a", "b"]))
        #expect(try file.read("id") == id)
        #expect(try file.read("range") == 1..<5)
    }

    @Test("of ObservableDefaults: narrow integers, JSON in data for whole collections")
    func observableDefaults() throws {
        let file = try GoldenFile("ObservableDefaults")
        #expect(try file.read("int8") == Int8(-5))
        #expect(try file.read("uint64") == UInt64.max)
        #expect(try file.read("enums") == [Mode.dark, .light])
        #expect(try file.read("profile") == Profile())
        #expect(try file.read("profiles") == [Profile()])
        #expect(try file.read("profiles", by: .dropInvalid) == [Profile()])
        #expect(try file.read("table of profiles") == ["a": Profile()])
        #expect(try file.read("id") == id)
        #expect(try file.read("set") == Set(["a", "b"]))
        #expect(try file.read("numbered") == [1: "a"])
        #expect(try file.read("byMode") == [Mode.dark: 1])
        #expect(try file.read("decimal") == Decimal(1.5))
        #expect(try file.read("range") == 1..<5)
    }

    @Test("of Prephirences: geometry in text, JSON in data, archives")
    func prephirences() throws {
        let file = try GoldenFile("Prephirences")
        #expect(try file.read("profile") == Profile())
        #expect(try file.read("profiles") == [Profile()])
        #expect(try file.read("note", as: GoldenNote.self)?.text == "hello")
        #expect(try file.read("rect") == CGRect(x: 1, y: 2, width: 3, height: 4.5))
        #expect(try file.read("point") == CGPoint(x: 1.5, y: -2))
        #expect(try file.read("size") == CGSize(width: 3, height: 4))
        #expect(try file.read("parent.child") == 5)
        #expect(try file.rewritten("rect", as: CGRect.self) == [[1.0, 2.0], [3.0, 4.5]])
    }

    @Test("of swift-sharing: archives of URLs, JSON in data")
    func swiftSharing() throws {
        let file = try GoldenFile("SwiftSharing")
        #expect(try file.read("url") == url)
        #expect(try file.read("file", as: URL.self)?.path == "/x y")
        #expect(try file.read("count") == 3)
        #expect(try file.read("profile") == Profile())
        #expect(try file.read("profiles") == [Profile()])
        #expect(try file.read("set") == Set(["a", "b"]))
        #expect(try file.read("id") == id)
        #expect(try file.read("urls", as: [URL].self) == [url].compactMap { $0 })
    }

    @Test("of @AppStorage: raw values, archives of URLs, and JSON that a raw value holds")
    func appStorage() throws {
        let file = try GoldenFile("AppStorage")
        #expect(try file.read("url") == url)
        #expect(try file.read("numberEnum") == Grade.c)
        #expect(try file.read("json in a raw string") == [1, 2, 3])
        #expect(try file.rewritten("json in a raw string", as: [Int].self) == [1, 2, 3])
    }
}
