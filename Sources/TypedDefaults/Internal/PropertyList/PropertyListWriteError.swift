/// Why a property list could not be written.
enum PropertyListWriteError: Error, Sendable, Equatable {
    /// Arrays and dictionaries are nested deeper than a reader would accept.
    case tooDeep
}
