extension PropertyListValue {
    /// Whether Foundation takes two values for equal on Linux, and so ignores that one is set where the other is.
    ///
    /// It does so for numbers of the same value and strings that are canonically equivalent, also in collections.
    func isLooselyEqual(to other: PropertyListValue) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isLooselyEqual(to: $1) }
        case (.dictionary(let left), .dictionary(let right)):
            left.count == right.count
                && left.allSatisfy { key, value in right[key].map { value.isLooselyEqual(to: $0) } ?? false }
        default:
            if let left = number, let right = other.number { left == right } else { self == other }
        }
    }

    /// Whether another value could be loosely equal to this one.
    var hasLooseEquals: Bool {
        switch self {
        case .bool, .data, .date: false
        case .integer, .unsigned, .real, .array, .dictionary: true
        case .string(let text): text.utf8.contains { $0 >= 0x80 }
        }
    }

    private var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }
}
