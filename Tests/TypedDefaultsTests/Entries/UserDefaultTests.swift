import Foundation
import Observation
import Testing
import TypedDefaults

private enum Size: String, Defaultable { case small, large }

extension Defaults {
    fileprivate static let size: DefaultsEntry<Size> = value("size").whenNil(use: .small)
}

private struct Session {
    @UserDefault(key: "username") var username: String = "guest"
    @UserDefault(key: "token") var token: String?
    @UserDefault(key: "limit") var limit: Int? = 5
    @UserDefault(Defaults.size) var size
}

private final class Controller {
    @UserDefault(key: "username") var username = "guest"
    @UserDefault(Defaults.size) var size: Size
    @UserDefault var count: Int

    init(store: any DefaultsStore) {
        _count = UserDefault(wrappedValue: 1, key: "count", store: store)
    }
}

@Observable
private final class Model {
    @ObservationIgnored @UserDefault(key: "username") var username = "guest"
    var other = 0
}

@MainActor
private enum Statics {
    @UserDefault(key: "username") static var username = "guest"
    @UserDefault(key: "token") static var token: String?
    @UserDefault(Defaults.size) static var size
}

@Suite("The UserDefault wrapper")
struct UserDefaultTests {
    @Test("in a struct its three forms read and write the keys", arguments: StoreKind.allCases)
    func structs(kind: StoreKind) throws {
        let store = try kind.make()
        Defaults.withStore(store) {
            let session = Session()
            #expect(session.username == "guest")
            #expect(session.token == nil)
            #expect(session.limit == 5)
            #expect(session.size == .small)
            #expect(store.storedKeys == [])
            session.username = "Ada"
            session.token = "t"
            session.size = .large
            // The property holds nothing itself, so copies share it.
            #expect(Session().username == "Ada")
            #expect(store.stored("size") == "large")
            session.token = nil
            #expect(store.storedKeys == ["username", "size"])
        }
    }

    @Test(
        "an optional with a default stores nil as an entry does that has the default by whenUnset",
        arguments: StoreKind.allCases)
    func optionalDefault(kind: StoreKind) throws {
        struct Form {
            @UserDefault(key: "a") var inferred: Int? = 5
            @UserDefault(key: "b") var sugared: Optional = 5
        }
        let store = try kind.make()
        Defaults.withStore(store) {
            let entry: DefaultsEntry<Int?> = Defaults.value("c").whenUnset(use: 5)
            Form().inferred = nil
            Form().sugared = nil
            entry.value = nil
            #expect(store.stored("a") == store.stored("c"))
            #expect(store.stored("b") == store.stored("c"))
            let other: DefaultsEntry<Int?> = Defaults.value("a")
            #expect(other.value == nil)
            #expect(Form().$inferred.description == "a: Optional<Int>")
        }
    }

    @Test("in a class, with a store that is only known when it runs")
    func classes() {
        let store = InMemoryStore()
        Defaults.withStore(InMemoryStore()) {
            let controller = Controller(store: store)
            controller.count += 1
            controller.username += "!"
            controller.size = .large
            #expect(store.value(forKey: "count") == 2)
            #expect(store.keys() == ["count"])
            #expect(Defaults.size.value == .large)
            #expect(Session().username == "guest!")
        }
    }

    @Test("in an observable class reading it is tracked")
    func observable() {
        Defaults.withStore(InMemoryStore()) {
            let model = Model()
            let changes = Recorder<Bool>()
            withObservationTracking {
                _ = model.username
            } onChange: {
                changes.record(true)
            }
            Defaults.size.value = .large
            #expect(changes.values.isEmpty)
            model.username = "Ada"
            #expect(changes.values == [true])
        }
    }

    @Test("on static properties of the main actor")
    @MainActor
    func statics() {
        Defaults.withStore(InMemoryStore()) {
            #expect(Statics.username == "guest")
            Statics.username = "Ada"
            Statics.token = "t"
            Statics.size = .large
            #expect(Statics.$username.value == "Ada")
            #expect(Statics.$token.read == "t")
            #expect(Defaults.size.value == .large)
        }
    }

    @Test("the projected value is the entry, with its rules, errors and observers")
    func projected() {
        Defaults.withStore(InMemoryStore(["username": ["no text"]])) {
            let session = Session()
            #expect(session.$username.key == "username")
            #expect(throws: DefaultsError.self) { try session.$username.read() }
            session.$username.clear()
            let names = Recorder<String>()
            let observation = session.$username.observe { names.record($0.newValue) }
            session.username = "Ada"
            session.$username.update { $0 += "!" }
            observation.cancel()
            #expect(names.values == ["Ada", "Ada!"])
            #expect(!session.$token.isStored)
        }
    }

    @Test("a wrapper of Defaults is declared in it, one on another store is not")
    func declared() {
        Defaults.withStore(InMemoryStore()) {
            _ = UserDefault(wrappedValue: 1, key: "UserDefaultTests.declared")
            _ = UserDefault<Int?>(key: "UserDefaultTests.elsewhere", store: InMemoryStore())
            #expect(Defaults.declaredKeys.contains("UserDefaultTests.declared"))
            #expect(!Defaults.declaredKeys.contains("UserDefaultTests.elsewhere"))
        }
    }
}

extension DefaultsEntry<String?> {
    /// What reading gives, and nil when it throws.
    fileprivate var read: String? {
        do { return try read() } catch { return nil }
    }
}
