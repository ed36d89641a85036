import Foundation
import Testing
import TypedDefaults

private struct Secret: Codable, Defaultable {
    var token: Int

    static func decode(_ stored: PropertyListValue) throws -> Secret {
        throw DecodingError.typeMismatch(
            Int.self, DecodingError.Context(codingPath: [], debugDescription: "found hunter2"))
    }

    static func encode(_ value: Secret) throws -> PropertyListValue? {
        throw EncodingError.invalidValue(
            "hunter2", EncodingError.Context(codingPath: [], debugDescription: "hunter2"))
    }
}

/// The texts of errors: key, store, cause and advice, and never a stored value.
@Suite("Error texts")
struct DefaultsErrorTests {
    private let store = InMemoryStore(["count": "hunter2", "secret": "hunter2"], name: "settings")

    private func text(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test("a type mismatch names both types")
    func mismatch() {
        let entry: DefaultsEntry<Int?> = Defaults.value("count").bound(to: store)
        #expect(
            text { _ = try entry.read() } == """
                key "count" in store "settings": the stored value has another type (expected Int, found string). \
                The stored value is kept. Write a new value, or declare the entry with the stored type.
                """)
    }

    @Test("a failure to decode or encode names the place and shows no value")
    func coding() {
        let entry: DefaultsEntry<Secret?> = Defaults.value("secret").bound(to: store)
        #expect(
            text { _ = try entry.read() } == """
                key "secret" in store "settings": the stored value can't be decoded (Secret) [no Int at the top level]. \
                The stored value is kept. Write a new value, or make the type read the old form.
                """)
        #expect(
            text { try entry.write(Secret(token: 1)) } == """
                key "secret" in store "settings": the new value can't be encoded (Secret) \
                [invalid value at the top level]. The old value is kept.
                """)
        #expect(store.value(forKey: "secret") == "hunter2")
    }

    @Test("a rejected value names the rule's refusal")
    func rejected() {
        let entry: DefaultsEntry<Int?> = Defaults.value("n").reject { $0 == 5 }.bound(to: store)
        #expect(
            text { try entry.write(5) } == """
                key "n" in store "settings": a rule refused the new value. The old value is kept.
                """)
    }

    @Test(
        "a suite name that would leave the preferences folder is an error",
        arguments: [
            "", "../escape", "/abs", "a/b", ".", "..", ".hidden", "a\u{0}b", "a\nb", "~x",
            String(repeating: "n", count: 201),
        ]
    )
    func suiteName(name: String) {
        let error = #expect(throws: DefaultsError.self) { try UserDefaultsStore(suite: name) }
        #expect(error?.code == .invalidSuiteName)
    }
}
