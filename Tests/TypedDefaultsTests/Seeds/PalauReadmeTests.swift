import Testing
import TypedDefaults
import TypedDefaultsTesting

// What Palau's README shows, adapted in names: `PalauDefaults` is `Defaults`, `reset()` is `clear()`.

extension Defaults {
    fileprivate static var name: DefaultsEntry<String?> {
        // The key in the store.
        get { value("backingName") }
        set {}
    }

    fileprivate static var color: DefaultsEntry<Color> {
        get { value("color").whenNil(use: .red) }
        set {}
    }

    fileprivate static var ensuredIntValue: DefaultsEntry<Int> {
        get {
            value("ensuredIntValue")
                .whenNil(use: 10)
                .ensure(when: lessThan10, use: 10)
        }
        set {}
    }

    fileprivate static var hat: DefaultsEntry<Hat?> { value("hat") }
}

/// A validator.
@Sendable private func lessThan10(_ value: Int) -> Bool { value < 10 }

/// Stands in for a platform's colour.
private struct Color: Codable, Defaultable, Equatable, Sendable {
    var red: Double, green: Double, blue: Double

    static let red = Color(red: 1, green: 0, blue: 0)
}

/// An enumeration needs nothing but its conformance.
private enum Hat: String, Defaultable { case top, bowler }

@Suite("Palau's README", .inMemoryDefaults)
struct PalauReadmeTests {
    @Test("set, get and delete")
    func basics() {
        Defaults.name.value = "Ada"
        let name = Defaults.name.value
        #expect(name == "Ada")
        Defaults.name.value = nil
        #expect(Defaults.name.value == nil)
        Defaults.name.value = "Eve"
        Defaults.name.clear()
        #expect(Defaults.name.value == nil)
    }

    @Test("a default value")
    func whenNil() {
        let color: Color? = Defaults.color.value
        #expect(color == .red)
    }

    @Test("a validator")
    func ensure() {
        Defaults.ensuredIntValue.value = 8
        #expect(Defaults.ensuredIntValue.value == 10)
    }

    @Test("custom types")
    func custom() {
        Defaults.hat.value = .bowler
        #expect(Defaults.hat.value == .bowler)
        #expect(Defaults.currentStore.stored("hat") == "bowler")
    }
}
