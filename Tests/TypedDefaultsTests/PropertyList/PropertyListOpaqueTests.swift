import Foundation
import Testing

@testable import TypedDefaults

@Suite("Property list files: what a value can't hold")
struct PropertyListOpaqueTests {
    static let nodes: [PropertyListNode] = [
        .uid(0), .uid(255), .uid(256), .uid(70_000), .uid(UInt64(UInt32.max)), .uid(.max), .null,
        .wideInteger(high: 1, low: 0), .wideInteger(high: .max, low: 0), .wideInteger(high: 1 << 63, low: 5),
        .set([]), .set([.value(.integer(1)), .null]), .orderedSet([.value(.string("\0")), .uid(1)]),
        .array([.value(.integer(1)), .uid(2), .value(.array([]))]), .set([.set([.set([.uid(1)])])]),
        pairs([
            (.value(.integer(1)), .value(.string("a"))), (.null, .uid(3)), (.value(.string("s")), .value(.bool(true))),
        ]),
        PropertyListMembers(values: ["$null": .integer(0)], opaque: ["CF$UID": .uid(1)]).node,
        PropertyListMembers(values: [:], opaque: ["CF$UID": .uid(1)]).node,
        PropertyListMembers(values: [:], opaque: ["$$set": .array([.null])]).node,
        PropertyListMembers(values: ["a": .bool(true)], opaque: ["\0": .null, "b": .array([.null])]).node,
    ]

    static func pairs(_ pairs: [(PropertyListNode, PropertyListNode)]) -> PropertyListNode {
        var members = PropertyListMembers()
        for (key, value) in pairs { members.add(value, for: key) }
        return members.node
    }

    @Test("is kept when the file is written again, in both formats", arguments: nodes, PropertyListFileFormat.allCases)
    func roundTrip(_ node: PropertyListNode, format: PropertyListFileFormat) throws {
        let document = PropertyListDocument(values: ["value": .integer(1)], opaque: ["opaque": node])
        let bytes = try document.write(format)
        #expect(try PropertyListDocument.read(bytes) == document)
        let lone = PropertyListDocument(opaque: ["CF$UID": node])
        #expect(try PropertyListDocument.read(lone.write(format)) == lone)
    }

    @Test("is refused where a value is asked for", arguments: nodes)
    func refused(_ node: PropertyListNode) {
        #expect(throws: PropertyListReadError.unsupported(found: node.typeName)) {
            try BinaryPropertyList.decode(BinaryPropertyListWriter.write(node))
        }
    }

    @Test("gives way to a value under the same key")
    func replaced() throws {
        let document = PropertyListDocument(values: ["a": .bool(true)], opaque: ["a": .null, "b": .uid(1)])
        let read = try PropertyListDocument.read(document.write(.binary))
        #expect(read == PropertyListDocument(values: ["a": .bool(true)], opaque: ["b": .uid(1)]))
    }

    @Test("leaves the values beside it readable in a keyed archive")
    func keyedArchive() throws {
        let objects: [[UInt8]] = [
            [0xD2, 1, 2, 3, 4], [0x54] + Array("$top".utf8), [0x58] + Array("$version".utf8), [0xD1, 5, 6],
            [0x12, 0, 1, 0x86, 0xA0],
            [0x54] + Array("root".utf8), [0x80, 1],
        ]
        let document = try PropertyListDocument.read(BinaryPropertyListFile(objects).bytes)
        #expect(document.values == ["$version": .integer(100_000)])
        #expect(document.opaque["$top"] == PropertyListMembers(values: [:], opaque: ["root": .uid(1)]).node)
        let text = try String(decoding: document.write(.xml), as: UTF8.self)
        #expect(text.contains("<key>CF$UID</key>\n\t\t\t<integer>1</integer>"))
    }

    @Test("is an error when a key of the root is not a string")
    func rootKeys() {
        #expect(
            throws: PropertyListReadError.damaged(reason: "a key of the root dictionary is not a string", offset: 0)
        ) {
            try PropertyListDocument.read(BinaryPropertyListFile([[0xD1, 1, 1], [0x10, 1]]).bytes)
        }
    }
}
