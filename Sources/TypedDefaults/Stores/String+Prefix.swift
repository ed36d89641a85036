extension String {
    /// The rest of a key after a prefix, or `nil` when it has another one.
    ///
    /// A combining character that follows the prefix does not become part of it, as with `hasPrefix(_:)`, and prefixes
    /// compare as keys do: canonically equivalent ones are the same.
    func dropping(prefix: String) -> String? {
        if utf8.starts(with: prefix.utf8) {
            return String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        }
        // An ASCII string is equivalent to no other one of ASCII.
        guard utf8.contains(where: { $0 >= 0x80 }) || prefix.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        guard
            let end = unicodeScalars.indices.first(where: { self[..<$0] == prefix })
                ?? (self == prefix ? endIndex : nil)
        else { return nil }
        return String(unicodeScalars[end...])
    }
}
