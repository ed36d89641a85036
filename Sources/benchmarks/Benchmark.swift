import Foundation

/// One row of the table: an operation and the floor it is measured against, in the same run.
struct Benchmark {
    /// What is measured, such as `"read, InMemoryStore"`.
    let name: String
    /// What the floor is, such as `"locked look-up"`.
    let floorName: String
    /// The ratio that the operation should not exceed, or `nil` where there is no limit.
    var limit: Double?
    /// How often an operation runs in one sample.
    var iterations: Int
    /// How many samples are taken, at most.
    var samples = 31
    /// Whether both sides run before the first sample, to fill caches and make lazy constants.
    var warmsUp = true
    /// Whether the processor's time counts, of all threads together, and not the time that passes.
    var countsProcessorTime = false
    /// Sets up both sides, which then run by turns.
    let prepare: () throws -> Sides

    struct Sides {
        let operation: (_ iterations: Int) throws -> Void
        let floor: (_ iterations: Int) throws -> Void
        var tearDown: () -> Void = {}
    }
}

/// What was measured of a row.
struct Measurement: Codable {
    let name: String
    let floorName: String
    let nanoseconds: Double
    let floorNanoseconds: Double
    /// The median of the ratios of neighbouring samples.
    let ratio: Double
    /// The ratio of the fastest samples, which other programs have disturbed least.
    let bestRatio: Double
    let limit: Double?
    let allocations: Double?
}

extension Benchmark {
    /// Takes samples of both sides by turns and returns the medians, and the median of the ratios of neighbours.
    func measure(isShort: Bool) throws -> Measurement {
        let iterations = isShort ? max(1, iterations / 100) : iterations
        let sides = try prepare()
        defer { sides.tearDown() }
        if warmsUp {
            try sides.operation(max(1, iterations / 10))
            try sides.floor(max(1, iterations / 10))
        }

        var operation: [Double] = []
        var floor: [Double] = []
        var ratios: [Double] = []
        for _ in 0..<(isShort ? 3 : samples) {
            let ours = try nanoseconds { try sides.operation(iterations) } / Double(iterations)
            let theirs = try nanoseconds { try sides.floor(iterations) } / Double(iterations)
            operation.append(ours)
            floor.append(theirs)
            ratios.append(ours / theirs)
        }
        let before = AllocationCounter.count
        try sides.operation(iterations)
        let after = AllocationCounter.count
        let allocations = if let before, let after { after - before } else { Int?.none }
        return Measurement(
            name: name,
            floorName: floorName,
            nanoseconds: operation.median,
            floorNanoseconds: floor.median,
            ratio: ratios.median,
            bestRatio: (operation.min() ?? .nan) / (floor.min() ?? .nan),
            limit: limit,
            allocations: allocations.map { Double($0) / Double(iterations) }
        )
    }

    private func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = countsProcessorTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC
        var start = timespec()
        var end = timespec()
        clock_gettime(clock, &start)
        try body()
        clock_gettime(clock, &end)
        return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
    }
}

extension [Double] {
    var median: Double {
        let sorted = sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}

/// Keeps the optimiser from dropping a result nobody looks at.
@inline(never)
func consume<T>(_ value: T) {}
