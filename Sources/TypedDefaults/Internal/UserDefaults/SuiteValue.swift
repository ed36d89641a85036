import Foundation

/// How a suite of user defaults holds what Foundation's files can't.
///
/// Foundation saves suites as XML on Linux. That drops fractions of a second, the sign of `-0.0` and a byte order mark at
/// the start of a string. A date that is no number, a dictionary with the key `CF$UID` or deep nesting even makes the
/// file unreadable, with every key in it. A value that is such, or contains such, is stored as data instead: a marker, and
/// the value as a binary property list. Reading accepts that form on every platform.
enum SuiteValue {
    /// What data starts with that stands for another value.
    private static let marker = Data("TypedDefaults1:".utf8)

    /// How deep a value may be nested that is stored as it is. Foundation's cost grows with the square of the depth.
    private static let maximumDepth = 32

    /// The value to give to a suite for a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isExact: Whether the suite holds everything that is a value, as on Apple platforms.
    /// - Returns: The value itself where the suite can hold it.
    /// - Throws: An error with code `encodingFailed` for a value that is nested too deep.
    static func stored(_ value: PropertyListValue, isExact: Bool) throws(DefaultsError) -> PropertyListValue {
        guard isExact ? isMarked(value) : needsMarker(value, depth: 0) else { return value }
        do throws(PropertyListWriteError) {
            return .data(marker + (try BinaryPropertyList.encode(value)))
        } catch {
            throw DefaultsError(.encodingFailed, detail: "it is nested too deep", underlyingError: error)
        }
    }

    /// The value that a suite's value stands for.
    static func original(_ stored: PropertyListValue) -> PropertyListValue {
        guard case .data(let data) = stored, data.starts(with: marker) else { return stored }
        do throws(PropertyListReadError) {
            return try BinaryPropertyList.decode(Data(data.dropFirst(marker.count)))
        } catch {
            // Then it only looks like one of ours, and is the data of somebody else.
            return stored
        }
    }

    /// Whether Foundation could not read a file with this value, or would make it unreadable when it saves it.
    static func isPoison(_ value: PropertyListValue, depth: Int = 0) -> Bool {
        switch value {
        case .date(let date): !isInRange(date)
        case .array(let elements): depth >= maximumDepth || elements.contains { isPoison($0, depth: depth + 1) }
        case .dictionary(let members):
            depth >= maximumDepth || members["CF$UID"] != nil
                || members.values.contains { isPoison($0, depth: depth + 1) }
        default: false
        }
    }

    /// Whether Foundation can read a file with a document, as far as its values are concerned.
    static func isHarmless(_ document: PropertyListDocument) -> Bool {
        document.opaque.isEmpty && !document.values.values.contains { isPoison($0) }
    }

    /// The form of a file's value that Foundation can keep.
    static func harmless(_ value: PropertyListValue) -> PropertyListValue {
        guard isPoison(value) else { return value }
        do { return try stored(value, isExact: false) } catch { return value }
    }

    private static func isMarked(_ value: PropertyListValue) -> Bool {
        if case .data(let data) = value { data.starts(with: marker) } else { false }
    }

    private static func needsMarker(_ value: PropertyListValue, depth: Int) -> Bool {
        switch value {
        case .bool, .integer, .unsigned: false
        case .real(let number): number == 0 && number.sign == .minus
        case .string(let text): startsWithByteOrderMark(text)
        case .data: isMarked(value)
        case .date(let date): !isInRange(date) || !isWhole(date)
        case .array(let elements):
            depth >= maximumDepth || elements.contains { needsMarker($0, depth: depth + 1) }
        case .dictionary(let members):
            depth >= maximumDepth
                || members.contains { key, member in
                    key == "CF$UID" || startsWithByteOrderMark(key) || needsMarker(member, depth: depth + 1)
                }
        }
    }

    private static func startsWithByteOrderMark(_ text: String) -> Bool {
        text.utf8.first == 0xEF && text.unicodeScalars.first == "\u{FEFF}"
    }

    /// Whether the year has four digits, which is all that the files have room for.
    private static func isInRange(_ date: Date) -> Bool {
        (Date.distantPast.timeIntervalSinceReferenceDate...252_423_993_599)
            .contains(date.timeIntervalSinceReferenceDate)
    }

    private static func isWhole(_ date: Date) -> Bool {
        let seconds = date.timeIntervalSinceReferenceDate
        return seconds.rounded() == seconds && !(seconds == 0 && seconds.sign == .minus)
    }
}
