import Foundation
import TypedDefaults

/// `swift run -c release benchmarks [--filter TEXT] [--json] [--short]`
@main
struct Benchmarks {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let isShort = arguments.contains("--short")
        let filter = arguments.firstIndex(of: "--filter").flatMap { index in
            arguments.indices.contains(index + 1) ? arguments[index + 1] : nil
        }
        let benchmarks = all.filter { filter.map($0.name.contains) ?? true }
        let table = Table()
        var measurements: [Measurement] = []
        for benchmark in benchmarks {
            let measurement = try benchmark.measure(isShort: isShort)
            measurements.append(measurement)
            if !arguments.contains("--json") { table.print(measurement) }
        }
        if arguments.contains("--json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(measurements), as: UTF8.self))
        }
    }

    private static var all: [Benchmark] {
        ReadAndWriteBenchmarks.all + UserDefaultsBenchmarks.all + ThreadBenchmarks.all + CodableBenchmarks.all
            + FileBenchmarks.all + ObservationBenchmarks.all
    }
}

/// Prints rows as Markdown.
struct Table {
    init() {
        Swift.print("| operation | ns | floor | ns | ratio | best | limit | allocations |")
        Swift.print("|---|---|---|---|---|---|---|---|")
    }

    func print(_ row: Measurement) {
        let cells = [
            row.name, number(row.nanoseconds), row.floorName, number(row.floorNanoseconds),
            String(format: "%.3f", row.ratio), String(format: "%.3f", row.bestRatio),
            row.limit.map { String(format: "%.2f", $0) } ?? "",
            row.allocations.map { String(format: "%.1f", $0) } ?? "?",
        ]
        Swift.print("| " + cells.joined(separator: " | ") + " |")
    }

    private func number(_ nanoseconds: Double) -> String {
        String(format: nanoseconds < 100 ? "%.1f" : "%.0f", nanoseconds)
    }
}
