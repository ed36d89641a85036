import Observation

/// What the Observation framework tracks in the place of one key's value.
final class KeyTracker: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    /// Never read. It gives the framework a property to name.
    private var value: Void { () }

    /// Notes that the key's value is being read.
    func access() {
        registrar.access(self, keyPath: \.value)
    }

    /// Tells those who read it that the key's value has changed.
    func notify() {
        registrar.withMutation(of: self, keyPath: \.value) {}
    }
}
