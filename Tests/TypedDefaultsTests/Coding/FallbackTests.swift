import Foundation
import Testing

@testable import TypedDefaults

private struct Version2: Codable, Equatable {
    var a: Int
    var b: String
    var c = 3
    var note: String?
    var inner = Inner()
    var list: [Inner] = []
    var table: [String: Inner] = [:]
}

private struct Inner: Codable, Equatable {
    var x = 1
    var y = 2
    var deep: Deep? = nil
}

private struct Deep: Codable, Equatable {
    var z = 9
    var w = 8
}

private class Base: Codable {
    var old = 1
    var new = 2

    init() {}
}

private final class Derived: Base {
    var own = 3

    enum CodingKeys: CodingKey { case own }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        own = try container.decode(Int.self, forKey: .own)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(own, forKey: .own)
        try super.encode(to: container.superEncoder())
    }
}

@Suite("Growth of a stored type")
struct FallbackTests {
    private static let fallback = Version2(
        a: 0, b: "default", note: "never stored", inner: Inner(x: 5, y: 6, deep: Deep()))

    private func read(_ stored: PropertyListValue) throws -> Version2 {
        try decoded(Version2.self, stored, fallback: TypedDefaultsTests.stored(Self.fallback))
    }

    @Test("fills a new property from the fallback and leaves a missing optional nil")
    func newProperty() throws {
        let expected = Version2(a: 7, b: "x", inner: Self.fallback.inner)
        #expect(try read(["a": 7, "b": "x"]) == expected)
    }

    @Test("fills nested values at any depth, but an optional one only where it is stored")
    func nested() throws {
        #expect(try read(["a": 7, "inner": ["y": 0]]).inner == Inner(x: 5, y: 0))
        #expect(try read(["inner": ["deep": ["w": 1]]]).inner == Inner(x: 5, y: 6, deep: Deep(z: 9, w: 1)))
        #expect(try read(["inner": ["deep": .null()]]).inner == Inner(x: 5, y: 6))
    }

    @Test("doesn't fill elements of arrays")
    func arrays() throws {
        let error = #expect(throws: DecodingError.self) { try read(["list": [["x": 1]]]) }
        #expect(error?.path == "list/Index 0")
    }

    @Test(
        "doesn't replace a value of the wrong type",
        arguments: [["a": "x"], ["inner": 5], ["inner": ["x": true]], ["inner": .null()], 5, .null()]
            as [PropertyListValue])
    func wrongType(_ stored: PropertyListValue) {
        #expect(throws: DecodingError.self) { try read(stored) }
    }

    @Test("reports a missing key without a fallback, or one that the fallback lacks as well")
    func missing() throws {
        for fallback in [nil, ["b": "x"], 5, .null()] as [PropertyListValue?] {
            let error = #expect(throws: DecodingError.self) {
                try decoded([String: Inner].self, ["k": ["x": 1]], fallback: fallback)
            }
            guard case .keyNotFound(let key, _)? = error else {
                Issue.record("another error")
                return
            }
            #expect(key.stringValue == "y")
            #expect(error?.path == "k")
        }
    }

    @Test("fills a superclass's values")
    func superclass() throws {
        let fallback = try stored(Derived())
        let partial = try decoded(Derived.self, ["super": ["old": 7]], fallback: fallback)
        #expect(partial.old == 7 && partial.new == 2 && partial.own == 3)
        let absent = try decoded(Derived.self, ["own": 5], fallback: fallback)
        #expect(absent.old == 1 && absent.new == 2 && absent.own == 5)
    }

    @Test("fills the payload of an enum when the fallback is of the same case")
    func payload() throws {
        enum Mode: Codable, Equatable { case custom(size: Int, bold: Bool), plain }
        let fallback = try stored(Mode.custom(size: 1, bold: true))
        #expect(try decoded(Mode.self, ["custom": ["size": 5]], fallback: fallback) == .custom(size: 5, bold: true))
        #expect(try decoded(Mode.self, ["plain": [:]], fallback: fallback) == .plain)
        #expect(throws: DecodingError.self) {
            try decoded(Mode.self, ["custom": ["size": 5]], fallback: stored(Mode.plain))
        }
    }

    @Test("reports only what is stored as contained")
    func contains() throws {
        struct Keys: Decodable {
            var all: [String]

            init(from decoder: any Decoder) throws {
                enum Key: String, CodingKey { case a, b }
                let container = try decoder.container(keyedBy: Key.self)
                all = container.allKeys.map(\.stringValue)
                #expect(container.contains(.a) && !container.contains(.b))
                #expect(try container.decodeIfPresent(Int.self, forKey: .b) == nil)
                #expect(try container.decode(Int.self, forKey: .b) == 2)
                #expect(try !container.decodeNil(forKey: .b))
            }
        }
        #expect(try decoded(Keys.self, ["a": 1], fallback: ["a": 0, "b": 2]).all == ["a"])
    }
}
