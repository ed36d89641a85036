import Foundation
import Observation
import TypedDefaults

/// What observing costs: those who don't, and those who do.
enum ObservationBenchmarks {
    static var all: [Benchmark] {
        [unobserved, untracked, otherKey, oneObserver, trackedRead]
    }

    private enum Space: DefaultsNamespace {
        static let store: any DefaultsStore = InMemoryStore()
    }

    private static func entry(in store: InMemoryStore) -> DefaultsEntry<Int?> {
        Space.value("level").bound(to: store)
    }

    /// The hub's part in a write that nobody hears of.
    private static var unobserved: Benchmark {
        Benchmark(name: "announce to nobody", floorName: "locked insert", iterations: 200_000) {
            let hub = DefaultsHub()
            let floor = LockedTable([:])
            return Benchmark.Sides {
                for _ in 0..<$0 {
                    if hub.isObserved { hub.enqueue([]) }
                    hub.deliver()
                }
            } floor: {
                for number in 0..<$0 { floor.setValue(.integer(Int64(number)), forKey: "level") }
            }
        }
    }

    /// What asking the Observation framework costs each read that is not tracked.
    private static var untracked: Benchmark {
        Benchmark(name: "ask whether reads are tracked", floorName: "locked look-up", iterations: 200_000) {
            let registrar = ObservationRegistrar()
            let model = Model()
            let floor = LockedTable(["level": 1])
            return Benchmark.Sides {
                for _ in 0..<$0 { registrar.access(model, keyPath: \.subject) }
            } floor: {
                for _ in 0..<$0 { consume(floor.value(forKey: "level")) }
            }
        }
    }

    private static var otherKey: Benchmark {
        write("write a number while another key is observed") { store in
            Space.value("other").bound(to: store).observe { (_: DefaultsChange<Int?>) in }
        }
    }

    private static var oneObserver: Benchmark {
        write("write a number that one observer hears of") { store in
            entry(in: store).observe { consume($0.newValue) }
        }
    }

    private static func write(
        _ name: String, _ observe: @escaping (InMemoryStore) -> DefaultsObservation
    ) -> Benchmark {
        Benchmark(name: name, floorName: "unobserved write", iterations: 20_000) {
            let store = InMemoryStore()
            let observation = observe(store)
            let observed = entry(in: store)
            let plain = entry(in: InMemoryStore())
            return Benchmark.Sides {
                for number in 0..<$0 { observed.value = number }
            } floor: {
                for number in 0..<$0 { plain.value = number }
            } tearDown: {
                observation.cancel()
            }
        }
    }

    private static var trackedRead: Benchmark {
        Benchmark(name: "read a number, tracked", floorName: "@Observable property, tracked", iterations: 20_000) {
            let entry = entry(in: InMemoryStore(["level": 1]))
            let model = Model()
            return Benchmark.Sides { count in
                withObservationTracking {
                    for _ in 0..<count { consume(entry.value) }
                } onChange: {
                }
                entry.update { $0 = ($0 ?? 0) + 1 }
            } floor: { count in
                withObservationTracking {
                    for _ in 0..<count { consume(model.level) }
                } onChange: {
                }
                model.level += 1
            }
        }
    }
}

@Observable
private final class Model {
    var level = 1
    @ObservationIgnored let subject = 0
}
