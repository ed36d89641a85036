import Foundation
import Testing
import TypedDefaults

private enum Letter: Int, Defaultable {
    case a, b, c
}

private struct Person: Defaultable, Equatable, Sendable {
    var name: String

    static func decode(_ stored: PropertyListValue) throws -> Person {
        let intermediate = try [String: String].decode(stored)
        guard let name = intermediate["name"] else { throw DefaultsError(.decodingFailed) }
        return Person(name: name)
    }

    static func encode(_ value: Person) throws -> PropertyListValue? {
        try [String: String].encode(["name": value.name])
    }
}

extension DefaultsNamespace {
    fileprivate static func isEmpty<V>(_ value: V?) -> Bool { value == nil }
    fileprivate static func isLessThan10(_ value: Int?) -> Bool { (value ?? 10) < 10 }
    fileprivate static func isShort(_ value: [Int]?) -> Bool { (value?.count ?? 2) < 2 }
}

extension Defaults {
    // The `set {}` of older libraries still compiles.
    fileprivate static var name: DefaultsEntry<String?> {
        get { value("backingName") }
        set {}
    }
    fileprivate static var letter: DefaultsEntry<Letter?> { value("letter") }
    fileprivate static var number: DefaultsEntry<Int?> { value("number") }
    fileprivate static var minTen: DefaultsEntry<Int> {
        value("intValue").whenNil(use: 10).ensure(when: { $0 < 10 }, use: 10)
    }
}

/// The behaviours of Palau, numbered PA-1 and so on, on every store.
@Suite("Palau's behaviours")
struct PalauBehaviourTests {
    @Test("PA-1: an absent value is nil", arguments: StoreKind.allCases)
    func absent(kind: StoreKind) throws {
        try Defaults.withStore(kind.make()) {
            #expect(Defaults.name.value == nil)
            #expect(Defaults.letter.value == nil)
        }
    }

    @Test("PA-2: setting nil and clearing remove the key", arguments: StoreKind.allCases)
    func removal(kind: StoreKind) throws {
        let store = try kind.make()
        try Defaults.withStore(store) {
            let removals: [() -> Void] = [{ Defaults.name.value = nil }, { Defaults.name.clear() }]
            for remove in removals {
                Defaults.name.value = "I am a great String value"
                #expect(Defaults.name.value == "I am a great String value")
                remove()
                #expect(Defaults.name.value == nil)
                let stored = try store.value(forKey: "backingName")
                #expect(stored == nil)
            }
        }
    }

    @Test(
        "PA-3: rules run in the order of their declaration, each on what the one before made",
        arguments: StoreKind.allCases)
    func order(kind: StoreKind) throws {
        let store = try kind.make()
        let seen = Recorder<String>()
        let entry: DefaultsEntry<Int?> = Defaults.value("n")
            .ensure(
                when: { value in
                    seen.record("first \(value ?? -1)")
                    return value == 1
                }, use: 2
            )
            .ensure(
                when: { value in
                    seen.record("second \(value ?? -1)")
                    return value == 2
                }, use: 3
            )
            .bound(to: store)
        entry.value = 1
        #expect(seen.values == ["first 1", "second 2"])
        #expect(try store.value(forKey: "n") == 3)
        seen.removeAll()
        try store.setValue(1, forKey: "n")
        #expect(entry.value == 3)
        #expect(seen.values == ["first 1", "second 2"])
    }

    @Test("PA-4: rules run on read and on write, and reading stores nothing", arguments: StoreKind.allCases)
    func readAndWrite(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int> = Defaults.value("n")
            .whenNil(use: 10).ensure(when: { $0 < 10 }, use: 11).bound(to: store)
        #expect(entry.value == 10)
        #expect(try store.keys() == [])
        entry.value = 3
        #expect(try store.value(forKey: "n") == 11)
        try store.setValue(4, forKey: "n")
        #expect(entry.value == 11)
        #expect(try store.value(forKey: "n") == 4)
        // A rule that turns nil into a value has it stored when nil is set.
        let optional: DefaultsEntry<Int?> = Defaults.value("n").ensure(when: Defaults.isEmpty, use: 10).bound(to: store)
        optional.value = nil
        #expect(try store.value(forKey: "n") == 10)
    }

