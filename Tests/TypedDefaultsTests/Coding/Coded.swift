@testable import TypedDefaults

/// Returns the stored form of a value.
func stored<T: Encodable>(_ value: T) throws -> PropertyListValue {
    try PropertyListValueEncoder().encode(value)
}

/// Returns a value from its stored form.
func decoded<T: Decodable>(
    _ type: T.Type, _ stored: PropertyListValue, fallback: PropertyListValue? = nil
) throws -> T {
    try PropertyListValueDecoder(fallback: fallback).decode(type, from: stored)
}

/// Returns what became of a value that was encoded and decoded.
func roundTripped<T: Codable>(_ value: T) throws -> T {
    try decoded(T.self, stored(value))
}

extension DecodingError {
    /// The context of any kind of decoding error.
    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default:
            nil
        }
    }

    /// The keys that lead to the error, joined by slashes.
    var path: String? { context?.codingPath.map(\.stringValue).joined(separator: "/") }
}

extension EncodingError {
    /// The keys that lead to the error, joined by slashes.
    var path: String? {
        guard case .invalidValue(_, let context) = self else { return nil }
        return context.codingPath.map(\.stringValue).joined(separator: "/")
    }
}
