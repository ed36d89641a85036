import Foundation

extension NativeCoding {
    /// What came of decoding a type natively.
    enum Outcome<T> {
        /// The value.
        case value(T)
        /// The stored value has a type that is never one of `T`.
        case mismatch
        /// The stored value has a type that can be one of `T`, but this one is none.
        case invalid
        /// The type's `init(from:)` has to be asked.
        case custom

        /// Creates the outcome of a conversion that only a wrong type fails.
        @inline(__always)
        init(_ value: T?) {
            self = if let value { .value(value) } else { .mismatch }
        }
    }

    /// Returns the value of type `T` that is stored as `stored`, where `T` has a stored form of its own.
    @inline(__always)
    static func decode<T>(_ type: T.Type, from stored: PropertyListValue, isFromJSON: Bool) -> Outcome<T> {
        if T.self == String.self { return Outcome(Coercion.string(stored) as? T) }
        if T.self == Int.self {
            if case .integer(let value) = stored, let value = Int(exactly: value) as? T { return .value(value) }
            return Outcome(Coercion.integer(stored, as: Int.self) as? T)
        }
        if T.self == Bool.self { return Outcome(Coercion.bool(stored) as? T) }
        if T.self == Double.self {
            if case .real(let value) = stored, let value = value as? T { return .value(value) }
            return Outcome(Coercion.floatingPoint(stored, as: Double.self) as? T)
        }
        if T.self == Float.self { return Outcome(Coercion.floatingPoint(stored, as: Float.self) as? T) }
        if T.self == Int64.self { return Outcome(Coercion.integer(stored, as: Int64.self) as? T) }
        if T.self == Int32.self { return Outcome(Coercion.integer(stored, as: Int32.self) as? T) }
        if T.self == Int16.self { return Outcome(Coercion.integer(stored, as: Int16.self) as? T) }
        if T.self == Int8.self { return Outcome(Coercion.integer(stored, as: Int8.self) as? T) }
        if T.self == UInt.self { return Outcome(Coercion.integer(stored, as: UInt.self) as? T) }
        if T.self == UInt64.self { return Outcome(Coercion.integer(stored, as: UInt64.self) as? T) }
        if T.self == UInt32.self { return Outcome(Coercion.integer(stored, as: UInt32.self) as? T) }
        if T.self == UInt16.self { return Outcome(Coercion.integer(stored, as: UInt16.self) as? T) }
        if T.self == UInt8.self { return Outcome(Coercion.integer(stored, as: UInt8.self) as? T) }
        return composite(type, from: stored, isFromJSON: isFromJSON)
    }

    /// As ``decode(_:from:isFromJSON:)``, for the types that are no scalars of the standard library.
    @inline(__always)
    private static func composite<T>(
        _ type: T.Type, from stored: PropertyListValue, isFromJSON: Bool
    ) -> Outcome<T> {
        if T.self == PropertyListValue.self { return Outcome(stored as? T) }
        if T.self == Date.self { return Outcome(date(stored, isFromJSON: isFromJSON) as? T) }
        if T.self == Data.self { return Outcome(data(stored, isFromJSON: isFromJSON) as? T) }
        if T.self == [String].self { return elements(of: stored, with: string) as? Outcome<T> ?? .custom }
        if T.self == [Int].self { return elements(of: stored, with: int) as? Outcome<T> ?? .custom }
        if T.self == [Double].self { return elements(of: stored, with: double) as? Outcome<T> ?? .custom }
        if T.self == URL.self { return url(stored) as? Outcome<T> ?? .custom }
        if T.self == Decimal.self { return decimal(stored) as? Outcome<T> ?? .custom }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            if T.self == Int128.self { return Outcome(Coercion.integer(stored, as: Int128.self) as? T) }
            if T.self == UInt128.self { return Outcome(Coercion.integer(stored, as: UInt128.self) as? T) }
        }
        return FoundationPitfall.isIn(stored, for: type, isFromJSON: isFromJSON) ? .invalid : .custom
    }

    // MARK: - Foundation's types

    /// Returns a date, which JSON holds as the seconds since 2001.
    private static func date(_ stored: PropertyListValue, isFromJSON: Bool) -> Date? {
        if case .date(let date) = stored { return date }
        guard isFromJSON, let seconds = Coercion.floatingPoint(stored, as: Double.self) else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// Returns bytes, which JSON holds as a Base64 string.
    static func data(_ stored: PropertyListValue, isFromJSON: Bool) -> Data? {
        if case .data(let data) = stored { return data }
        guard isFromJSON, case .string(let text) = stored else { return nil }
        return Data(base64Encoded: text)
    }

    /// Returns the URL of a string. Its own Codable form is a dictionary.
    private static func url(_ stored: PropertyListValue) -> Outcome<URL> {
        guard case .string(let text) = stored else { return .custom }
        if let url = URL(string: text, encodingInvalidCharacters: false) { return .value(url) }
        // A text in quotes is JSON, which is for others to read: percent-encoding would make a URL of it.
        guard !text.hasPrefix("\""), let url = URL(string: text) else { return .invalid }
        return .value(url)
    }

    /// Returns the decimal of a string or a number. Its own Codable form is a dictionary.
    private static func decimal(_ stored: PropertyListValue) -> Outcome<Decimal> {
        switch stored {
        case .integer(let value): .value(Decimal(value))
        case .unsigned(let value): .value(Decimal(value))
        // By way of its shortest text, since 0.1 is meant by the double nearest to it.
        case .real(let value): decimal("\(value)")
        case .string(let text): decimal(text)
        case .dictionary: stored.nullLevel == nil ? .custom : .mismatch
        default: .mismatch
        }
    }

    /// Returns the decimal of a text.
    private static func decimal(_ text: String) -> Outcome<Decimal> {
        if text.lowercased() == "nan" { return .value(.nan) }
        // Foundation reads as far as it can and ignores the rest.
        let isNumber =
            text.utf8.contains { (0x30...0x39).contains($0) }
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        guard isNumber, Double(text) != nil, let value = Decimal(string: text) else { return .invalid }
        return .value(value)
    }

    // MARK: - Arrays

    /// Returns an array of which every element is stored natively, else leaves it to `Array` to find the culprit.
    @inline(__always)
    private static func elements<E>(
        of stored: PropertyListValue, with element: (PropertyListValue) -> E?
    ) -> Outcome<[E]> {
        guard case .array(let stored) = stored else { return .custom }
        var values: [E] = []
        values.reserveCapacity(stored.count)
        for stored in stored {
            guard let value = element(stored) else { return .custom }
            values.append(value)
        }
        return .value(values)
    }

    private static func string(_ stored: PropertyListValue) -> String? {
        if case .string(let value) = stored { value } else { nil }
    }

    private static func int(_ stored: PropertyListValue) -> Int? {
        if case .integer(let value) = stored { Int(exactly: value) } else { nil }
    }

    private static func double(_ stored: PropertyListValue) -> Double? {
        if case .real(let value) = stored { value } else { nil }
    }
}
