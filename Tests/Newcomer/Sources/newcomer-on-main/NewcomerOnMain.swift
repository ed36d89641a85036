import TypedDefaults

enum Theme: String, Defaultable { case light, dark }

extension Defaults {
    static var name: DefaultsEntry<String?> { value("backingName") }
    static let theme: DefaultsEntry<Theme> = value("theme").whenNil(use: .light)
    static let minTen: DefaultsEntry<Int> = value("intValue").whenNil(use: 10).ensure(when: { $0 < 10 }, use: 10)
}

@main
struct NewcomerOnMain {
    static func main() async {
        Defaults.withStore(InMemoryStore()) {
            Defaults.minTen.value = 8
            Defaults.minTen.value += 5
            Defaults.name.value = "Ada"
            Defaults.name.clear()
            print(Defaults.minTen.value, Defaults.theme.value, Defaults.name.value ?? "nobody")
        }
        // Entries are usable from any isolation.
        await Task.detached { _ = Defaults.theme.key }.value
    }
}
