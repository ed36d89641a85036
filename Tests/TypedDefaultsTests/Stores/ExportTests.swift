import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

@Suite("Export and import")
struct ExportTests {
    private static let values = Dictionary(
        StoreConformance.values.enumerated().map { ("key \($0)", $1.value) }
            + [("real", ["$real": "1"]), ("date", ["$$date": 1]), ("nil", ["$null": 0])]
    ) { $1 }

    @Test("every value comes back exactly from every format", arguments: DefaultsExportFormat.allCases)
    func roundTrip(format: DefaultsExportFormat) throws {
        let target = InMemoryStore()
        try target.importValues(InMemoryStore(Self.values).exportValues(as: format))
        for (key, value) in Self.values {
            let isSame = target.value(forKey: key) == value
            #expect(isSame, "\(key)")
        }
        #expect(target.keys() == Set(Self.values.keys))
    }

    @Test("merging keeps other keys, replacing removes them", arguments: DefaultsExportFormat.allCases)
    func modes(format: DefaultsExportFormat) throws {
        let data = try InMemoryStore(["a": 1, "b": 2]).exportValues(as: format)
        let store = InMemoryStore(["b": 0, "c": 3])
        try store.importValues(data)
        #expect(store.keys() == ["a", "b", "c"])
        #expect(store.value(forKey: "b") == 2)
        try store.importValues(data, mode: .replace)
        #expect(store.keys() == ["a", "b"])
    }

    @Test(
        "what is in no format is an error, and changes nothing",
        arguments: ["", "garbage", "[1]", "{\"a\":", "{\"a\":{\"$date\":\"x\"}}"])
    func garbage(text: String) {
        let store = InMemoryStore(["a": 1])
        let error = #expect(throws: DefaultsError.self) {
            try store.importValues(Data(text.utf8), mode: .replace)
        }
        #expect(error?.code == .decodingFailed)
        #expect(store.value(forKey: "a") == 1)
    }
}
