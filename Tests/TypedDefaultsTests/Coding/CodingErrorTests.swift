import Foundation
import Testing

@testable import TypedDefaults

/// A list whose depth is the number of its nodes, released without recursion.
private final class Node: Codable {
    var next: Node?

    init(next: Node?) {
        self.next = next
    }

    static func list(of count: Int) -> [Node] {
        var nodes = [Node(next: nil)]
        for _ in 1..<count { nodes.append(Node(next: nodes[nodes.count - 1])) }
        return nodes
    }

    /// Releases a list from its head on, as releasing all at once would overflow the stack.
    static func release(_ nodes: [Node]) {
        for node in nodes.reversed() { node.next = nil }
    }
}

/// A value that wraps itself without any collection around.
private struct Endless: Codable {
    init() {}

    init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Endless.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
    }
}

private enum Mode: String, Codable { case dark }

@Suite("Coding errors")
struct CodingErrorTests {
    @Test("refuses to encode a list that is nested too deeply", arguments: [513, 100_000])
    func tooDeep(_ count: Int) throws {
        let nodes = Node.list(of: count)
        defer { Node.release(nodes) }
        let error = #expect(throws: EncodingError.self) { try stored(nodes[nodes.count - 1]) }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect((512...513).contains(context.codingPath.count))
        #expect(
            context.debugDescription
                == "The value is nested deeper than 512 levels, or than the thread's stack allows.")
    }

    @Test("encodes and decodes a list that is nested as deeply as a store accepts")
    func deepest() throws {
        let nodes = Node.list(of: 512)
        defer { Node.release(nodes) }
        let value = try stored(nodes[511])
        #expect(value.isNested(noDeeperThan: 512) && !value.isNested(noDeeperThan: 511))
        _ = try decoded(Node.self, value)
        #expect(throws: DecodingError.self) { try decoded(Node.self, ["next": value]) }
    }

    @Test("refuses native collections and values that end too deep")
    func deepLeaves() throws {
        let fitting = try stored(nested(["x"], in: 511))
        #expect(fitting.isNested(noDeeperThan: 512))
        #expect(throws: EncodingError.self) { try stored(nested(["x"], in: 512)) }
        #expect(throws: EncodingError.self) { try stored(nested(PropertyListValue.array([]), in: 512)) }
        #expect(try stored(nested(PropertyListValue.array([]), in: 511)).isNested(noDeeperThan: 512))
        #expect(throws: Never.self) { try stored(nested(5, in: 512)) }
        #expect(throws: EncodingError.self) { try stored(nested(5, in: 513)) }
        var value = PropertyListValue.array([])
        for _ in 0..<512 { value = [value] }
        #expect(throws: EncodingError.self) { try stored(value) }
        #expect(throws: EncodingError.self) { try stored(["k": value]) }
    }

    @Test("refuses a deep list on a thread with a small stack", arguments: [256, 512, 1024])
    func smallStack(kilobytes: Int) throws {
        let result = Recorder<String>()
        let thread = Thread {
            let nodes = Node.list(of: 100_000)
            do { _ = try stored(nodes[nodes.count - 1]) } catch { result.record("encoding: \(type(of: error))") }
            Node.release(nodes)
            var value = PropertyListValue.dictionary([:])
            for _ in 0..<600 { value = ["next": value] }
            do { _ = try decoded(Node.self, value) } catch { result.record("decoding: \(type(of: error))") }
            result.record("end")
        }
        thread.stackSize = kilobytes * 1024
        thread.start()
        while result.values.last != "end" { usleep(1000) }
        #expect(result.values == ["encoding: EncodingError", "decoding: DecodingError", "end"])
    }

    @Test("refuses endless chains of wrappers, nested containers and superclasses")
    func endless() {
        #expect(throws: EncodingError.self) { try stored(Endless()) }
        #expect(throws: DecodingError.self) { try decoded(Endless.self, 5) }
        struct Chain: Encodable {
            var isKeyed: Bool

            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                var encoder = list.superEncoder()
                for _ in 0..<100_000 {
                    if isKeyed {
                        var container = encoder.container(keyedBy: SuperclassKey.self)
                        encoder = container.superEncoder()
                    } else {
                        var container = encoder.unkeyedContainer()
                        encoder = container.superEncoder()
                    }
                }
            }
        }
        #expect(throws: EncodingError.self) { try stored(Chain(isKeyed: true)) }
        #expect(throws: EncodingError.self) { try stored(Chain(isKeyed: false)) }
    }

    @Test("names the path to an encoding error and its type, but not the value")
    func encodingPath() throws {
        struct Fails: Encodable {
            var secret = "hunter2"

            func encode(to encoder: any Encoder) throws {
                _ = encoder.unkeyedContainer()
                _ = encoder.container(keyedBy: SuperclassKey.self)
            }
        }
        let error = try #require(throws: EncodingError.self) { try stored(["a": [[1: Fails()]]]) }
        #expect(error.path == "a/Index 0/1")
        #expect(!"\(error)".contains("hunter2"))
    }

    @Test(
        "names the path to a decoding error, but not the stored value",
        arguments: [
            (["hunter2"], "Index 0"), (["hunter2", 5], "Index 0"), (["dark", "hunter2"], "Index 1"),
            (["dark", 5], "Index 1"), (["dark", .null()], "Index 1"),
        ] as [(PropertyListValue, String)])
    func decodingPath(_ stored: PropertyListValue, _ path: String) throws {
        let error = try #require(throws: DecodingError.self) { try decoded([String: [Mode]].self, ["k": stored]) }
        #expect(error.path == "k/" + path)
        #expect(!"\(error)".contains("hunter2"))
        #expect(error.context?.underlyingError == nil)
    }

    @Test("keeps stored values out of every kind of error")
    func secrets() throws {
        func check<T: Decodable>(_ type: T.Type, _ stored: PropertyListValue) throws {
            let error = try #require(throws: DecodingError.self) { try decoded(type, stored) }
            #expect(!"\(error) \(error.localizedDescription)".contains("4711"), "\(T.self)")
        }
        try check(Int.self, "x4711")
        try check(UInt8.self, 4711)
        try check(URL.self, "http://4711:x y[")
        try check(Decimal.self, "4711x")
        try check(UUID.self, "4711")
        try check(Mode.self, "4711")
        try check(Range<Int>.self, [4711, 1])
        try check([String].self, "4711")
        try check([String: Int].self, ["k": "x4711"])
        try check(Date.self, 4711)
        try check(Data.self, "4711")
    }

    @Test("says what was expected and what was found")
    func description() {
        let error = #expect(throws: DecodingError.self) { try decoded([String: Date].self, ["k": 5]) }
        #expect(error?.context?.debugDescription == "Expected Date but found a stored value of type integer.")
    }

    /// Returns the value within `depth` arrays.
    private func nested<T: Encodable>(_ value: T, in depth: Int) -> some Encodable {
        Nested(value: value, depth: depth)
    }
}

/// A value within a number of arrays.
private struct Nested<T: Encodable>: Encodable {
    var value: T
    var depth: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if depth == 1 {
            try container.encode(value)
        } else {
            try container.encode(Nested(value: value, depth: depth - 1))
        }
    }
}
