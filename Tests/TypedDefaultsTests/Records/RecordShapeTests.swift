import Foundation
import Testing
import TypedDefaults

@Suite("Shapes of records")
struct RecordShapeTests {
    @Test("a record in a record is stored as a dictionary, and grows new fields", arguments: StoreKind.allCases)
    func nested(kind: StoreKind) throws {
        let store = try kind.make()
        var profile = ProfileRecord()
        profile.address.street = "Side"
        profile.options.volume = 9
        try profile.persist(to: store)
        #expect(store.stored("address") == ["street": "Side", "numbers": [1]])
        #expect(try ProfileRecord(from: store) == profile)

        // What an older version stored lacks a field.
        try store.setValue(["street": "Old"], forKey: "address")
        #expect(try ProfileRecord(from: store).address == ProfileRecord.Address(street: "Old", numbers: [1]))
    }

    @Test("two properties on one key are an error, for nothing may be lost")
    func sameKey() {
        struct Clash: DefaultsRecord {
            var a = 1
            var b = 2

            static func key(for property: String) -> String { "same" }
        }
        let store = InMemoryStore()
        let error = #expect(throws: DefaultsError.self) { try Clash().persist(to: store, prefix: "c") }
        #expect(error?.code == .conflictingKey)
        #expect(error?.key == "c.same")
        #expect(error?.description.contains("its properties a and b have the same key") == true)
        #expect(throws: DefaultsError.self) { try Clash(from: store) }
        #expect(store.keys().isEmpty)
    }

    @Test("a type with no named properties is an error")
    func noProperties() {
        struct List: DefaultsRecord {
            var items: [Int] = []
            init() {}
            init(from decoder: any Decoder) throws { items = try [Int](from: decoder) }
            func encode(to encoder: any Encoder) throws { try items.encode(to: encoder) }
        }
        let error = #expect(throws: DefaultsError.self) { try List().persist(to: InMemoryStore(), prefix: "l") }
        #expect(error?.code == .encodingFailed)
        #expect(error?.key == "l")
    }

    @Test("a record works in a transaction, and with all else in it is undone", arguments: StoreKind.allCases)
    func transaction(kind: StoreKind) throws {
        struct Failure: Error {}
        let store = try kind.make()
        #expect(throws: Failure.self) {
            try store.transaction {
                try OptionsRecord().persist(to: store, prefix: "o")
                #expect(try OptionsRecord.persistedValues(in: store, prefix: "o").count == 9)
                throw Failure()
            }
        }
        #expect(store.storedKeys == [])
    }
}
