extension DecodingError {
    /// This error without the stored value that the standard library puts into some texts.
    ///
    /// It does so where it "cannot initialize" a raw-representable type or a range, and stored values may be secret.
    func withoutStoredValue() -> DecodingError {
        guard case .dataCorrupted(let context) = self, context.debugDescription.hasPrefix("Cannot initialize ") else {
            return self
        }
        let words = context.debugDescription.split(separator: " ", omittingEmptySubsequences: false)
        let subject = words.prefix { $0 != "from" && $0 != "with" }.joined(separator: " ")
        return .dataCorrupted(
            .init(codingPath: context.codingPath, debugDescription: "\(subject) from the stored value.")
        )
    }

    /// This error of a Foundation decoder without the excerpts of its input.
    func withoutExcerpts(of format: String) -> DecodingError {
        guard case .dataCorrupted(let context) = self else { return self }
        let path = context.codingPath
        let cause =
            path.isEmpty ? "The stored data is not valid \(format)." : "A value in the stored \(format) is not valid."
        return .dataCorrupted(.init(codingPath: path, debugDescription: cause))
    }
}
