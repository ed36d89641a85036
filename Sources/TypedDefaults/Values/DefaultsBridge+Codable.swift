import Foundation

extension DefaultsBridge where Value: Codable & SendableMetatype {
    /// Stores the arrays and dictionaries that the type's `encode(to:)` describes, also for a type that has another way of
    /// its own, such as a raw value. It is what a codable type without one does anyway.
    public static var structure: DefaultsBridge {
        DefaultsBridge(decode: readAnyForm) { try PropertyListValueEncoder().encode($0) }
    }

    /// Stores JSON in bytes, as many programs and libraries do.
    ///
    /// Reading accepts every other form too. A value with a NaN or an infinity can't be written: use the type's own way.
    public static var jsonData: DefaultsBridge {
        DefaultsBridge(decode: readAnyForm) { .data(try json($0)) }
    }

    /// Stores JSON in a string. Reading accepts every other form too.
    public static var jsonString: DefaultsBridge {
        DefaultsBridge(decode: readAnyForm) { .string(String(decoding: try json($0), as: UTF8.self)) }
    }

    /// Stores a binary property list in bytes. Reading accepts every other form too.
    public static var propertyListData: DefaultsBridge {
        DefaultsBridge(decode: readAnyForm) { value in
            let structure = try PropertyListValueEncoder().encode(value)
            // A property list's root is a collection in everybody else's reader.
            switch structure {
            case .array, .dictionary: return .data(try BinaryPropertyList.encode(structure))
            default: return .data(try BinaryPropertyList.encode([structure]))
            }
        }
    }

    /// Reads a codable value from whatever form it was stored in.
    static func readAnyForm(_ stored: PropertyListValue) throws -> Value {
        do {
            return try ForeignCoding.decode(
                Value.self, from: stored, fallback: DecodingFallback.value(for: Value.self))
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
            throw DefaultsError.mismatch(Value.self, stored)
        } catch ForeignCoding.Signal.keyedArchive {
            throw DefaultsError(
                .decodingFailed, expectedType: "\(Value.self)", foundType: "keyed archive",
                detail: "read it with a type that conforms to NSSecureCoding")
        }
    }

    private static func json(_ value: Value) throws -> Data {
        let encoder = JSONEncoder()
        // Equal values are stored alike, so that setting one again changes nothing.
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }
}
