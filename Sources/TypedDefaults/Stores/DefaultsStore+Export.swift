public import Foundation

/// A file format for exporting a store. Each keeps every value exactly.
public enum DefaultsExportFormat: Sendable, CaseIterable {
    /// A property list in XML, which people can read and other programs too.
    case xml
    /// A property list in the binary format, the smallest.
    case binary
    /// JSON. What JSON has no form for, such as dates and bytes, is marked by a key such as `$date`.
    case json
}

/// What importing does with the values that a store has.
public enum DefaultsImportMode: Sendable {
    /// Keeps the values under keys that are not imported.
    case merge
    /// Removes all keys that are not imported.
    case replace
}

extension DefaultsStore {
    /// Returns all values of the store in a file format.
    ///
    /// - Parameter format: The format.
    /// - Returns: The bytes of a file.
    /// - Throws: As the store throws when it can't be read.
    public func exportValues(as format: DefaultsExportFormat) throws -> Data {
        var values: [String: PropertyListValue] = [:]
        for key in try keys() { values[key] = try value(forKey: key) }
        let document = PropertyListDocument(values: values)
        switch format {
        case .xml: return try document.write(.xml)
        case .binary: return try document.write(.binary)
        case .json: return try JSONForm.encode(values)
        }
    }

    /// Sets values that ``exportValues(as:)`` returned, or of any property list file, in one step.
    ///
    /// - Parameters:
    ///   - data: The bytes of a file in any of the formats, which is found out from them.
    ///   - mode: What to do with the values that the store has.
    /// - Throws: ``DefaultsError`` with code `decodingFailed` when `data` is in none of the formats, or as the store throws.
    ///   Nothing is changed then.
    public func importValues(_ data: Data, mode: DefaultsImportMode = .merge) throws {
        let values = try Self.values(in: data, storeName: name)
        var edits: [String: PropertyListValue?] = values.mapValues { $0 }
        if mode == .replace {
            for key in try keys() where values[key] == nil { edits.updateValue(nil, forKey: key) }
        }
        _ = try commit(DefaultsBatch(edits: edits))
    }

    private static func values(in data: Data, storeName: String) throws(DefaultsError) -> [String: PropertyListValue] {
        do {
            return try PropertyListDocument.read(data).values
        } catch let documentError {
            do {
                return try JSONForm.decode(data)
            } catch {
                throw DefaultsError(
                    .decodingFailed, storeName: storeName, detail: "it is neither a property list nor JSON of one",
                    underlyingError: documentError)
            }
        }
    }
}
