import Foundation

/// Reads values that other libraries stored: as JSON in bytes or in a string, as a property list, and as
/// arrays and dictionaries of these.
///
/// This library's own form comes first, so that what it wrote is read back whatever it looks like.
///
/// | stored | read as |
/// |---|---|
/// | data | the own form, a property list, JSON |
/// | string | the own form, JSON, an array or a dictionary in the text form of a property list |
/// | array, dictionary | the own form, then that of what the documents in it hold |
/// | everything else | the own form |
///
/// When nothing succeeds, the error is that of the form that the value most looks like.
@usableFromInline
enum ForeignCoding {
    /// A stored value that is no value of a `Decodable` type, but has a meaning all the same.
    enum Signal: Error {
        /// The bytes are a keyed archive, which `NSKeyedUnarchiver` reads.
        case keyedArchive
        /// The JSON text is `null`.
        case null
    }

    /// Returns the value of type `T` that is stored as `stored`, where `fallback` fills in for missing members as in
    /// ``PropertyListValueDecoder/fallback``.
    ///
    /// It throws a `Signal`, or the type's own error, most often a `DecodingError`.
    static func decode<T: Decodable>(
        _ type: T.Type, from stored: PropertyListValue, fallback: PropertyListValue?
    ) throws -> T {
        let decoder = PropertyListValueDecoder(fallback: fallback)
        do {
            return try decoder.decode(type, from: stored)
        } catch {
            switch stored {
            case .data(let data):
                return try decode(type, from: ForeignDocument(data), fallback: fallback)
            case .string(let text):
                guard let document = ForeignDocument(text) else { throw error }
                do {
                    return try decode(type, from: document, fallback: fallback)
                } catch let signal as Signal {
                    throw signal
                } catch let documentError {
                    throw document.isCollection ? documentError : error
                }
            case .array, .dictionary:
                guard let structure = ForeignDocument.structure(of: stored) else { throw error }
                return try PropertyListValueDecoder(fallback: fallback, isFromJSON: true)
                    .decode(type, from: structure, orThrow: error)
            case .bool, .integer, .unsigned, .real, .date:
                throw error
            }
        }
    }

    /// Returns the value that a document holds.
    private static func decode<T: Decodable>(
        _ type: T.Type, from document: ForeignDocument, fallback: PropertyListValue?
    ) throws -> T {
        if document.isKeyedArchive { throw Signal.keyedArchive }
        if document.isNull { throw Signal.null }
        return try document.decode(type, fallback: fallback)
    }
}

extension ForeignCoding {
    /// Whether an error says that what is stored is the null of JSON.
    @usableFromInline
    static func isNull(_ error: any Error) -> Bool {
        guard case Signal.null = error else { return false }
        return true
    }
}
