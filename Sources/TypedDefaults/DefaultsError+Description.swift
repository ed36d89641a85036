// MARK: - CustomStringConvertible

extension DefaultsError: CustomStringConvertible {
    /// What went wrong, where, and what to do about it. It never shows a stored value.
    public var description: String {
        [subject + ": " + cause, advice].compactMap { $0 }.joined(separator: ". ") + "."
    }

    private var subject: String {
        switch (key, storeName) {
        case (let key?, let store?): "key \"\(key)\" in store \"\(store)\""
        case (let key?, nil): "key \"\(key)\""
        case (nil, let store?): "store \"\(store)\""
        case (nil, nil): "defaults"
        }
    }

    private var cause: String {
        var cause = code.summary
        if let expectedType, let foundType {
            cause += " (expected \(expectedType), found \(foundType))"
        } else if let expectedType {
            cause += " (\(expectedType))"
        }
        if let detail { cause += ", \(detail)" }
        if let underlyingError { cause += " [\(Self.summary(of: underlyingError))]" }
        return cause
    }

    private var advice: String? {
        switch code {
        case .typeMismatch: "The stored value is kept. Write a new value, or declare the entry with the stored type"
        case .decodingFailed:
            "The stored value is kept. Write a new value, or make the type read the old form"
        case .encodingFailed, .rejected, .limitExceeded: "The old value is kept"
        case .conflictingKey: "Give one of them another key"
        case .invalidKey: "Use another key"
        case .invalidSuiteName: "Use a name that is a plain file name, such as \"com.example.app\""
        case .writeFailed: "The change is kept in memory, and saving is tried again"
        case .unavailable: "Try again when the store is available"
        default: nil
        }
    }

    /// A text for an error of somebody else's that shows where it happened but no value.
    private static func summary(of error: any Error) -> String {
        switch error {
        case let error as DecodingError: summary(of: error)
        case EncodingError.invalidValue(_, let context): "invalid value at \(path(context.codingPath))"
        case let error as DefaultsError: error.description
        default: "\(type(of: error))"
        }
    }

    private static func summary(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "nothing at \(path(context.codingPath + [key]))"
        case .typeMismatch(let type, let context): "no \(type) at \(path(context.codingPath))"
        case .valueNotFound(let type, let context): "null instead of \(type) at \(path(context.codingPath))"
        case .dataCorrupted(let context): "invalid data at \(path(context.codingPath))"
        @unknown default: "DecodingError"
        }
    }

    /// A coding path as text, such as `scores.a.[1]`.
    static func path(_ codingPath: [any CodingKey]) -> String {
        guard !codingPath.isEmpty else { return "the top level" }
        return codingPath.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }.joined(separator: ".")
    }
}

extension DefaultsError.Code: CustomStringConvertible {
    /// The code's name.
    public var description: String { name }

    fileprivate var summary: String {
        switch self {
        case .typeMismatch: "the stored value has another type"
        case .decodingFailed: "the stored value can't be decoded"
        case .encodingFailed: "the new value can't be encoded"
        case .rejected: "a rule refused the new value"
        case .conflictingKey: "two entries claim this key with different types"
        case .invalidKey: "the store can't hold this key"
        case .invalidSuiteName: "the name can't be that of a suite"
        case .invalidURL: "the URL can't be that of a store's file"
        case .unreadableStore: "what is stored can't be read"
        case .writeFailed: "the change could not be saved"
        case .unavailable: "the store is not available"
        case .accountChanged: "the user has changed"
        case .limitExceeded: "the value exceeds the store's size limit"
        default: name
        }
    }
}

extension DefaultsError {
    /// A copy that also names the key, the store and the type that was asked for, where the error does not yet.
    @usableFromInline
    func located(key: String?, storeName: String?, expectedType: String? = nil) -> DefaultsError {
        DefaultsError(
            code,
            key: self.key ?? key,
            storeName: self.storeName ?? storeName,
            expectedType: self.expectedType ?? expectedType,
            foundType: foundType,
            detail: detail,
            underlyingError: underlyingError
        )
    }
}
