import Foundation
import Testing
import TypedDefaults

/// A value that an entry has read is kept, and returned only while it is what is stored.
@Suite("Remembered values")
struct RememberedValueTests {
    @Test("an unchanged value is decoded once", arguments: StoreKind.allCases)
    func decodedOnce(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(["numbers": [1, 2, 3]], forKey: "counted")
        let entry: DefaultsEntry<Counted?> = Defaults.value("counted").bound(to: store)
        try Counted.$decodings.withValue(Recorder()) {
            for _ in 0..<5 { #expect(entry.value?.numbers == [1, 2, 3]) }
            try store.setValue(1, forKey: "other")
            try store.setValue(["numbers": [1, 2, 3]], forKey: "counted")
            try store.flush()
            for _ in 0..<5 { #expect(try entry.read()?.numbers == [1, 2, 3]) }
            #expect(Counted.decodings.values == [3])
            try store.setValue(["numbers": [4]], forKey: "counted")
            for _ in 0..<5 { #expect(entry.value?.numbers == [4]) }
            #expect(Counted.decodings.values == [3, 1])
        }
    }

    @Test("a change by anyone is seen", arguments: StoreKind.allCases)
    func coherent(kind: StoreKind) throws {
        let store = try kind.make()
        let number: DefaultsEntry<Int?> = Defaults.value("number").bound(to: store)
        let list: DefaultsEntry<[Int]?> = Defaults.value("list").bound(to: store)
        func expect(_ expected: Int?, sourceLocation: SourceLocation = #_sourceLocation) {
            for _ in 0..<2 {
                #expect(number.value == expected, sourceLocation: sourceLocation)
                #expect(list.value == expected.map { [$0, $0] }, sourceLocation: sourceLocation)
            }
        }
        expect(nil)
        (number.value, list.value) = (1, [1, 1])
        expect(1)
        try store.setValue(2, forKey: "number")
        try store.setValue([2, 2], forKey: "list")
        expect(2)
        _ = try store.commit(DefaultsBatch(edits: ["number": 3, "list": [3, 3]]))
        expect(3)
        try store.transaction {
            (number.value, list.value) = (4, [4, 4])
            expect(4)
        }
        expect(4)
        let prefixed = store.prefixed("li")
        try prefixed.setValue([5, 5], forKey: "st")
        number.value = 5
        expect(5)
        #expect(throws: CocoaError.self) {
            try store.transaction {
                (number.value, list.value) = (6, [6, 6])
                throw CocoaError(.userCancelled)
            }
        }
        expect(5)
        number.clear()
        list.clear()
        expect(nil)
    }

    @Test("a value of another type is seen, and so is the old one when it comes back", arguments: StoreKind.allCases)
    func otherTypes(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 7).bound(to: store)
        try DefaultsReporter.withReporter(Recorder<DefaultsError>().reporter) {
            for stored in [1, "no number", 2, true, 3] as [PropertyListValue] {
                try store.setValue(stored, forKey: "n")
                let expected = if case .integer(let number) = stored { Int(number) } else { 7 }
                for _ in 0..<2 { #expect(entry.value == expected) }
            }
        }
    }

    @Test("what is set in Foundation itself is seen")
    func foundation() throws {
        let name = TestHome.newSuiteName()
        let store = try UserDefaultsStore(suite: name)
        let defaults = try #require(UserDefaults(suiteName: name))
        // Registered values are those of all suites, so the key must be no other test's.
        let number: DefaultsEntry<Int?> = Defaults.value("registered number").bound(to: store)
        let list: DefaultsEntry<[Int]?> = Defaults.value("list").bound(to: store)
        let data: DefaultsEntry<Data?> = Defaults.value("data").bound(to: store)
        #expect(number.value == nil && list.value == nil && data.value == nil)
        for round in 0..<4 {
            defaults.set(round, forKey: "registered number")
            defaults.set([round], forKey: "list")
            defaults.set(Data(repeating: UInt8(round), count: 100), forKey: "data")
            for _ in 0..<3 {
                #expect(number.value == round && list.value == [round])
                #expect(data.value == Data(repeating: UInt8(round), count: 100))
            }
            if round == 2 { RawSuite.forget(name) }
        }
        for key in ["registered number", "list", "data"] { defaults.removeObject(forKey: key) }
        #expect(number.value == nil && list.value == nil && data.value == nil)
        defaults.register(defaults: ["registered number": 9])
        #expect(number.value == 9)
    }

    @Test("objects of classes are not kept, since whoever gets one may change it")
    func objects() throws {
        let entry: DefaultsEntry<Shared?> = Defaults.value("shared").bound(to: InMemoryStore(["shared": ["n": 1]]))
        let first = try #require(entry.value)
        first.numbers.record(2)
        #expect(entry.value !== first)
        #expect(entry.value?.numbers.values == [1])
    }

    @Test("what one entry's default fills in is not another's", arguments: StoreKind.allCases)
    func filling(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(["a": 1], forKey: "pair")
        let base: DefaultsEntry<Pair?> = Defaults.value("pair").bound(to: store)
        let left = base.whenNil(use: Pair(a: 0, b: 2))
        let right = base.whenNil(use: Pair(a: 0, b: 3))
        DefaultsReporter.withReporter(Recorder<DefaultsError>().reporter) {
            for _ in 0..<2 {
                #expect(left.value == Pair(a: 1, b: 2))
                #expect(right.value == Pair(a: 1, b: 3))
                #expect(base.value == nil)
            }
        }
    }

    @Test("a store that takes the place of another is read, also one at the same address")
    func replacedStores() {
        for number in 0..<200 {
            Replaced.bootstrap(InMemoryStore(["n": .integer(Int64(number)), "list": [.integer(Int64(number))]]))
            for _ in 0..<2 {
                #expect(Replaced.number.value == number)
                #expect(Replaced.list.value == [number])
            }
            Replaced.withStore(InMemoryStore(["n": -1])) {
                #expect(Replaced.number.value == -1)
                #expect(Replaced.list.value == nil)
            }
            #expect(Replaced.number.value == number)
        }
        Replaced.bootstrap(nil)
        #expect(Replaced.number.value == nil)
    }

    @Test("readers never go back while another thread counts", arguments: StoreKind.allCases)
    func counting(kind: StoreKind) throws {
        let store = try kind.make()
        let number: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: store)
        let list: DefaultsEntry<[Int]> = Defaults.value("list").whenNil(use: [0, 0]).bound(to: store)
        let rounds = 500
        DispatchQueue.concurrentPerform(iterations: 3) { thread in
            if thread == 0 {
                for round in 1...rounds { (number.value, list.value) = (round, [round, -round]) }
            }
            var last = 0
            while last < rounds {
                let (new, pair) = (number.value, list.value)
                guard new >= last, pair[0] >= new - 1, pair[0] == -pair[1] else {
                    Issue.record("\(new), \(pair) after \(last)")
                    return
                }
                last = new
            }
        }
        #expect(number.value == rounds && list.value == [rounds, -rounds])
    }
}

private enum Replaced: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
    static let number: DefaultsEntry<Int?> = value("n")
    static let list: DefaultsEntry<[Int]?> = value("list")
}

private struct Pair: Codable, Defaultable, Equatable {
    var a: Int
    var b: Int
}

/// A value that tells when it is decoded.
private struct Counted: Codable, Defaultable {
    @TaskLocal static var decodings = Recorder<Int>()
    var numbers: [Int]

    enum CodingKeys: CodingKey {
        case numbers
    }

    init(from decoder: any Decoder) throws {
        numbers = try decoder.container(keyedBy: CodingKeys.self).decode([Int].self, forKey: .numbers)
        Self.decodings.record(numbers.count)
    }
}

private final class Shared: Codable, Defaultable, Sendable {
    let numbers = Recorder<Int>()

    enum CodingKeys: String, CodingKey {
        case number = "n"
    }

    init(from decoder: any Decoder) throws {
        numbers.record(try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(numbers.values.last, forKey: .number)
    }
}
