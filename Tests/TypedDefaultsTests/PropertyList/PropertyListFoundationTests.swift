import Foundation
import Testing

@testable import TypedDefaults

@Suite("Property list files: Foundation reads ours and we read Foundation's")
struct PropertyListFoundationTests {
    /// What Foundation keeps of its own in XML, and so what can be compared.
    static let shared = PropertyListSample.all.filter { sample in
        switch sample.value {
        case .real(let value): value != 0 || value.sign == .plus
        case .date(let date): PropertyListTimestamp.text(of: date.timeIntervalSinceReferenceDate) != nil
        case .string(let text): XMLPropertyListCharacters.canHold(text) && !text.hasPrefix("\u{FEFF}")
        case .array, .dictionary:
            ["empty array", "empty dictionary", "array of 300", "array of empty"].contains(sample.name)
        default: true
        }
    }

    @Test("reads what Foundation writes", arguments: shared, PropertyListFileFormat.allCases)
    func reads(_ sample: PropertyListSample, format: PropertyListFileFormat) throws {
        let root: [String: PropertyListValue] = ["key": sample.value, "inner": .dictionary(["a": sample.value])]
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: Self.object(.dictionary(root)), format: format == .xml ? .xml : .binary, options: 0)
        #expect(try PropertyListDocument.read(bytes).values == root)
    }

    @Test("writes what Foundation reads", arguments: shared, PropertyListFileFormat.allCases)
    func writes(_ sample: PropertyListSample, format: PropertyListFileFormat) throws {
        let root: [String: PropertyListValue] = ["key": sample.value, "inner": .dictionary(["a": sample.value])]
        let bytes = try PropertyListDocument(values: root).write(format)
        var found = PropertyListSerialization.PropertyListFormat.openStep
        let object = try PropertyListSerialization.propertyList(from: bytes, options: [], format: &found)
        #expect(found == (format == .xml ? .xml : .binary))
        // Foundation's objects are looked at through its binary form, which is exact.
        let again = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        #expect(try PropertyListDocument.read(again).values == root)
    }

    @Test("writes every value so that Foundation reads the file", arguments: PropertyListFileFormat.allCases)
    func parses(format: PropertyListFileFormat) throws {
        var values: [String: PropertyListValue] = [:]
        for (index, sample) in PropertyListSample.all.enumerated() where !sample.name.contains("deep") {
            values["\(index)"] = sample.value
        }
        for (index, key) in PropertyListSample.keys.enumerated() {
            values["key \(index)"] = .dictionary([key: .integer(1)])
        }
        let bytes = try PropertyListDocument(values: values).write(format)
        let object = try PropertyListSerialization.propertyList(from: bytes, options: [], format: nil)
        #expect((object as? [String: Any])?.count == values.count)
    }

    @Test("writes the same XML as Foundation, but for the digits of reals")
    func sameBytes() throws {
        let values: [String: PropertyListValue] = [
            "data": .data(Data(repeating: 7, count: 100)), "empty data": .data(Data()),
            "text": .string("a<b>&\"'c"), "empty": .string(""),
            "array": .array([.integer(1), .integer(-2), .dictionary([:]), .array([])]), "flag": .bool(true),
            "real": .real(3), "nan": .real(.nan), "infinity": .real(-.infinity),
            "date": .date(Date(timeIntervalSinceReferenceDate: 86_400)), "past": .date(.distantPast),
            "nested": .dictionary(["deep": .dictionary(["deeper": .data(Data(repeating: 1, count: 80))])]),
        ]
        let theirs = try PropertyListSerialization.data(
            fromPropertyList: Self.object(.dictionary(values)), format: .xml, options: 0)
        let ours = try PropertyListDocument(values: values).write(.xml)
        #expect(String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self))
    }

    private static func object(_ value: PropertyListValue) -> Any {
        switch value {
        case .bool(let value): value
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): value
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .array(let elements): elements.map(object)
        case .dictionary(let members): members.mapValues(object)
        }
    }
}
