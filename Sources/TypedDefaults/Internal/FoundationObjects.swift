import Foundation

extension PropertyListValue {
    /// This value as objects that Foundation's property list functions take without trapping.
    var foundationObject: Any {
        switch self {
        case .bool(let value): value
        case .integer(let value): value
        case .unsigned(let value): value
        case .real(let value): value
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .array(let value): value.map(\.foundationObject)
        case .dictionary(let value): value.mapValues(\.foundationObject)
        }
    }

    /// Creates a value of a property list object of Foundation's.
    ///
    /// - Returns: `nil` when it is, or contains, something else.
    init?(foundationObject object: Any) {
        if let scalar = Self.scalar(of: object) {
            self = scalar
        } else if let elements = object as? [Any?] {
            var values: [PropertyListValue] = []
            values.reserveCapacity(elements.count)
            for element in elements {
                guard let element, let value = PropertyListValue(foundationObject: element) else { return nil }
                values.append(value)
            }
            self = .array(values)
        } else if let members = object as? [AnyHashable: Any?] {
            var values: [String: PropertyListValue] = [:]
            values.reserveCapacity(members.count)
            for (key, member) in members {
                guard let key = key as? String, let member, let value = PropertyListValue(foundationObject: member)
                else { return nil }
                values[key] = value
            }
            self = .dictionary(values)
        } else {
            return nil
        }
    }
}

#if canImport(Darwin)
extension PropertyListValue {
    /// The value of a scalar. Numbers are objects here, and only Core Foundation knows which of them are Booleans.
    private static func scalar(of object: Any) -> PropertyListValue? {
        switch object {
        case let number as NSNumber:
            if CFGetTypeID(number) == CFBooleanGetTypeID() { return .bool(number.boolValue) }
            if CFNumberIsFloatType(number) { return .real(number.doubleValue) }
            return number.compare(NSNumber(value: Int64.max)) == .orderedDescending
                ? .unsigned(number.uint64Value) : .integer(number.int64Value)
        case let text as String: return .string(text)
        case let date as Date: return .date(date)
        case let data as Data: return .data(data)
        default: return nil
        }
    }
}
#else
extension PropertyListValue {
    /// The value of a scalar, which is a Swift value here, whose type is the one it was set with until the suite is loaded
    /// again.
    private static func scalar(of object: Any) -> PropertyListValue? {
        let type = type(of: object)
        // Comparing types takes no time, unlike casts.
        let isCommon = type == Int.self || type == String.self || type == Bool.self || type == Double.self
        if !isCommon, type is NSNumber.Type, let number = object as? NSNumber { return scalar(of: number) }
        return switch object {
        case let value as Int: .integer(Int64(value))
        case let value as String: .string(value)
        case let value as Bool: .bool(value)
        case let value as Double: .real(value)
        case let value as Data: .data(value)
        case let value as Date: .date(value)
        case let value as Float: .real(Double(value))
        case let value as Int64: .integer(value)
        case let value as UInt64: PropertyListValue(value)
        default: nil
        }
    }

    /// The value of a number object. A Boolean has the type of an 8-bit integer here, so that 0 and 1 of that type are
    /// taken for Booleans.
    private static func scalar(of number: NSNumber) -> PropertyListValue? {
        switch String(cString: number.objCType) {
        case "c" where number.int64Value == 0 || number.int64Value == 1: .bool(number.boolValue)
        case "f", "d": .real(number.doubleValue)
        case "Q": PropertyListValue(number.uint64Value)
        default: .integer(number.int64Value)
        }
    }
}
#endif
