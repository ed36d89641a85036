import Foundation
import Testing
import TypedDefaults

/// The behaviours of PersistentStorageSerializable, numbered PSS-1 and so on, on every store.
@Suite("PersistentStorageSerializable's behaviours: properties")
struct RecordBehaviourTests {
    @Test(
        "PSS-1: a property's key is its name after the prefix, or what the type maps it to",
        arguments: StoreKind.allCases)
    func keys(kind: StoreKind) throws {
        let store = try kind.make()
        try WindowRecord().persist(to: store, prefix: "Window")
        #expect(store.storedKeys == ["Window.width"])
        try ProfileRecord().persist(to: store, prefix: "me")
        #expect(store.stored("me.well.known.name") == "")
        #expect(store.stored("me.name") == nil)
    }

    @Test("PSS-2: a new record has what is stored, and nothing is saved before persist", arguments: StoreKind.allCases)
    func creation(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(7, forKey: "Options.volume")
        var options = try OptionsRecord(from: store, prefix: "Options")
        #expect(options.volume == 7)
        options.title = "changed"
        #expect(store.storedKeys == ["Options.volume"])
        try options.persist(to: store, prefix: "Options")
        #expect(try OptionsRecord(from: store, prefix: "Options") == options)
    }

    @Test("PSS-3: a property whose key is missing keeps what init() gave it", arguments: StoreKind.allCases)
    func missing(kind: StoreKind) throws {
        let store = try kind.make()
        #expect(try OptionsRecord(from: store) == OptionsRecord())
        try store.setValue("set", forKey: "title")
        let options = try OptionsRecord(from: store)
        #expect(options.title == "set")
        #expect(options.limit == 10)
        #expect(options.scores == ["a": [1, 2]])
    }

    @Test("PSS-4: structs and classes, private properties too, but no computed ones", arguments: StoreKind.allCases)
    func properties(kind: StoreKind) throws {
        let store = try kind.make()
        try OptionsRecord().persist(to: store)
        let expected = ["volume", "title", "isLoud", "ratio", "seen", "scores", "site", "limit", "secret"]
        #expect(store.storedKeys == Set(expected))

        let window = try WindowRecord(from: store, prefix: "w")
        window.width = 800
        window.title = "Main"
        try window.persist(to: store, prefix: "w")
        let again = try WindowRecord(from: store, prefix: "w")
        #expect(again.width == 800)
        #expect(again.title == "Main")
    }

    // The original leaves inherited properties out. Here they are what the class's Codable conformance says.
    @Test("PSS-4: a class hierarchy stores inherited properties with its own", arguments: StoreKind.allCases)
    func hierarchy(kind: StoreKind) throws {
        let store = try kind.make()
        let car = try CarRecord(from: store, prefix: "Car")
        car.wheels = 3
        car.owner = "Ada"
        try car.persist(to: store, prefix: "Car")
        #expect(store.storedKeys == ["Car.wheels", "Car.doors", "Car.owner"])
        let again = try CarRecord(from: store, prefix: "Car")
        #expect(again.wheels == 3)
        #expect(again.doors == 3)
        #expect(again.owner == "Ada")
        #expect(try VehicleRecord(from: store, prefix: "Car").wheels == 3)

        again.owner = nil
        try again.persist(to: store, prefix: "Car")
        #expect(store.storedKeys == ["Car.wheels", "Car.doors"])
        try car.persist(to: store, prefix: "Car")
        try CarRecord.removePersisted(from: store, prefix: "Car")
        #expect(store.storedKeys == [])
    }

    @Test("PSS-4: a descendant of NSObject is a record", arguments: StoreKind.allCases)
    func objects(kind: StoreKind) throws {
        let store = try kind.make()
        let document = try DocumentRecord(from: store, prefix: "Document")
        document.pages = [1, 2]
        try document.persist(to: store, prefix: "Document")
        #expect(try DocumentRecord(from: store, prefix: "Document").pages == [1, 2])
        #expect(store.storedKeys == ["Document.path", "Document.pages"])
    }

