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
public final class RecordingReporter: Sendable {
    private let recorded = Lock<[DefaultsError]>([])

    /// Creates a recording with nothing in it.
    public init() {}

    /// The failures so far, in the order in which they were reported.
    public var errors: [DefaultsError] { recorded.withLock { $0 } }

    /// The reporter that records.
    public var reporter: DefaultsReporter {
        DefaultsReporter { error in self.recorded.withLock { $0.append(error) } }
    }
}
