import Observation
import TypedDefaults

enum Theme: String, Defaultable { case light, dark }

extension Defaults {
    static var name: DefaultsEntry<String?> { value("backingName") }
    static let theme: DefaultsEntry<Theme> = value("theme").whenNil(use: .light)
    static let minTen: DefaultsEntry<Int> = value("intValue").whenNil(use: 10).ensure(when: { $0 < 10 }, use: 10)
    static let settings: DefaultsEntry<Settings> = record("Settings", Settings.self).renamed(from: "Options")
    static let token: DefaultsEntry<String?> = value("token").sensitive()
    static let timeout: DefaultsEntry<Double?> = value("timeout")
        .migrating(from: "milliseconds") { (old: Int) in Double(old) / 1000 }
}

struct Settings: DefaultsRecord {
    var volume = 5
    var nickname: String?
}

final class Window: DefaultsRecord {
    var width = 640
}

/// The three forms of the wrapper in a struct.
struct Session {
    @UserDefault(key: "username") var username: String = "guest"
    @UserDefault(key: "nickname") var nickname: String?
    @UserDefault(key: "limit") var limit: Int? = 3
    @UserDefault(Defaults.theme) var theme
}

/// And in a class, with a store of its own.
final class Player {
    @UserDefault(key: "speed") var speed = 1.0
    @UserDefault(Defaults.theme) var theme: Theme
    @UserDefault var volume: Int

    init(store: any DefaultsStore) {
        _volume = UserDefault(wrappedValue: 5, key: "volume", store: store)
    }
}

@Observable
final class Model {
    @ObservationIgnored @UserDefault(key: "username") var username = "guest"
}

/// Static properties need an isolated type.
@MainActor
enum Statics {
    @UserDefault(key: "username") static var username = "guest"
}

@main
struct Newcomer {
    static func main() async throws {
        Defaults.withStore(InMemoryStore()) {
            Defaults.minTen.value = 8
            Defaults.minTen.value += 5
            Defaults.name.value = "Ada"
            Defaults.name.clear()
            print(Defaults.minTen.value, Defaults.theme.value, Defaults.name.value ?? "nobody")
        }
        try wholes()
        // Entries are usable from any isolation.
        await Task.detached { _ = Defaults.theme.key }.value
    }

    @MainActor
    static func wholes() throws {
        let store = InMemoryStore()
        try Defaults.withStore(store) {
            let session = Session()
            session.username += "!"
            session.$limit.clear()
            let player = Player(store: store)
            player.volume += 1
            Defaults.settings.value.volume = 7
            let window = try Window(from: store, prefix: "Window")
            window.width = 800
            try window.persist(to: store, prefix: "Window")
            let observation = session.$username.observe { change in _ = change.newValue.count }
            Model().username = "Ada"
            observation.cancel()
            var migrator = DefaultsMigrator()
            migrator.register("first") { store in try store.removeValue(forKey: "old") }
            try migrator.migrate(store)
            Defaults.withStore(store.prefixed("user.")) { Defaults.token.value = "t" }
            print(player.theme, Statics.username, Defaults.timeout.value ?? 0, Defaults.dump())
        }
    }
}
