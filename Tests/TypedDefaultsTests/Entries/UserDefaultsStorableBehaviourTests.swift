import Foundation
import Testing
import TypedDefaults

private enum Weekday: String, Defaultable, CaseIterable { case monday, friday }

/// Raw and codable: raw wins.
private enum Level: Int, Codable, Defaultable { case low, high }

private struct Settings: Codable, Defaultable, Equatable, Sendable {
    var name = "n"
    var sizes = [1]
}

private struct Point: Defaultable, Equatable, Sendable {
    let x: Int, y: Int

    static func decode(_ stored: PropertyListValue) throws -> Point {
        let members = try [String: Int].decode(stored)
        guard let x = members["x"], let y = members["y"] else { throw DefaultsError(.decodingFailed) }
        return Point(x: x, y: y)
    }

    static func encode(_ value: Point) throws -> PropertyListValue? {
        try [String: Int].encode(["x": value.x, "y": value.y])
    }
}

private struct Unstorable: Defaultable, Equatable, Sendable {
    static func decode(_ stored: PropertyListValue) throws -> Unstorable { Unstorable() }
    static func encode(_ value: Unstorable) throws -> PropertyListValue? { throw DefaultsError(.encodingFailed) }
}

/// The behaviours of UserDefaultsStorable, numbered UDS-1 and so on, on every store.
@Suite("UserDefaultsStorable's behaviours")
struct UserDefaultsStorableBehaviourTests {
    @Test("UDS-1: any failure to read gives the default, which is never stored", arguments: StoreKind.allCases)
    func defaults(kind: StoreKind) throws {
        let store = try kind.make()
        let day = UserDefault(wrappedValue: Weekday.monday, key: "day", store: store)
        #expect(day.wrappedValue == .monday)
        #expect(store.storedKeys == [])
        for wrong: PropertyListValue in [5, "sunday", ["friday"], .data(Data([1]))] {
            try store.setValue(wrong, forKey: "day")
            DefaultsReporter.withReporter(DefaultsReporter { _ in }) { #expect(day.wrappedValue == .monday) }
            #expect(store.stored("day") == wrong)
        }
    }

    @Test("UDS-2: setting stores what the type encodes, and nil removes the key", arguments: StoreKind.allCases)
    func set(kind: StoreKind) throws {
        let store = try kind.make()
        let name = UserDefault<String?>(key: "name", store: store)
        name.wrappedValue = "Ada"
        #expect(store.stored("name") == "Ada")
        name.wrappedValue = nil
        #expect(name.wrappedValue == nil)
        #expect(store.storedKeys == [])
    }

    // In the original the default of an optional is never used, and set to nil it is as never set.
    @Test(
        "UDS-3: an optional's default is there until something is set, and nil stays nil", arguments: StoreKind.allCases
    )
    func optionalDefault(kind: StoreKind) throws {
        let store = try kind.make()
        let limit = UserDefault<Int?>(wrappedValue: 5, key: "limit", store: store)
        #expect(limit.wrappedValue == 5)
        limit.wrappedValue = nil
        #expect(limit.wrappedValue == nil)
        limit.wrappedValue = 7
        #expect(limit.wrappedValue == 7)
        limit.projectedValue.clear()
        #expect(limit.wrappedValue == 5)
        let settings = UserDefault<Settings?>(wrappedValue: Settings(), key: "settings", store: store)
        #expect(settings.wrappedValue == Settings())
        settings.wrappedValue = nil
        #expect(settings.wrappedValue == nil)
    }

    // The original stores JSON in Data, which is read too; here it is readable structure.
    @Test("UDS-4: codable values are structure, raw values come first", arguments: StoreKind.allCases)
    func codable(kind: StoreKind) throws {
        let store = try kind.make()
        let settings = UserDefault<Settings?>(key: "settings", store: store)
        try store.setValue(.data(try JSONEncoder().encode(Settings(name: "old"))), forKey: "settings")
        #expect(settings.wrappedValue == Settings(name: "old"))
        settings.wrappedValue = Settings(name: "new")
        #expect(store.stored("settings") == ["name": "new", "sizes": [1]])
        let level = UserDefault(wrappedValue: Level.low, key: "level", store: store)
        level.wrappedValue = .high
        #expect(store.stored("level") == 1)
    }

    @Test(
        "UDS-5: the null that was stored for a nil is nil, and nil now removes the key", arguments: StoreKind.allCases)
    func null(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(.data(Data("null".utf8)), forKey: "settings")
        let settings = UserDefault<Settings?>(key: "settings", store: store)
        #expect(try settings.projectedValue.read() == nil)
        settings.wrappedValue = nil
        #expect(store.storedKeys == [])
    }

    @Test("UDS-6: arrays are stored by element, and one bad element gives the default", arguments: StoreKind.allCases)
    func arrays(kind: StoreKind) throws {
        let store = try kind.make()
        let days = UserDefault(wrappedValue: [Weekday.friday], key: "days", store: store)
        days.wrappedValue = [.monday, .friday]
        #expect(store.stored("days") == ["monday", "friday"])
        try store.setValue(["monday", "sunday"], forKey: "days")
        DefaultsReporter.withReporter(DefaultsReporter { _ in }) { #expect(days.wrappedValue == [.friday]) }
        let all = UserDefault(wrappedValue: [Settings](), key: "all", store: store)
        try store.setValue([.data(try JSONEncoder().encode(Settings(name: "old")))], forKey: "all")
        #expect(all.wrappedValue == [Settings(name: "old")])
    }

    // The original removes the key, or ends the program.
    @Test("UDS-7: what can't be encoded leaves the old value, and is reported", arguments: StoreKind.allCases)
    func encodingFailure(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(1, forKey: "u")
        let errors = Recorder<DefaultsError>()
        DefaultsReporter.withReporter(errors.reporter) {
            UserDefault<Unstorable?>(key: "u", store: store).wrappedValue = Unstorable()
            UserDefault<[Unstorable]>(wrappedValue: [], key: "u", store: store).wrappedValue = [Unstorable()]
        }
        #expect(errors.values.map(\.code) == [.encodingFailed, .encodingFailed])
        #expect(errors.values.map(\.key) == ["u", "u"])
        #expect(store.stored("u") == 1)
        let optionals = UserDefault<[Int?]>(wrappedValue: [], key: "optionals", store: store)
        optionals.wrappedValue = [1, nil]
        #expect(optionals.wrappedValue == [1, nil])
    }

    @Test("UDS-8: a type of one's own is stored as its two functions say", arguments: StoreKind.allCases)
    func custom(kind: StoreKind) throws {
        let store = try kind.make()
        let point = UserDefault<Point?>(key: "point", store: store)
        point.wrappedValue = Point(x: 1, y: 2)
        #expect(store.stored("point") == ["x": 1, "y": 2])
        #expect(point.wrappedValue == Point(x: 1, y: 2))
    }

    @Test("UDS-9: the projected value shares the key, and values change in place", arguments: StoreKind.allCases)
    func projection(kind: StoreKind) throws {
        struct Page {
            @UserDefault var tags: [String]
            @UserDefault var rows: [[String: PropertyListValue]]
        }
        let store = try kind.make()
        let page = Page(
            tags: UserDefault(wrappedValue: [], key: "a key with spaces", store: store),
            rows: UserDefault(wrappedValue: [], key: "rows", store: store))
        page.tags.append("a")
        let copy = page.$tags
        copy.value.append("b")
        #expect(page.tags == ["a", "b"])
        page.rows = [["n": 1, "s": "x", "d": ["k": [true]]]]
        page.rows[0]["n"] = 2
        #expect(page.rows == [["n": 2, "s": "x", "d": ["k": [true]]]])
    }

    // The original passes on nil for an old value that was never set, and values that are not decoded.
    @Test(
        "UDS-10, UDS-12: observers get decoded old and new values, the default included", arguments: StoreKind.allCases)
    func observedValues(kind: StoreKind) throws {
        let store = try kind.make()
        let day = UserDefault(wrappedValue: Weekday.monday, key: "day", store: store).projectedValue
        let settings = UserDefault<Settings?>(key: "settings", store: store).projectedValue
        let days = Recorder<[Weekday]>()
        let all = Recorder<Settings?>()
        let observations = [
            day.observe(initial: true) { days.record([$0.oldValue, $0.newValue]) },
            settings.observe { all.record($0.newValue) },
        ]
        day.value = .friday
        #expect(days.values == [[.monday, .monday], [.monday, .friday]])
        settings.value = Settings()
        settings.value = nil
        for observation in observations { observation.cancel() }
        #expect(all.values == [Settings(), nil])
    }

    @Test("UDS-11: there is no call for the current value unless asked for", arguments: StoreKind.allCases)
    func noInitialCall(kind: StoreKind) throws {
        let store = try kind.make()
        let name = UserDefault<String?>(key: "name", store: store)
        let names = Recorder<String?>()
        let observation = name.projectedValue.observe { names.record($0.newValue) }
        #expect(names.values.isEmpty)
        name.wrappedValue = "Ada"
        name.wrappedValue = nil
        observation.cancel()
        #expect(names.values == ["Ada", nil])
    }

    @Test(
        "UDS-13: an observation ends with its token, or when cancelled, once and for all", arguments: StoreKind.allCases
    )
    func tokens(kind: StoreKind) throws {
        let store = try kind.make()
        let name = UserDefault<String?>(key: "name", store: store)
        let names = Recorder<String?>()
        var observation: DefaultsObservation? = name.projectedValue.observe { names.record($0.newValue) }
        name.wrappedValue = "a"
        observation?.cancel()
        observation?.cancel()
        name.wrappedValue = "b"
        observation = name.projectedValue.observe { names.record($0.newValue) }
        name.wrappedValue = "c"
        observation = nil
        name.wrappedValue = "d"
        _ = observation
        #expect(names.values == ["a", "c"])
    }

    // The original prints.
    @Test("UDS-14: errors go to the reporter, once for a key and value", arguments: StoreKind.allCases)
    func errors(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue("sunday", forKey: "day")
        let errors = Recorder<DefaultsError>()
        let day = UserDefault(wrappedValue: Weekday.monday, key: "day", store: store)
        DefaultsReporter.withReporter(errors.reporter) {
            for _ in 0..<3 { _ = day.wrappedValue }
        }
        #expect(errors.values.count == 1)
        #expect(errors.values.first?.key == "day")
        #expect(errors.values.first?.storeName == store.name)
    }
}
