import Foundation

/// Stored contents on which the `init(from:)` of some of Foundation's types stops the program in place of throwing.
enum FoundationPitfall {
    /// Whether a stored value has one, for a type.
    @inline(__always)
    static func isIn<T>(_ stored: PropertyListValue, for type: T.Type, isFromJSON: Bool) -> Bool {
        if T.self == IndexSet.self { return !isIndexSet(stored) }
        if T.self == CharacterSet.self { return !isCharacterSet(stored, isFromJSON: isFromJSON) }
        if T.self == URLComponents.self { return !isURLComponents(stored) }
        return false
    }

    /// Whether JSON might have one somewhere. Then it must not be given to Foundation's decoder.
    static func mayBe(inJSON data: Data) -> Bool {
        // The keys of those types, or a key that is written with escapes and so might be any.
        ["\"location\"", "\"bitmap\"", "\"scheme\"", "\"port\"", "\\u"].contains {
            data.range(of: Data($0.utf8)) != nil
        }
    }

    /// Foundation adds up locations and lengths without looking.
    private static func isIndexSet(_ stored: PropertyListValue) -> Bool {
        guard case .dictionary(let members) = stored, case .array(let ranges)? = members["indexes"] else { return true }
        return ranges.allSatisfy { range in
            guard case .dictionary(let range) = range,
                let location = range["location"].flatMap({ Coercion.integer($0, as: Int.self) }),
                let length = range["length"].flatMap({ Coercion.integer($0, as: Int.self) })
            else { return false }
            return location >= 0 && length >= 0 && !location.addingReportingOverflow(length).overflow
        }
    }

    private static func isCharacterSet(_ stored: PropertyListValue, isFromJSON: Bool) -> Bool {
        guard case .dictionary(let members) = stored, let bitmap = members["bitmap"] else { return true }
        return NativeCoding.data(bitmap, isFromJSON: isFromJSON)?.isEmpty == false
    }

    private static func isURLComponents(_ stored: PropertyListValue) -> Bool {
        guard case .dictionary(let members) = stored else { return true }
        if case .string(let scheme)? = members["scheme"] {
            let rest = scheme.utf8.dropFirst()
            guard let first = scheme.utf8.first, isLetter(first),
                rest.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
            else { return false }
        }
        guard let port = members["port"].flatMap({ Coercion.integer($0, as: Int.self) }) else { return true }
        return port >= 0
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
