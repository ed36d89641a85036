/// How large the values of a file store may be.
struct PropertyListFileLimits: Sendable, Hashable {
    /// The largest size of one value, in bytes.
    var value: Int?
    /// The largest size of all values and keys together, in bytes.
    var file: Int?

    /// Throws when a value is too large.
    func check(_ value: PropertyListValue?, forKey key: String, storeName: String) throws(DefaultsError) {
        guard let limit = self.value, let value, value.contentSize > limit else { return }
        throw DefaultsError(
            .limitExceeded, key: key, storeName: storeName, detail: "a value may have \(limit) bytes")
    }
}

extension PropertyListValue {
    /// The number of bytes in this value: of data and text their own, of numbers and dates eight.
    var contentSize: Int {
        switch self {
        case .bool: 1
        case .integer, .unsigned, .real, .date: 8
        case .string(let text): text.utf8.count
        case .data(let bytes): bytes.count
        case .array(let elements): elements.reduce(0) { $0 + $1.contentSize }
        case .dictionary(let members): members.reduce(0) { $0 + $1.key.utf8.count + $1.value.contentSize }
        }
    }
}
