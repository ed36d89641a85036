extension PropertyListValue {
    /// The value as people write it, for a dump: `["a", 1, true]`.
    var text: String {
        switch self {
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .real(let value): "\(value)"
        case .string(let value): value.debugDescription
        case .data(let value): "\(value.count) bytes"
        case .date(let value): "\(value)"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
        case .dictionary(let members):
            "[" + members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + "]"
        }
    }
}
