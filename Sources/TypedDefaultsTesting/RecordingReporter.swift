import Foundation
public import TypedDefaults

/// Records the failures that the library would report.
///
/// ```swift
/// let recording = RecordingReporter()
/// DefaultsReporter.withReporter(recording.reporter) {
///     Defaults.volume.value = -1
/// }
/// #expect(recording.errors.map(\.code) == [.rejected])
/// ```
public final class RecordingReporter: @unchecked Sendable {
    // SAFETY: `recorded` is read and written with `lock` locked only.
    private var recorded: [DefaultsError] = []
    private let lock = NSLock()

    /// Creates a recording with nothing in it.
    public init() {}

    /// The failures so far, in the order in which they were reported.
    public var errors: [DefaultsError] { lock.withLock { recorded } }

    /// The reporter that records.
    public var reporter: DefaultsReporter {
        DefaultsReporter { error in self.lock.withLock { self.recorded.append(error) } }
    }
}
