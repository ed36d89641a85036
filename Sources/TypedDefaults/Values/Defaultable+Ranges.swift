// A range is stored as an array of its two bounds.

extension Range: Defaultable where Bound: Defaultable {
    /// Reads an array of two bounds in order.
    public static func decode(_ stored: PropertyListValue) throws -> Range<Bound> {
        let (lower, upper) = try bounds(of: stored, as: Self.self) as (Bound, Bound)
        return lower..<upper
    }

    /// Stores the two bounds.
    public static func encode(_ value: Range<Bound>) throws -> PropertyListValue? {
        try [Bound].encode([value.lowerBound, value.upperBound])
    }
}

extension ClosedRange: Defaultable where Bound: Defaultable {
    /// Reads an array of two bounds in order.
    public static func decode(_ stored: PropertyListValue) throws -> ClosedRange<Bound> {
        let (lower, upper) = try bounds(of: stored, as: Self.self) as (Bound, Bound)
        return lower...upper
    }

    /// Stores the two bounds.
    public static func encode(_ value: ClosedRange<Bound>) throws -> PropertyListValue? {
        try [Bound].encode([value.lowerBound, value.upperBound])
    }
}

/// The bounds of a stored range. Swift traps on bounds that are out of order, so they are checked here.
private func bounds<Bound: Defaultable & Comparable>(
    of stored: PropertyListValue, as type: Any.Type
) throws -> (Bound, Bound) {
    let bounds = try [Bound].decode(stored)
    guard bounds.count == 2, bounds[0] <= bounds[1] else {
        throw DefaultsError(
            .decodingFailed, expectedType: "\(type)", foundType: "array of \(bounds.count)",
            detail: "it is no pair of bounds in order")
    }
    return (bounds[0], bounds[1])
}