    @Test("PA-5: whenNil gives what an ensure for nil gives", arguments: StoreKind.allCases)
    func whenNil(kind: StoreKind) throws {
        let store = try kind.make()
        let byRule: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 10).bound(to: store)
        let byEnsure: DefaultsEntry<Int?> = Defaults.value("n").ensure(when: Defaults.isEmpty, use: 10).bound(to: store)
        #expect(byRule.value == byEnsure.value)
        try store.setValue(7, forKey: "n")
        #expect(byRule.value == byEnsure.value)
    }

    @Test("PA-6: the rules of the documentation", arguments: StoreKind.allCases)
    func documented(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int?> = Defaults.value("n")
            .ensure(when: Defaults.isEmpty, use: 10).ensure(when: Defaults.isLessThan10, use: 10).bound(to: store)
        for (written, read) in [(nil, 10), (12, 12), (8, 10)] as [(Int?, Int)] {
            entry.value = written
            #expect(entry.value == read)
        }
        let list: DefaultsEntry<[Int]?> = Defaults.value("l")
            .ensure(when: Defaults.isEmpty, use: [10, 10]).ensure(when: Defaults.isShort, use: [10, 10])
            .bound(to: store)
        for (written, read) in [(nil, [10, 10]), ([12], [10, 10]), ([8, 8, 8], [8, 8, 8])] as [([Int]?, [Int])] {
            list.value = written
            #expect(list.value == read)
        }
        try Defaults.withStore(kind.make()) {
            Defaults.minTen.value = 8
            #expect(Defaults.minTen.value == 10)
            Defaults.minTen.value += 5
            #expect(Defaults.minTen.value == 15)
        }
    }

    @Test(
        "PA-7, PA-8: didSet gets new and old through the rules, for equal values and clearing too",
        arguments: StoreKind.allCases)
    func didSet(kind: StoreKind) throws {
        let store = try kind.make()
        let seen = Recorder<[Int]>()
        let entry: DefaultsEntry<Int> = Defaults.value("n")
            .whenNil(use: 10).ensure(when: { $0 < 10 }, use: 11)
            .didSet { seen.record([$0, $1]) }
            .bound(to: store)
        entry.value = 21
        entry.value = 21
        entry.value = 3
        #expect(seen.values == [[21, 10], [21, 21], [11, 21]])
        seen.removeAll()
        // Writes by others are not this entry's.
        try store.setValue(50, forKey: "n")
        #expect(seen.values == [])
        entry.clear()
        #expect(seen.values == [[10, 50]])
        #expect(try store.keys() == [])
    }

    @Test(
        "PA-9: every didSet of a chain fires, a rule after it keeps it, and no rule changes the entry it was added to",
        arguments: StoreKind.allCases)
    func chain(kind: StoreKind) throws {
        let store = try kind.make()
        let seen = Recorder<String>()
        let plain: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        let chained = plain.didSet { new, _ in seen.record("first \(new ?? 0)") }
            .ensure(when: { $0 == 1 }, use: 2)
            .didSet { new, _ in seen.record("second \(new ?? 0)") }
        chained.value = 1
        #expect(seen.values == ["first 2", "second 2"])
        seen.removeAll()
        plain.value = 1
        #expect(plain.value == 1)
        #expect(seen.values == [])
    }

    @Test("PA-10: the sequence of didSet for values and arrays", arguments: StoreKind.allCases)
    func sequence(kind: StoreKind) throws {
        let store = try kind.make()
        let seen = Recorder<[Letter?]>()
        let entry: DefaultsEntry<Letter?> = Defaults.value("l").didSet { seen.record([$0, $1]) }.bound(to: store)
        entry.value = .b
        entry.value = .a
        entry.clear()
        #expect(seen.values == [[.b, nil], [.a, .b], [nil, .a]])
        let seenLists = Recorder<[[Letter]?]>()
        let list: DefaultsEntry<[Letter]?> = Defaults.value("ls").didSet { seenLists.record([$0, $1]) }.bound(to: store)
        list.value = [.b]
        list.value = [.a, .c]
        list.clear()
        #expect(seenLists.values == [[[.b], nil], [[.a, .c], [.b]], [nil, [.a, .c]]])
    }

    @Test("PA-11: a value of another type reads as absent, is reported and kept", arguments: StoreKind.allCases)
    func mismatch(kind: StoreKind) throws {
        let store = try kind.make()
        let reports = Recorder<DefaultsError>()
        try store.setValue("light", forKey: "n")
        try store.setValue([1, "two", 3], forKey: "l")
        DefaultsReporter.withReporter(reports.reporter) {
            let number: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 10).bound(to: store)
            #expect(number.value == 10)
            let list: DefaultsEntry<[Int]?> = Defaults.value("l").bound(to: store)
            #expect(list.value == nil)
        }
        #expect(reports.values.map(\.code) == [.typeMismatch, .typeMismatch])
        #expect(try store.value(forKey: "n") == "light")
        #expect(try store.value(forKey: "l") == [1, "two", 3])
    }

    // Here the design departs from Palau, which drops unknown elements: nothing is dropped without being asked to.
    @Test("PA-12: an unknown raw value reads as nil, and makes its array unreadable", arguments: StoreKind.allCases)
    func unknownCase(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(99, forKey: "l")
        try store.setValue([0, 99, 2], forKey: "ls")
        let entry: DefaultsEntry<Letter?> = Defaults.value("l").bound(to: store)
        let list: DefaultsEntry<[Letter]?> = Defaults.value("ls").bound(to: store)
        DefaultsReporter.withReporter(DefaultsReporter { _ in }) {
            #expect(entry.value == nil)
            #expect(list.value == nil)
        }
        #expect(throws: DefaultsError.self) { try entry.read() }
        #expect(throws: DefaultsError.self) { try list.read() }
        #expect(try store.value(forKey: "ls") == [0, 99, 2])
    }

    @Test("PA-13: a custom type goes through an intermediate one, alone and in an array", arguments: StoreKind.allCases)
    func custom(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Person?> = Defaults.value("p").bound(to: store)
        entry.value = Person(name: "Ada")
        #expect(entry.value == Person(name: "Ada"))
        #expect(try store.value(forKey: "p") == ["name": "Ada"])
        let list: DefaultsEntry<[Person]?> = Defaults.value("ps").bound(to: store)
        list.value = [Person(name: "Ada"), Person(name: "Grace")]
        #expect(list.value?.map(\.name) == ["Ada", "Grace"])
    }

    @Test(
        "PA-14: objects are archived unless they are property lists, alone and in arrays", arguments: StoreKind.allCases
    )
    func objects(kind: StoreKind) throws {
        let store = try kind.make()
        let dates: DefaultsEntry<NSDictionary?> = Defaults.value("dates").bound(to: store)
        let text: DefaultsEntry<NSString?> = Defaults.value("text").bound(to: store)
        let notes: DefaultsEntry<[ArchivedNote]?> = Defaults.value("notes").bound(to: store)
        dates.value = [Date(timeIntervalSinceReferenceDate: 0.5): "a"]
        text.value = "b"
        notes.value = [ArchivedNote(text: "c"), ArchivedNote(text: "d")]
        #expect(store.stored("text") == "b")
        let reopened = try kind.reopened(store)
        #expect(try dates.bound(to: reopened).read() == [Date(timeIntervalSinceReferenceDate: 0.5): "a"])
        #expect(try text.bound(to: reopened).read() == "b")
        #expect(try notes.bound(to: reopened).read()?.map(\.text) == ["c", "d"])
        for garbage in [5, .data(Data([1, 2, 3])), .data(Data())] as [PropertyListValue] {
            try store.setValue(garbage, forKey: "notes")
            #expect(throws: DefaultsError.self) { try notes.read() }
            #expect(store.stored("notes") == garbage)
        }
    }

    @Test("PA-15: extreme values and texts of every script", arguments: StoreKind.allCases)
    func fixtures(kind: StoreKind) throws {
        let store = try kind.make()
        func check<V: Defaultable & Equatable & Sendable>(_ values: [V]) throws {
            let entry: DefaultsEntry<V?> = Defaults.value("v").bound(to: store)
            for value in values {
                try entry.write(value)
                #expect(try entry.read() == value)
            }
            let list: DefaultsEntry<[V]?> = Defaults.value("vs").bound(to: store)
            try list.write(values)
            #expect(try list.read() == values)
            let nested: DefaultsEntry<[String: [[V]]]?> = Defaults.value("vss").bound(to: store)
            try nested.write(["k": [values, []]])
            #expect(try nested.read() == ["k": [values, []]])
        }
        try check([Int.max, .min, 0, 1, -1])
        try check([UInt.max, UInt(Int.max), 0])
        try check([Float.leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity])
        try check([Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity])
        try check([true, false])
        try check(["", "Ünïcødé", "日本語", "עברית", "<html>&amp;</html>", "👩‍👩‍👧", "a\u{0}b", "\r\n"])
        try check([Data(), Data([0, 255])])
        try check([Date(timeIntervalSinceReferenceDate: 700_000_000)])
    }

    @Test("PA-16: an entry needs no mutation to be set, in a constant or in place", arguments: StoreKind.allCases)
    func inPlace(kind: StoreKind) throws {
        try Defaults.withStore(kind.make()) {
            let entry: DefaultsEntry<[String]> = Defaults.value("l").whenNil(use: [])
            entry.value.append("a")
            entry.value += ["b"]
            #expect(entry.value == ["a", "b"])
        }
    }

    @Test("PA-17: a generic function serves as a predicate", arguments: StoreKind.allCases)
    func predicate(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<String?> = Defaults.value("s").ensure(when: Defaults.isEmpty, use: "x").bound(
            to: store)
        #expect(entry.value == "x")
    }
}
