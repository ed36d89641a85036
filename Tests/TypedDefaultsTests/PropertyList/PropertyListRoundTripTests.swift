import Foundation
import Testing

@testable import TypedDefaults

@Suite("Property list files: round trips")
struct PropertyListRoundTripTests {
    @Test(
        "keeps every value exactly, in both formats", arguments: PropertyListSample.all, PropertyListFileFormat.allCases
    )
    func value(_ sample: PropertyListSample, format: PropertyListFileFormat) throws {
        let document = PropertyListDocument(values: ["key": sample.value, "sibling": .string("s")])
        #expect(try PropertyListDocument.read(document.write(format)) == document)
    }

    @Test("keeps a lone value exactly", arguments: PropertyListSample.all)
    func loneValue(_ sample: PropertyListSample) throws {
        #expect(try BinaryPropertyList.decode(BinaryPropertyList.encode(sample.value)) == sample.value)
    }

    @Test(
        "keeps every key, alone and beside others", arguments: PropertyListSample.keys, PropertyListFileFormat.allCases)
    func key(_ key: String, format: PropertyListFileFormat) throws {
        let payloads: [PropertyListValue] = [
            .integer(5), .real(1.5), .bool(true), .data(Data("x".utf8)), .data(Data(count: 16)), .array([]),
            .array([.integer(1), .integer(2)]), .string("x"), .unsigned(.max), .integer(-1),
            .dictionary([key: .bool(true)]),
        ]
        for payload in payloads {
            let members = [key: payload]
            for values in [members, ["inner": .dictionary(members)], members.merging(["other": .bool(true)]) { $1 }] {
                let document = PropertyListDocument(values: values)
                let read = try PropertyListDocument.read(document.write(format))
                #expect(read == document)
                // Keys that are canonically equivalent are equal, but must come back as they were.
                let (before, after) = (values.keys.map { Array($0.utf8) }, read.values.keys.map { Array($0.utf8) })
                #expect(Set(before) == Set(after))
            }
        }
    }

    @Test("keeps a Double's bits in the binary format, the payload of a NaN included")
    func nanPayload() throws {
        let bits: UInt64 = 0xFFF8_0000_DEAD_BEEF
        let value = try BinaryPropertyList.decode(BinaryPropertyList.encode(.real(Double(bitPattern: bits))))
        guard case .real(let real) = value else { return #expect(Bool(false), "not a real") }
        #expect(real.bitPattern == bits)
    }

    @Test("keeps 2,000 random values in both formats")
    func random() throws {
        var generator = RandomPropertyLists(seed: 20_260_730)
        for index in 0..<2_000 {
            let document = PropertyListDocument(values: generator.members(depth: index % 5))
            for format in PropertyListFileFormat.allCases {
                let bytes = try document.write(format)
                let read = try PropertyListDocument.read(bytes)
                try #require(read == document, "value \(index) in \(format)")
                try #require(read.write(format) == bytes, "value \(index) in \(format) is written otherwise")
            }
        }
    }

    @Test("writes the same bytes whatever the order of insertion", arguments: PropertyListFileFormat.allCases)
    func determinism(format: PropertyListFileFormat) throws {
        let keys = (0..<200).map { "key \($0)" } + ["é", "z", "Z", "\u{FFFD}", "😀"]
        let first = PropertyListDocument(values: Dictionary(uniqueKeysWithValues: keys.map { ($0, .string($0)) }))
        var second = PropertyListDocument()
        for key in keys.reversed() { second.values[key] = .string(key) }
        #expect(try first.write(format) == second.write(format))
    }

    @Test("refuses to write what is too deep to be read", arguments: PropertyListFileFormat.allCases)
    func depth(format: PropertyListFileFormat) throws {
        let deep = PropertyListSample.nestedArrays(513, around: nil)
        #expect(throws: PropertyListWriteError.tooDeep) {
            try PropertyListDocument(values: ["key": deep]).write(format)
        }
        #expect(throws: PropertyListWriteError.tooDeep) { try BinaryPropertyList.encode(deep) }
    }

    @Test(
        "reads and writes the deepest value on a thread with a small stack", arguments: PropertyListFileFormat.allCases)
    func stack(format: PropertyListFileFormat) async throws {
        let document = PropertyListDocument(values: [
            "arrays": PropertyListSample.nestedArrays(512, around: .date(Date(timeIntervalSinceReferenceDate: 0.5)))
        ])
        let isSame = await withCheckedContinuation { continuation in
            let thread = Thread {
                let read = Result { try PropertyListDocument.read(document.write(format)) }
                continuation.resume(returning: (try? read.get()) == document)
            }
            #if DEBUG
            thread.stackSize = 4_096 * 1_024
            #else
            // What Apple's systems give to the threads of dispatch queues.
            thread.stackSize = 512 * 1_024
            #endif
            thread.start()
        }
        #expect(isSame)
    }
}
