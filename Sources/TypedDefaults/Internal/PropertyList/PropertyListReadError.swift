/// Why bytes could not be read as a property list.
///
/// Reasons name what is wrong with the form of the file and never quote what is in it.
enum PropertyListReadError: Error, Sendable, Equatable {
    /// There are no bytes at all, as after a write that was cut off at its start.
    case empty
    /// The bytes are no property list, or one that was cut or altered. `offset` is where that was noticed.
    case damaged(reason: String, offset: Int)
    /// The bytes are a property list, but a dictionary was asked for and `found` is something else.
    case notADictionary(found: String)
    /// The bytes are a property list whose value can't be a ``PropertyListValue``.
    case unsupported(found: String)
    /// Arrays and dictionaries are nested deeper than ``PropertyListValue/maximumDepth``.
    case tooDeep
    /// Shared objects would unfold into far more values than the size of the file warrants.
    case tooLarge
}
