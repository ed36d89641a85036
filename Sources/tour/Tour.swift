// A tour of TypedDefaults: `swift run tour`. Run it twice.
//
// It keeps its defaults in a suite of its own, so it touches nobody else's.

import Foundation
import TypedDefaults

// MARK: - Declaring

/// The tour's own namespace: its entries live in the suite "typed-defaults-tour".
enum TourDefaults: DefaultsNamespace {
    static let store: any DefaultsStore = openStore()

    private static func openStore() -> any DefaultsStore {
        do {
            return try UserDefaultsStore(suite: "typed-defaults-tour")
        } catch {
            say("The suite can't be opened, so nothing will be kept: \(error)")
            return InMemoryStore()
        }
    }
}

/// An enumeration with raw values is stored as its raw value.
enum Theme: String, Defaultable {
    case light, dark
}

/// Each entry is declared once. An entry without rules is optional, and rules are added one after the other.
extension TourDefaults {
    static let launchCount: DefaultsEntry<Int> = value("launchCount").whenNil(use: 0)
    static let nickname: DefaultsEntry<String?> = value("nickname")
    static let theme: DefaultsEntry<Theme> = value("theme").whenNil(use: .light)
    static let installationID: DefaultsEntry<UUID> = value("installationID").whenNil(save: UUID())
    static let reminder: DefaultsEntry<Int?> = value("reminder").whenUnset(use: 15)
    static let fontSize: DefaultsEntry<Int> = value("fontSize").whenNil(use: 12).clamped(to: 8...72)
    static let volume: DefaultsEntry<Int> = value("volume").whenNil(use: 5).ensure(when: { $0 < 1 }, use: 1)
    static let homePage: DefaultsEntry<URL?> = value("homePage").reject { $0?.scheme == "http" }
    static let city: DefaultsEntry<String> = value("city").whenNil(use: "Paris")
        .didSet { new, old in say("  didSet ran: the city was \(old) and is \(new)") }
}

// MARK: - Using

@main
struct Tour {
    static func main() {
        launches()
        optionals()
        rules()
        failures()
        goodbye()
    }

    static func launches() {
        TourDefaults.launchCount.update { $0 += 1 }
        say("This is launch number \(TourDefaults.launchCount.value) of the tour.")
        say("Its identifier was made by the first launch: \(TourDefaults.installationID.value)")
    }

    static func optionals() {
        heading("Optional entries")
        say("nickname is \(TourDefaults.nickname.value ?? "nil"), and stored: \(TourDefaults.nickname.isStored)")
        TourDefaults.nickname.value = "Ada"
        say("Set, it is \(TourDefaults.nickname.value ?? "nil"), and stored: \(TourDefaults.nickname.isStored)")
        TourDefaults.nickname.value = nil
        say("Setting nil removes the key. Stored: \(TourDefaults.nickname.isStored)")

        say("reminder was never set, so it is \(describe(TourDefaults.reminder.value)).")
        TourDefaults.reminder.value = nil
        say("Set to nil it is \(describe(TourDefaults.reminder.value)), which whenUnset tells from never set.")
        TourDefaults.reminder.clear()
        say("Cleared it is \(describe(TourDefaults.reminder.value)) again.")
    }

    static func rules() {
        heading("Rules")
        say("theme is \(TourDefaults.theme.value) by whenNil, and that is not stored: \(!TourDefaults.theme.isStored)")
        TourDefaults.fontSize.value = 100
        say("fontSize set to 100 is clamped to \(TourDefaults.fontSize.value).")
        TourDefaults.volume.value = 0
        say("volume set to 0 is ensured to be \(TourDefaults.volume.value).")
        TourDefaults.city.value = "Lyon"
        TourDefaults.city.clear()
        do {
            try TourDefaults.homePage.write(URL(string: "http://example.org"))
        } catch {
            say("homePage rejects a URL that is not secure. The error: \(error)")
        }
    }

    static func failures() {
        heading("A value of another type")
        do {
            // Another program, or an older version of this one, has stored a string where a number should be.
            try TourDefaults.store.setValue("large", forKey: "fontSize")
            _ = try TourDefaults.fontSize.read()
        } catch {
            say("Reading throws \(error.code): \(error)")
        }
        DefaultsReporter.withReporter(DefaultsReporter { say("The reporter heard of \($0.code).") }) {
            say("As a plain value fontSize falls back to \(TourDefaults.fontSize.value).")
        }
        say("What was stored is still there: \(stored("fontSize"))")
        TourDefaults.fontSize.clear()
    }

    static func goodbye() {
        heading("Goodbye")
        for entry in [TourDefaults.fontSize, TourDefaults.volume] { entry.clear() }
        say("The launch count and the identifier stay stored. They are on disk when the tour exits: run it again.")
    }
}

// MARK: - Printing

func say(_ line: String) {
    print(line)
}

func heading(_ title: String) {
    print("\n\(title)")
}

func describe(_ number: Int?) -> String {
    number.map { "\($0)" } ?? "nil"
}

func stored(_ key: String) -> String {
    do {
        return try TourDefaults.store.value(forKey: key).map { "\($0)" } ?? "nothing"
    } catch {
        return "\(error)"
    }
}
