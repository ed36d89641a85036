#if !canImport(Darwin)
/// What was set in a suite, by the keys and values that Foundation has.
struct SuiteEdits: Sendable {
    /// What is not saved yet.
    private(set) var unsaved: [String: PropertyListValue?] = [:]
    /// What is being saved.
    private var underway: [String: PropertyListValue?] = [:]
    /// Whether Foundation takes something to be unsaved that is saved, and would save it over what others have saved since.
    private(set) var isFoundationBehind = false
    /// Counts edits.
    private(set) var edition = 0

    mutating func note(_ stored: PropertyListValue?, forKey key: String) {
        edition += 1
        unsaved.updateValue(stored, forKey: key)
    }

    mutating func beginSaving() {
        underway = unsaved
        unsaved = [:]
    }

    mutating func endSaving(_ outcome: SuiteSave.Outcome) {
        underway = [:]
        isFoundationBehind = outcome == .savedWithoutFoundation
    }

    /// Takes what was being saved for unsaved again.
    mutating func putBack() {
        unsaved.merge(underway) { newer, _ in newer }
        underway = [:]
    }
}
#endif
