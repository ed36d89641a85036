import Foundation
import TypedDefaults

/// Collects values from code that runs anywhere.
final class Recorder<Value: Sendable>: @unchecked Sendable {
    // SAFETY: `recorded` is read and written with `lock` locked only.
    private var recorded: [Value] = []
    private let lock = NSLock()

    var values: [Value] { lock.withLock { recorded } }

    func record(_ value: Value) {
        lock.withLock { recorded.append(value) }
    }

    func removeAll() {
        lock.withLock { recorded.removeAll() }
    }
}

extension Recorder<DefaultsError> {
    /// A reporter that records what is reported.
    var reporter: DefaultsReporter {
        DefaultsReporter { self.record($0) }
    }
}
