import Testing
import TypedDefaults
import TypedDefaultsTesting

// What UserDefaultsStorable's README shows, adapted in names: one wrapper does for optionals too, and a type of one's own
// has two functions in the place of a bridge.

@MainActor
private enum App {
    @UserDefault(key: "username") static var username: String = "guest"
    @UserDefault(key: "token") static var token: String?
    @UserDefault(key: "point") static var point: Point?
    @UserDefault(key: "place") static var place: Place?
}

private struct Point: Equatable {
    let x: Int, y: Int
}

extension Point: Defaultable {
    static func decode(_ stored: PropertyListValue) throws -> Point {
        let members = try [String: Int].decode(stored)
        guard let x = members["x"], let y = members["y"] else { throw DefaultsError(.decodingFailed) }
        return Point(x: x, y: y)
    }

    static func encode(_ value: Point) throws -> PropertyListValue? {
        ["x": .integer(Int64(value.x)), "y": .integer(Int64(value.y))]
    }
}

/// A codable type needs nothing but its conformance.
private struct Place: Codable, Defaultable, Equatable {
    let latitude: Double, longitude: Double
}

@Suite("UserDefaultsStorable's README", .inMemoryDefaults)
@MainActor
struct UserDefaultsStorableReadmeTests {
    @Test("properties with a default value and without")
    func properties() {
        #expect(App.username == "guest")
        #expect(App.token == nil)
    }

    @Test("types of one's own")
    func types() {
        App.point = Point(x: 1, y: 2)
        #expect(App.point == Point(x: 1, y: 2))
        App.place = Place(latitude: 1.5, longitude: 2)
        #expect(App.place == Place(latitude: 1.5, longitude: 2))
    }

    @Test("observation, with the old value and without")
    func observation() {
        let changes = Recorder<[String]>()
        let names = Recorder<String>()
        let observation = App.$username.observe { change in changes.record([change.oldValue, change.newValue]) }
        let newValueObservation = App.$username.observe { names.record($0.newValue) }
        App.username = "Ada"
        observation.cancel()
        newValueObservation.cancel()
        #expect(changes.values == [["guest", "Ada"]])
        #expect(names.values == ["Ada"])
    }
}