    @Test("PSS-5: property list types are stored as themselves, nested to any depth", arguments: StoreKind.allCases)
    func types(kind: StoreKind) throws {
        struct Plain: DefaultsRecord, Equatable {
            var data = Data([1])
            var text = "x"
            var unsigned: UInt = .max
            var number = -1
            var float: Float = 0.1
            var double = 0.1
            var flag = true
            var site = URL(string: "https://example.org/?q=1#x")
            var date = Date(timeIntervalSinceReferenceDate: 0.25)
            var nested: [String: [[String: [Date]]]] = ["a": [["b": [Date(timeIntervalSince1970: 0)]]]]
            var mixed: [String: PropertyListValue] = ["a": 1, "b": true, "c": [1.5, "x"], "d": .date(.distantPast)]
        }
        let store = try kind.make()
        let record = Plain()
        try record.persist(to: store)
        #expect(try Plain(from: store) == record)
        let stored: [String: PropertyListValue] = [
            "text": "x", "number": -1, "flag": true, "mixed": .dictionary(record.mixed), "data": .data(Data([1])),
        ]
        for (key, value) in stored { #expect(store.stored(key) == value) }
    }

    // The original refuses optionals and codable types. Here they are stored; only what can't be encoded is an error.
    @Test(
        "PSS-6: an error names the property, and in a collection the place of the element",
        arguments: StoreKind.allCases)
    func errors(kind: StoreKind) throws {
        let store = try kind.make()
        var fragile = FragileRecord()
        fragile.parts = ["x": [FragileRecord.Unstorable()]]
        let writing = #expect(throws: DefaultsError.self) { try fragile.persist(to: store, prefix: "F") }
        #expect(writing?.code == .encodingFailed)
        #expect(writing?.storeName == store.name)
        #expect(writing?.key == "F.parts")
        #expect(writing?.detail == "thrown at parts.x.[0]")
        #expect(writing?.underlyingError is FragileRecord.Unstorable.Failure)

        try store.setValue(["y": [1]], forKey: "F.parts")
        let reading = #expect(throws: DefaultsError.self) { try FragileRecord(from: store, prefix: "F") }
        #expect(reading?.code == .decodingFailed)
        #expect(reading?.key == "F.parts")
        #expect(reading?.detail == "thrown at parts.y.[0]")
        try store.removeValue(forKey: "F.parts")

        let wrong: [(key: String, value: PropertyListValue, place: String)] = [
            ("O.volume", "loud", "volume"), ("O.scores", ["a": [1, "two"]], "scores.a.[1]"),
            ("O.seen", 5, "seen"), ("O.scores", [1], "scores"),
        ]
        for (key, value, place) in wrong {
            let store = try kind.make()
            try store.setValue(value, forKey: key)
            let error = #expect(throws: DefaultsError.self) { try OptionsRecord(from: store, prefix: "O") }
            #expect(error?.key == key)
            #expect(error?.storeName == store.name)
            #expect(error?.description.contains("at \(place)]") == true, "\(error?.description ?? "")")
            #expect(store.stored(key) == value)
        }
    }

    @Test("PSS-6: a mapped property is named by its key, and its name is in the place", arguments: StoreKind.allCases)
    func mappedErrors(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue([1], forKey: "me.well.known.name")
        let error = #expect(throws: DefaultsError.self) { try ProfileRecord(from: store, prefix: "me") }
        #expect(error?.key == "me.well.known.name")
        #expect(error?.description.contains("at name]") == true)
    }

    // The original leaves what it stored before the failure, and its storage unusable.
    @Test("PSS-7: a record is stored all or nothing, in one step", arguments: StoreKind.allCases)
    func allOrNothing(kind: StoreKind) throws {
        let store = try kind.make()
        try FragileRecord().persist(to: store, prefix: "F")
        var fragile = FragileRecord()
        fragile.a = 2
        fragile.z = 2
        fragile.parts = ["x": [FragileRecord.Unstorable()]]
        #expect(throws: DefaultsError.self) { try fragile.persist(to: store, prefix: "F") }
        #expect(store.stored("F.a") == 1)
        #expect(store.stored("F.z") == 1)

        let commits = Recorder<Set<String>>()
        let observation = store.observe { commits.record(Set($0.changes.map(\.key))) }
        fragile.parts = [:]
        try fragile.persist(to: store, prefix: "F")
        observation.cancel()
        #expect(commits.values == [["F.a", "F.z"]])
    }
}
