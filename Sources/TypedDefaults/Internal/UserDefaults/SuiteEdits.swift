#if !canImport(Darwin)
/// What was set in a suite, by the keys and values that Foundation has.
struct SuiteEdits: Sendable {
    /// What is not saved yet.
    private(set) var unsaved: [String: PropertyListValue?] = [:]
    /// What is being saved.
    private var underway: [String: PropertyListValue?] = [:]
    /// What is saved though Foundation could not save it, and would save over what others have saved since.
    private(set) var lingering: [String: PropertyListValue?] = [:]
    /// The values last set that Foundation can take for others.
    private(set) var lastAmbiguous: [String: PropertyListValue] = [:]
    /// Counts edits.
    private(set) var edition = 0

    mutating func note(_ stored: PropertyListValue?, forKey key: String) {
        edition += 1
        unsaved.updateValue(stored, forKey: key)
        lingering[key] = nil
        lastAmbiguous[key] = stored.flatMap { $0.hasLooseEquals ? $0 : nil }
    }

    mutating func beginSaving() {
        underway = unsaved
        unsaved = [:]
    }

    mutating func endSaving(_ outcome: SuiteSave.Outcome) {
        switch outcome {
        case .saved: lingering = [:]
        case .savedWithoutFoundation: lingering.merge(underway) { $1 }
        case .failed: unsaved.merge(underway) { newer, _ in newer }
        }
        underway = [:]
    }
}
#endif
