import Foundation
import TypedDefaults

private struct Profile: Codable, Defaultable, Equatable {
    var name = "Ada Lovelace"
    var age = 36
    var score = 9.75
    var isActive = true
    var tags = ["mathematics", "poetry", "engines"]
}

private struct Team: Codable, Defaultable, Equatable {
    var members = [Profile](repeating: Profile(), count: 50)
}

/// Codable values: reading them again, and what coding them costs.
enum CodableBenchmarks {
    static var all: [Benchmark] {
        let memory: () throws -> any DefaultsStore = { InMemoryStore() }
        let file = { try ReadAndWriteBenchmarks.fileStore([:]) }
        let layers: () throws -> any DefaultsStore = {
            LayeredStore([.init(.managed, InMemoryStore()), .init(.stored, InMemoryStore())])
        }
        return [
            unchanged(Profile(), "a struct of 5 fields", "InMemoryStore", memory),
            unchanged(Profile(), "a struct of 5 fields", "PropertyListFileStore", file),
            unchanged(Profile(), "a struct of 5 fields", "LayeredStore", layers),
            unchanged(Profile(), "a struct of 5 fields", "UserDefaultsStore", UserDefaultsBenchmarks.store),
            unchanged(Team(), "50 such structs", "InMemoryStore", memory),
            unchanged(Team(), "50 such structs", "PropertyListFileStore", file),
            unchanged(Team(), "50 such structs", "LayeredStore", layers),
            unchanged(Team(), "50 such structs", "UserDefaultsStore", UserDefaultsBenchmarks.store),
        ] + coding(Profile(), "a struct of 5 fields", iterations: 1_000)
            + coding(Team(), "50 such structs", iterations: 50)
    }

    private enum Space: DefaultsNamespace {
        static let store: any DefaultsStore = InMemoryStore()
    }

    private static func unchanged<T: Codable & Defaultable & Sendable>(
        _ value: T, _ what: String, _ storeName: String, _ make: @escaping () throws -> any DefaultsStore
    ) -> Benchmark {
        Benchmark(
            name: "read \(what) again, unchanged, \(storeName)", floorName: "decoding it", limit: 0.05,
            iterations: 1_000
        ) {
            let store = try make()
            let entry: DefaultsEntry<T?> = Space.value("profile").bound(to: store)
            try entry.write(value)
            guard let stored = try store.value(forKey: "profile") else { throw BenchmarkError.noValue }
            return Benchmark.Sides {
                for _ in 0..<$0 { consume(entry.value) }
            } floor: {
                for _ in 0..<$0 { consume(try T.decode(stored)) }
            } tearDown: {
                entry.clear()
            }
        }
    }

    private static func coding<T: Codable & Defaultable>(
        _ value: T, _ what: String, iterations: Int
    ) -> [Benchmark] {
        let binary = PropertyListEncoder()
        binary.outputFormat = .binary
        let json = JSONEncoder()
        return [
            Benchmark(
                name: "encode \(what)", floorName: "PropertyListEncoder", limit: 0.5, iterations: iterations
            ) {
                encoding(value) { try binary.encode(value) }
            },
            Benchmark(name: "encode \(what)", floorName: "JSONEncoder", limit: 1, iterations: iterations) {
                encoding(value) { try json.encode(value) }
            },
            Benchmark(
                name: "decode \(what)", floorName: "PropertyListDecoder", limit: 0.5, iterations: iterations
            ) {
                let data = try binary.encode(value)
                return try decoding(value) { try PropertyListDecoder().decode(T.self, from: data) }
            },
            Benchmark(name: "decode \(what)", floorName: "JSONDecoder", limit: 1, iterations: iterations) {
                let data = try json.encode(value)
                return try decoding(value) { try JSONDecoder().decode(T.self, from: data) }
            },
        ]
    }

    private static func encoding<T: Defaultable>(_ value: T, _ floor: @escaping () throws -> Data) -> Benchmark.Sides {
        Benchmark.Sides {
            for _ in 0..<$0 { consume(try T.encode(value)) }
        } floor: {
            for _ in 0..<$0 { consume(try floor()) }
        }
    }

    private static func decoding<T: Defaultable>(
        _ value: T, _ floor: @escaping () throws -> T
    ) throws -> Benchmark.Sides {
        guard let stored = try T.encode(value) else { throw BenchmarkError.noValue }
        return Benchmark.Sides {
            for _ in 0..<$0 { consume(try T.decode(stored)) }
        } floor: {
            for _ in 0..<$0 { consume(try floor()) }
        }
    }
}

/// Why a benchmark can't be run.
enum BenchmarkError: Error {
    case noValue
}
