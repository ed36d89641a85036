import Foundation
import Testing

@testable import TypedDefaults

/// A class that holds objects of others and of its own.
final class Crate: NSObject, NSSecureCoding, Defaultable {
    static var supportsSecureCoding: Bool { true }
    var weight: Double
    var label: String?
    var inner: Crate?
    var things: NSArray?

    init(weight: Double, label: String? = nil, inner: Crate? = nil, things: NSArray? = nil) {
        self.weight = weight
        self.label = label
        self.inner = inner
        self.things = things
    }

    init?(coder: NSCoder) {
        weight = coder.decodeDouble(forKey: "weight")
        label = coder.decodeObject(of: NSString.self, forKey: "label") as String?
        inner = coder.decodeObject(of: Crate.self, forKey: "inner")
        things = coder.decodeObject(of: [NSArray.self, Crate.self, NSNumber.self], forKey: "things") as? NSArray
    }

    func encode(with coder: NSCoder) {
        coder.encode(weight, forKey: "weight")
        coder.encode(label as NSString?, forKey: "label")
        coder.encode(inner, forKey: "inner")
        coder.encode(things, forKey: "things")
    }
}

/// A class without secure coding.
final class OpenBox: NSObject, NSCoding {
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
}

@Suite("Hostile archives")
struct HostileArchiveTests {
    private static let xml: [String] = {
        let objects: [any NSObject & NSSecureCoding] = [
            Crate(weight: 1.5, label: "x", inner: Crate(weight: 2), things: [1, Crate(weight: 3)]),
            NSArray(array: [1, "a", NSDate(), NSURL(fileURLWithPath: "/a"), NSData(data: Data([1, 2, 3]))]),
            NSDictionary(dictionary: ["a": 1, "b": [1, NSUUID()] as NSArray]), NSUUID(), NSString("hello"),
            NSNumber(value: 5), NSDate(timeIntervalSinceReferenceDate: 4),
            NSMutableDictionary(dictionary: ["x": NSMutableArray(array: ["q"])]),
            NSSet(array: [1, "x"]), NSIndexSet(indexesIn: NSRange(location: 1, length: 3)),
            NSLocale(localeIdentifier: "de_CH"),
        ]
        return objects.map { object in
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            archiver.outputFormat = .xml
            archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
            return String(decoding: archiver.encodedData, as: UTF8.self)
        }
    }()

    private static let elements = [
        "<string>x</string>", "<integer>7</integer>", "<real>nan</real>", "<true/>", "<data>AQID</data>", "<array/>",
        "<dict/>", "<date>2001-01-01T00:00:00Z</date>", "<string>$null</string>",
        "<dict><key>CF$UID</key><integer>2</integer></dict>",
        "<array><dict><key>CF$UID</key><integer>1</integer></dict></array>",
    ]

    private static let names = [
        "NSArray", "NSDictionary", "NSURL", "NSUUID", "NSDate", "NSData", "NSString", "NSNumber", "NSObject", "A.B.C",
        "", "..", "Swift.Int", "NSMutableArray", "NSSet", "$null", "NSKeyedUnarchiver", "NSMutableDictionary",
        "NSMutableString", "NSDecimalNumber", "NSOrderedSet", "NSIndexSet", "NSLocale", "NSCalendar", "NSTimeZone",
        "NSDateComponents", "NSAttributedString", "NSMutableAttributedString", "NSCharacterSet", "NSError", "NSValue",
        "NSDateInterval", "NSPersonNameComponents", "NSPredicate", "NSSortDescriptor", "NSNull", "NSMutableSet",
        "NSMutableData", "NSIndexPath", "NSMeasurement", "NSUnitLength", "NSURLRequest", "NSCountedSet",
        "NSNotification",
        "TypedDefaultsTests.OpenBox", "TypedDefaultsTests.Crate",
    ]

    private static let keys = [
        "NS.objects", "NS.keys", "$class", "$classname", "$classes", "weight", "label", "inner", "things", "NS.string",
        "NS.time", "NS.base", "NS.relative", "NS.uuidbytes", "$objects", "$top", "root", "$version", "NS.data",
        "CF$UID",
    ]

