import Foundation

extension PropertyListValue: Codable {
    /// Writes the value to any encoder: to this library's as it is, to others as the values it consists of.
    public func encode(to encoder: any Encoder) throws {
        if let node = encoder as? EncodingNode { return try node.set(verbatim: self) }
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .dictionary where nullLevel != nil: try container.encodeNil()
        case .dictionary(let value): try container.encode(value)
        }
    }

    /// Reads a value from any decoder: from this library's as it is stored, from others as the type they have.
    ///
    /// A format without dates or bytes gives the numbers and strings that stand for them.
    public init(from decoder: any Decoder) throws {
        if let node = decoder as? DecodingNode {
            self = node.stored
            return
        }
        let source = try decoder.singleValueContainer()
        // The frequent types come first, and dates and bytes last, as JSON would make them of numbers and strings.
        if source.decodeNil() {
            self = .null()
        } else if let value = source.value(String.self) {
            self = .string(value)
        } else if let value = source.value(Bool.self) {
            self = .bool(value)
        } else if let value = source.value(Int64.self) {
            self = .integer(value)
        } else if let value = source.value(UInt64.self) {
            self = .unsigned(value)
        } else if let value = source.value(Double.self) {
            let keepsDecimals = CodingUserInfoKey.keepsDecimals.flatMap { decoder.userInfo[$0] } != nil
            self = keepsDecimals ? source.exactly(value) : .real(value)
        } else if let value = source.value([PropertyListValue].self) {
            self = .array(value)
        } else if let value = source.value([String: PropertyListValue].self) {
            self = .dictionary(value)
        } else if let value = source.value(Date.self) {
            self = .date(value)
        } else {
            self = .data(try source.decode(Data.self))
        }
    }
}

extension CodingUserInfoKey {
    /// Set where a number that no double holds is to be read as a string, which a `Decimal` is read from exactly.
    static let keepsDecimals = CodingUserInfoKey(rawValue: "TypedDefaults.keepsDecimals")
}

extension SingleValueDecodingContainer {
    /// Returns the value if it is one of type `T`. The error is of no interest, as another type is tried next.
    fileprivate func value<T: Decodable>(_ type: T.Type) -> T? {
        do { return try decode(type) } catch { return nil }
    }

    /// Returns a number that was read as `double`, as a string if that is not exactly what it is.
    fileprivate func exactly(_ double: Double) -> PropertyListValue {
        guard let decimal = value(Decimal.self), Decimal(string: "\(double)") != decimal else { return .real(double) }
        return .string(decimal.description)
    }
}
