import Observation

/// Tells whether the current code may be running in `withObservationTracking`.
///
/// The framework does not say so, and asking a tracker for each key on every read would cost a look-up in a dictionary. But
/// in a tracked read it hashes the key path it is told of, and one with an index of ours lets us see that.
enum TrackingProbe {
    /// Returns whether the framework is tracking on this thread. It may be wrong in saying yes.
    static func isTracking() -> Bool {
        let before = hashes.current
        registrar.access(subject, keyPath: keyPath)
        return hashes.current != before
    }

    private static let hashes = AtomicCounter()
    private static let registrar = ObservationRegistrar()
    private static let subject = Subject()
    // SAFETY: a key path is immutable, and the index it captures has no state.
    nonisolated(unsafe) private static let keyPath: KeyPath<Subject, Void> = \.[Index()]

    private final class Subject: Observable, Sendable {
        subscript(index: Index) -> Void { () }
    }

    private struct Index: Hashable, Sendable {
        func hash(into hasher: inout Hasher) {
            hashes.add(1)
        }
    }
}
