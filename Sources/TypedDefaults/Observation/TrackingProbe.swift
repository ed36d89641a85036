public import Observation

/// Tells whether the current code may be running in `withObservationTracking`.
///
/// The framework does not say so, and asking a tracker for each key on every read would cost a look-up in a dictionary. But
/// in a tracked read it hashes the key path it is told of, and one with an index of ours lets us see that.
@usableFromInline
final class TrackingProbe: Observable, Sendable {
    /// One for all. Each entry has it, as each look at a lazy constant costs a check.
    @usableFromInline static let shared = TrackingProbe()

    private let hashes = HashCounter()
    private let registrar = ObservationRegistrar()
    private let keyPath: any KeyPath<TrackingProbe, Void> & Sendable

    private init() {
        keyPath = \.[Index(hashes: hashes)]
    }

    /// Returns whether the framework is tracking on this thread. It may be wrong in saying yes.
    @usableFromInline
    func isTracking() -> Bool {
        let before = hashes.count.current
        registrar.access(self, keyPath: keyPath)
        return hashes.count.current != before
    }

    private subscript(index: Index) -> Void { () }

    private final class HashCounter: Sendable {
        let count = AtomicWord(0)
    }

    private struct Index: Hashable, Sendable {
        let hashes: HashCounter

        static func == (left: Index, right: Index) -> Bool { true }

        func hash(into hasher: inout Hasher) {
            hashes.count.add(1)
        }
    }
}
