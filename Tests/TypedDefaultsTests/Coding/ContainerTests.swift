import Foundation
import Testing

@testable import TypedDefaults

private enum Key: String, CodingKey { case a, b, c, list, inner }

/// A value that is coded by a function of the test.
private struct Custom: Encodable {
    let body: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws { try body(encoder) }
}

private class Animal: Codable {
    var name: String

    init(name: String) {
        self.name = name
    }
}

private final class Dog: Animal {
    var trick: String

    enum CodingKeys: String, CodingKey { case trick, base }

    init(name: String, trick: String) {
        self.trick = trick
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        trick = try container.decode(String.self, forKey: .trick)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(trick, forKey: .trick)
    }
}

/// A subclass whose members are stored beside those of its superclass.
private final class Cat: Animal {
    var lives = 9

    enum CodingKeys: String, CodingKey { case lives }

    init(name: String, lives: Int) {
        self.lives = lives
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(lives, forKey: .lives)
    }
}

private indirect enum Shape: Codable, Equatable, Sendable {
    case point
    case circle(radius: Double)
    case pair(Shape, Shape)
    case named(String, of: Shape?)
}

@Suite("Coding containers")
struct ContainerTests {
    @Test("goes on filling a nested container that is asked for again")
    func nestedAgain() throws {
        let value = Custom { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            var first = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try first.encode(1, forKey: .a)
            var second = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try second.encode(2, forKey: .b)
            var list = outer.nestedUnkeyedContainer(forKey: .list)
            try list.encode("x")
            var again = outer.nestedUnkeyedContainer(forKey: .list)
            try again.encode("y")
            #expect(again.count == 2)
            try first.encode(3, forKey: .c)
            _ = outer.superEncoder(forKey: .c)
        }
        #expect(
            try stored(value) == ["inner": ["a": 1, "b": 2, "c": 3], "list": ["x", "y"], "c": [:]])
    }

    @Test("goes on with what a finished value left at the key, and lets the last value of a key win")
    func afterValue() throws {
        let value = Custom { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            try outer.encode(["a": 1], forKey: .inner)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try inner.encode(2, forKey: .b)
            var dropped = outer.nestedUnkeyedContainer(forKey: .list)
            try dropped.encode(1)
            try outer.encode("whole", forKey: .list)
        }
        #expect(try stored(value) == ["inner": ["a": 1, "b": 2], "list": "whole"])
    }

    @Test("nests containers in arrays and keeps their places")
    func nestedInArray() throws {
        let value = Custom { encoder in
            var list = encoder.unkeyedContainer()
            var first = list.nestedContainer(keyedBy: Key.self)
            try list.encode("between")
            var second = list.nestedUnkeyedContainer()
            try list.encodeNil()
            try list.superEncoder().singleValueContainer().encodeOne()
            try first.encode(1, forKey: .a)
            try second.encode(contentsOf: [true, false])
            #expect(list.count == 5)
        }
        #expect(try stored(value) == [["a": 1], "between", [true, false], .null(), 1])
    }

    @Test("reads nested containers and superclasses' values")
    func reading() throws {
        struct Read: Decodable {
            init(from decoder: any Decoder) throws {
                let outer = try decoder.container(keyedBy: Key.self)
                #expect(Set(outer.allKeys) == [.inner, .list])
                let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
                #expect(inner.codingPath.map(\.stringValue) == ["inner"])
                #expect(try inner.decode(Int.self, forKey: .a) == 1)
                #expect(try outer.superDecoder(forKey: .inner).container(keyedBy: Key.self).contains(.a))
                #expect(try outer.superDecoder().singleValueContainer().decodeNil())
                var list = try outer.nestedUnkeyedContainer(forKey: .list)
                #expect(list.count == 5 && list.currentIndex == 0)
                let member = try list.nestedContainer(keyedBy: Key.self)
                #expect(try member.decode(Bool.self, forKey: .b))
                var deep = try list.nestedUnkeyedContainer()
                #expect(deep.codingPath.map(\.stringValue) == ["list", "Index 1"])
                #expect(try deep.decode(Int.self) == 5)
                #expect(deep.isAtEnd)
                #expect(throws: DecodingError.self) { try deep.decode(Int.self) }
                #expect(throws: DecodingError.self) { try deep.decodeNil() }
                #expect(try list.decodeNil())
                #expect(try !list.decodeNil())
                // A failed read doesn't skip the element.
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                #expect(try list.decodeIfPresent(String.self) == "x")
                #expect(try Bool(from: list.superDecoder()))
                #expect(list.isAtEnd)
            }
        }
        _ = try decoded(Read.self, ["inner": ["a": 1], "list": [["b": true], [5], .null(), "x", true], "zzz": 1])
    }

    @Test("codes class hierarchies, with a superclass's values apart or among the others")
    func classes() throws {
        let dog = try roundTripped(Dog(name: "Rex", trick: "roll"))
        #expect(dog.name == "Rex" && dog.trick == "roll")
        #expect(try stored(Dog(name: "Rex", trick: "roll")) == ["super": ["name": "Rex"], "trick": "roll"])
        let cat = try roundTripped(Cat(name: "Tom", lives: 3))
        #expect(cat.name == "Tom" && cat.lives == 3)
        #expect(try stored(Cat(name: "Tom", lives: 3)) == ["name": "Tom", "lives": 3])
    }

    @Test(
        "codes enums with payloads",
        arguments: [.point, .circle(radius: 1.5), .pair(.point, .named("x", of: nil)), .named("y", of: .point)]
            as [Shape])
    private func payloads(_ shape: Shape) throws {
        #expect(try roundTripped(shape) == shape)
        #expect(try roundTripped(["k": [shape]]) == ["k": [shape]])
    }

    @Test("stores a type without properties, and one that writes nothing, as an empty dictionary")
    func empty() throws {
        struct Empty: Codable, Equatable {}
        #expect(try stored(Empty()) == [:])
        #expect(try roundTripped([Empty()]) == [Empty()])
        #expect(try stored(Custom { _ in }) == [:])
        #expect(try stored(["k": Custom { _ in }]) == ["k": [:]])
        #expect(try stored(Custom { _ = $0.unkeyedContainer() }) == [])
    }

    @Test("refuses a value that asks for two kinds of container or writes twice")
    func conflicts() throws {
        let mixed = Custom { encoder in
            _ = encoder.container(keyedBy: Key.self)
            _ = encoder.unkeyedContainer()
        }
        let error = #expect(throws: EncodingError.self) { try stored(["k": [mixed]]) }
        #expect(error?.path == "k/Index 0")
        let twice = Custom { encoder in
            try encoder.singleValueContainer().encodeOne()
            try encoder.singleValueContainer().encodeOne()
        }
        #expect(throws: EncodingError.self) { try stored(twice) }
        let singleAfterKeyed = Custom { encoder in
            _ = encoder.container(keyedBy: Key.self)
            try encoder.singleValueContainer().encodeOne()
        }
        #expect(throws: EncodingError.self) { try stored(singleAfterKeyed) }
    }

    @Test("hands user info and coding paths to the types")
    func userInfo() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "k"))
        struct Read: Codable {
            init() {}

            init(from decoder: any Decoder) throws {
                #expect(decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] as? Int == 5)
                #expect(decoder.codingPath.map(\.stringValue) == ["a", "Index 1"])
                #expect(decoder.codingPath.map(\.intValue) == [nil, 1])
            }

            func encode(to encoder: any Encoder) throws {
                #expect(encoder.userInfo[CodingUserInfoKey(rawValue: "k")!] as? Int == 5)
                if encoder.codingPath.last?.intValue == 1 {
                    var container = encoder.container(keyedBy: Key.self)
                    let list = container.nestedUnkeyedContainer(forKey: .list)
                    #expect(list.codingPath.map(\.stringValue) == ["a", "Index 1", "list"])
                    #expect(container.superEncoder().codingPath.map(\.stringValue) == ["a", "Index 1", "super"])
                }
            }
        }
        _ = try PropertyListValueEncoder(userInfo: [key: 5]).encode(["a": [Read(), Read()]])
        struct Skip: Decodable {}
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .a)
                _ = try list.decode(Skip.self)
                _ = try list.decode(Read.self)
            }
        }
        _ = try PropertyListValueDecoder(userInfo: [key: 5]).decode(Pair.self, from: ["a": [[:], [:]]])
    }

    @Test("stores dictionaries by their keys' strings where the keys are coding keys")
    func dictionaryKeys() throws {
        enum Mode: String, Codable, CodingKeyRepresentable { case dark, light }
        #expect(try stored([Mode.dark: 1]) == ["dark": 1])
        #expect(try roundTripped([Mode.light: [Mode.dark: 2]]) == [Mode.light: [Mode.dark: 2]])
        #expect(try stored([3: "x"]) == ["3": "x"])
        enum Plain: String, Codable { case dark }
        #expect(try roundTripped([Plain.dark: 1]) == [Plain.dark: 1])
        let id = UUID()
        #expect(try roundTripped([id: "x"]) == [id: "x"])
        let strange = ["": 1, "a.b": 2, "@x": 3, "é🇩🇪": 4, "$": 5]
        #expect(try roundTripped(strange) == strange)
    }
}

extension SingleValueEncodingContainer {
    fileprivate consuming func encodeOne() throws {
        var container = self
        try container.encode(1)
    }
}
