import Observation

/// Tells whether the current code may be running in `withObservationTracking`.
///
/// The framework does not say so, and asking a tracker for each key on every read would cost a look-up in a dictionary. But
/// in a tracked read it hashes the key path it is told of, and one with an index of ours lets us see that.
@usableFromInline
enum TrackingProbe {
    /// Returns whether the framework is tracking on this thread. It may be wrong in saying yes.
    @usableFromInline
    static func isTracking() -> Bool {
        let subject = subject
        let before = subject.hashes.current
        subject.registrar.access(subject, keyPath: subject.keyPath)
        return subject.hashes.current != before
    }

    /// One object for all, as each lazy constant costs a check on each read.
    private static let subject = Subject()

    private final class Subject: Observable, Sendable {
        let hashes = AtomicCounter()
        let registrar = ObservationRegistrar()
        let keyPath: any KeyPath<Subject, Void> & Sendable

        init() {
            keyPath = \.[Index(hashes: hashes)]
        }

        subscript(index: Index) -> Void { () }
    }

    private struct Index: Hashable, Sendable {
        let hashes: AtomicCounter

        static func == (left: Index, right: Index) -> Bool { true }

        func hash(into hasher: inout Hasher) {
            hashes.add(1)
        }
    }
}
