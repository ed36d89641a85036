import Foundation
import Testing

@testable import TypedDefaults

private struct Optionals: Codable, Equatable {
    var plain: Int?
    var nested: Int??
    var list: [Int?] = []
    var table: [String: Int?] = [:]
    var text: String?
    var wrapper: Wrapper?
}

/// A type that is written as the nil that it wraps.
private struct Wrapper: Codable, Equatable {
    var value: Int?

    init(value: Int?) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int?.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// A type that writes its nil explicitly.
private struct Explicit: Codable, Equatable {
    var value: Int?

    enum CodingKeys: String, CodingKey { case value, other }

    init(value: Int?) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        #expect(container.contains(.value))
        #expect(!container.contains(.other))
        #expect(throws: DecodingError.self) { try container.decodeNil(forKey: .other) }
        value = try container.decodeNil(forKey: .value) ? nil : container.decode(Int.self, forKey: .value)
        #expect(try container.decodeIfPresent(Int.self, forKey: .value) == value)
        #expect(try container.decode(Int?.self, forKey: .value) == value)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let value { try container.encode(value, forKey: .value) } else { try container.encodeNil(forKey: .value) }
    }
}

@Suite("Nil in Codable values")
struct NilCodingTests {
    @Test("leaves out the key of an optional property that is nil")
    func omitted() throws {
        #expect(try stored(Optionals()) == ["list": [], "table": [:]])
        #expect(try roundTripped(Optionals()) == Optionals())
    }

    @Test(
        "tells the nils of nested optionals apart",
        arguments: [Int??.none, .some(.none), .some(.some(1))])
    func nestedOptionals(_ value: Int??) throws {
        #expect(try roundTripped(value) == value)
        #expect(try roundTripped([value]) == [value])
        #expect(try roundTripped(["k": value]) == ["k": value])
        #expect(try roundTripped([Int???.some(value)]) == [.some(value)])
        #expect(try roundTripped(Optionals(nested: value)) == Optionals(nested: value))
    }

    @Test("keeps nils in arrays and dictionaries")
    func collections() throws {
        let value = Optionals(list: [1, nil, 3], table: ["a": nil, "b": 2])
        #expect(try roundTripped(value) == value)
        #expect(try stored([1, nil] as [Int?]) == [1, .null()])
        #expect(try roundTripped([nil, "$null"] as [String?]) == [nil, "$null"])
    }

    @Test("keeps a string that Foundation takes for nil")
    func dollarNull() throws {
        #expect(try roundTripped(Optionals(text: "$null")) == Optionals(text: "$null"))
    }

    @Test("keeps an explicit nil as a value of its key", arguments: [nil, 1])
    func explicit(_ value: Int?) throws {
        #expect(try roundTripped(Explicit(value: value)) == Explicit(value: value))
        #expect(try stored(Explicit(value: nil)) == ["value": .null()])
    }

    @Test("tells a missing value from one that writes nil", arguments: [nil, Wrapper(value: nil), Wrapper(value: 1)])
    private func wrapper(_ value: Wrapper?) throws {
        #expect(try roundTripped(Optionals(wrapper: value)) == Optionals(wrapper: value))
        #expect(try roundTripped([value]) == [value])
    }

    @Test(
        "keeps dictionaries that look like a stored nil",
        arguments: [["$null": 0], ["$null": 1], ["$$null": 0], ["$$$null": 7], ["$null": 0, "a": 1]])
    func escaping(_ value: [String: Int]) throws {
        #expect(try roundTripped(value) == value)
        #expect(try roundTripped([value]) == [value])
        #expect(try roundTripped(["k": Optional(value)]) == ["k": value])
        #expect(try stored(value).nullLevel == nil)
    }

    @Test("reports nil where a value is needed")
    func valueNotFound() {
        let error = #expect(throws: DecodingError.self) { try decoded([String: [Int]].self, ["a": [1, .null()]]) }
        guard case .valueNotFound? = error else {
            Issue.record("another error")
            return
        }
        #expect(error?.path == "a/Index 1")
    }

    @Test("encodes and decodes nil on its own")
    func fragment() throws {
        #expect(try stored(Int?.none) == .null())
        #expect(try roundTripped(Int?.none) == nil)
        #expect(try roundTripped(String?.none) == nil)
    }
}