    /// Changes some lines of an archive.
    private static func mutated(_ random: inout RandomValues) -> Data {
        var lines = (xml.randomElement(using: &random) ?? "").split(separator: "\n").map(String.init)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let index = Int.random(in: 3..<lines.count, using: &random)
            let line = lines[index].trimmingCharacters(in: .whitespaces)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where line.hasPrefix("<integer>"):
                lines[index] =
                    "<integer>\([0, 1, 2, 3, 4, 5, 6, 7, 100, -1, .max].randomElement(using: &random) ?? 0)</integer>"
            case 1 where line.contains("</") && !line.hasPrefix("</") && !line.hasPrefix("<key>"):
                lines[index] = elements.randomElement(using: &random) ?? ""
            case 2 where line.hasPrefix("<string>"):
                lines[index] = "<string>\(names.randomElement(using: &random) ?? "")</string>"
            case 3 where line.hasPrefix("<key>"):
                lines[index] = "<key>\(keys.randomElement(using: &random) ?? "")</key>"
            case 4: lines.swapAt(index, Int.random(in: 3..<lines.count, using: &random))
            case 5: lines.remove(at: index)
            default: continue
            }
        }
        return Data(lines.joined(separator: "\n").utf8)
    }

    private func read<T: Defaultable>(_ type: T.Type, _ data: Data) -> Result<T?, DefaultsError> {
        let entry: DefaultsEntry<T?> = Defaults.value("k").bound(to: InMemoryStore(["k": .data(data)]))
        return Result { () throws(DefaultsError) in try entry.read() }
    }

    @Test("that were altered are an error or a value, never a trap")
    func altered() {
        var random = RandomValues(seed: 4)
        let count = ProcessInfo.processInfo.environment["TYPED_DEFAULTS_SOAK"] == nil ? 4_000 : 400_000
        var values = 0
        for _ in 0..<count {
            let data = Self.mutated(&random)
            if case .success = read(Crate.self, data) { values += 1 }
            _ = read(NSDictionary.self, data)
            _ = read(NSArray.self, data)
            _ = read(NSString.self, data)
            _ = read(NSURL.self, data)
            _ = read([Crate].self, data)
            _ = read([String: Int].self, data)
            _ = read(URL.self, data)
            _ = Result { try KeyedArchive.decode(NSLocale.self, from: data) }
            _ = Result { try KeyedArchive.decode(NSIndexSet.self, from: data) }
        }
        #expect(values > 0)
    }

    // MARK: - Whole kinds of hostility

    /// An archive of arrays, of which each holds two references to the next.
    private static func arrays(count: Int, last: [Int]) -> Data {
        let null = PropertyListNode.value("$null")
        let classNode = PropertyListNode.value(["$classname": "NSArray", "$classes": ["NSArray", "NSObject"]])
        var objects = [null, classNode]
        for index in 2..<(count + 2) {
            let references = index == count + 1 ? last : [index + 1, index + 1]
            objects.append(
                .dictionary(
                    PropertyListMembers(
                        values: [:],
                        opaque: [
                            "$class": .uid(1), "NS.objects": .array(references.map { .uid(UInt64($0)) }),
                        ])))
        }
        let top = PropertyListMembers(values: [:], opaque: ["root": .uid(2)])
        let root = PropertyListMembers(
            values: ["$archiver": "NSKeyedArchiver", "$version": 100_000],
            opaque: ["$objects": .array(objects), "$top": .dictionary(top)])
        return BinaryPropertyListWriter.write(.dictionary(root))
    }

    @Test("with an object that contains itself are an error")
    func cyclic() {
        for data in [Self.arrays(count: 1, last: [2]), Self.arrays(count: 5, last: [4, 4])] {
            #expect(throws: DefaultsError.self) { try read(NSArray.self, data).get() }
            #expect(throws: DefaultsError.self) { try read([Int].self, data).get() }
        }
    }

    @Test("that unfold to more objects than their size warrants are an error")
    func unfolding() {
        #expect(throws: Never.self) { try read(NSArray.self, Self.arrays(count: 5, last: [])).get() }
        #expect(throws: DefaultsError.self) { try read(NSArray.self, Self.arrays(count: 60, last: [])).get() }
        #expect(throws: DefaultsError.self) { try read([[Int]].self, Self.arrays(count: 60, last: [])).get() }
    }

    @Test("with objects nested too deep are an error")
    func deep() {
        var objects = [PropertyListNode.value("$null"), .value(["$classname": "NSArray", "$classes": ["NSArray"]])]
        for index in 2..<100_000 {
            objects.append(
                .dictionary(
                    PropertyListMembers(
                        values: [:], opaque: ["$class": .uid(1), "NS.objects": .array([.uid(UInt64(index + 1))])])))
        }
        objects.append(.value("end"))
        let top = PropertyListMembers(values: [:], opaque: ["root": .uid(2)])
        let root = PropertyListMembers(
            values: ["$archiver": "NSKeyedArchiver", "$version": 100_000],
            opaque: ["$objects": .array(objects), "$top": .dictionary(top)])
        let data = BinaryPropertyListWriter.write(.dictionary(root))
        #expect(throws: DefaultsError.self) { try read(NSArray.self, data).get() }
        #expect(throws: DefaultsError.self) { try read([Int].self, data).get() }
    }

    @Test("of another class than asked for, on the outside or within, are an error")
    func otherClass() throws {
        let crate = try KeyedArchive.encode(Crate(weight: 1, label: "x", things: [1]))
        #expect(throws: DefaultsError.self) { try read(NSArray.self, crate).get() }
        let set = try KeyedArchive.encode(NSArray(array: [NSSet(array: [1])]))
        #expect(throws: DefaultsError.self) { try read([Int].self, set).get() }
        // A thing that `Crate` does not ask for.
        let odd = try KeyedArchive.encode(Crate(weight: 1, things: [NSUUID()]))
        #expect(throws: DefaultsError.self) { try read(Crate.self, odd).get() }
    }

    // MARK: - Writing

    private final class Nested: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { true }
        override init() {}
        init?(coder: NSCoder) {}
        func encode(with coder: NSCoder) {}
    }

    @Test("objects that hold one that can't be archived are an error, and the old value stays")
    func unarchivable() throws {
        let cyclic = Crate(weight: 1)
        cyclic.inner = cyclic
        defer { cyclic.inner = nil }
        let objects: [NSArray] = [
            [NSUUID(), OpenBox()], [NSUUID(), Nested()], [Crate(weight: 1, things: [[Nested()] as NSArray])], [cyclic],
            [NSUUID(), NSObject()],
        ]
        for object in objects {
            let store = InMemoryStore(["k": 1])
            let entry: DefaultsEntry<NSArray?> = Defaults.value("k").bound(to: store)
            let error = #expect(throws: DefaultsError.self) { try entry.write(object) }
            #expect(error?.code == .encodingFailed)
            #expect(store.value(forKey: "k") == 1)
        }
    }

    @Test("of a number or an error that Foundation here can't archive are an error, alone and within others")
    func unhashable() {
        for object in [NSDecimalNumber(string: "1.5"), NSError(domain: "d", code: 1)] as [NSObject] {
            let objects: [NSArray] = [[object], [NSUUID(), ["k": [object]] as NSDictionary]]
            for array in objects {
                let result = Result { try KeyedArchive.encode(array) }
                #if canImport(Darwin)
                #expect(throws: Never.self) { try result.get() }
                #else
                #expect(throws: DefaultsError.self) { try result.get() }
                #endif
            }
        }
    }

    @Test("of sound objects are read back, whatever they hold")
    func sound() throws {
        let things = NSArray(array: [1, Crate(weight: 3, label: "in")])
        let crate = Crate(weight: -0.5, label: "é", inner: Crate(weight: .infinity), things: things)
        let read = try #require(try read(Crate.self, KeyedArchive.encode(crate)).get())
        #expect(read.weight == -0.5 && read.label == "é" && read.inner?.weight == .infinity)
        #expect((read.things?[1] as? Crate)?.label == "in")
        let crates = try KeyedArchive.encode(NSArray(array: [crate, crate]))
        #expect(try self.read([Crate].self, crates).get()?.map(\.label) == ["é", "é"])
        #expect(try self.read(NSMutableArray.self, KeyedArchive.encode(NSArray(array: ["a"]))).get() == ["a"])
    }

    @Test("of Foundation's classes are read back")
    func foundation() throws {
        func check<T: NSObject & NSSecureCoding>(_ value: T) throws {
            #expect(try KeyedArchive.decode(T.self, from: KeyedArchive.encode(value)) == value, "\(T.self)")
        }
        try check(NSUUID())
        try check(NSURL(fileURLWithPath: "/a b"))
        try check(
            NSURL(string: "a/b?c", relativeTo: URL(string: "https://example.org/x/")) ?? NSURL(fileURLWithPath: "/"))
        try check(NSDate(timeIntervalSinceReferenceDate: 0.25))
        try check(NSLocale(localeIdentifier: "de_CH"))
        try check(NSIndexSet(indexesIn: NSRange(location: 1, length: 3)))
        try check(NSDictionary(dictionary: [NSDate(timeIntervalSinceReferenceDate: 1): "a"]))
        try check(NSSet(array: [1, "x"]))
        try check(NSMutableString(string: "a"))
        try check(NSMutableData(data: Data([1])))
        try check(NSNumber(value: 2.5))
        try check(NSDateComponents())
        try check(NSIndexPath(index: 3))
        try check(NSOrderedSet(array: [1, "x"]))
    }
}
