/// What went wrong in reading or writing a default.
///
/// Every failure of this library is a `DefaultsError`. Its text names the key, the store, the cause and what to do, and
/// never shows a stored value.
///
/// ```swift
/// do {
///     try Defaults.theme.write(.dark)
/// } catch {
///     if error.code == .rejected { … }
/// }
/// ```
public struct DefaultsError: Error, Sendable {
    /// The kind of failure.
    public struct Code: Sendable, Hashable {
        /// The code's name, such as `"typeMismatch"`.
        public let name: String

        /// Creates a code of your own, for a store that fails in a way that no code here describes.
        ///
        /// - Parameter name: The code's name in lower camel case.
        public init(_ name: String) {
            self.name = name
        }

        /// The stored value has another type than the entry. It is kept as it is.
        public static let typeMismatch = Code("typeMismatch")
        /// The stored value has the right type but can't be decoded. It is kept as it is.
        public static let decodingFailed = Code("decodingFailed")
        /// The new value can't be encoded. The old one is kept.
        public static let encodingFailed = Code("encodingFailed")
        /// A rule refused the new value. The old one is kept.
        public static let rejected = Code("rejected")
        /// Two entries of a namespace have the same key and different types.
        public static let conflictingKey = Code("conflictingKey")
        /// The store can't hold a value under this key.
        public static let invalidKey = Code("invalidKey")
        /// The name can't be that of a suite.
        public static let invalidSuiteName = Code("invalidSuiteName")
        /// The URL can't be that of a store's file.
        public static let invalidURL = Code("invalidURL")
        /// What the store is kept in can't be read, for example since the file is damaged.
        public static let unreadableStore = Code("unreadableStore")
        /// The change could not be saved. It is kept in memory and saving is tried again.
        public static let writeFailed = Code("writeFailed")
        /// The store can't be used at present. Nothing was read or written.
        public static let unavailable = Code("unavailable")
        /// The value, or the store with it, would be larger than the store's limit. The old one is kept.
        public static let limitExceeded = Code("limitExceeded")
    }

    /// The kind of failure.
    public let code: Code
    /// The key, or `nil` when the failure is the store's as a whole.
    public let key: String?
    /// The name of the store, or `nil` where no store was involved yet.
    public let storeName: String?
    /// The name of the type that was asked for.
    public let expectedType: String?
    /// The name of the type that was found.
    public let foundType: String?
    /// What the failure was about, in a few words, with no stored value in it.
    public let detail: String?
    /// The error that caused this one.
    public let underlyingError: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - key: The key, or `nil` when the failure is the store's as a whole.
    ///   - storeName: The name of the store.
    ///   - expectedType: The name of the type that was asked for.
    ///   - foundType: The name of the type that was found.
    ///   - detail: What the failure was about, in a few words. It must not show a stored value.
    ///   - underlyingError: The error that caused this one.
    public init(
        _ code: Code,
        key: String? = nil,
        storeName: String? = nil,
        expectedType: String? = nil,
        foundType: String? = nil,
        detail: String? = nil,
        underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.key = key
        self.storeName = storeName
        self.expectedType = expectedType
        self.foundType = foundType
        self.detail = detail
        self.underlyingError = underlyingError
    }
}

extension DefaultsError {
    /// The error for a stored value of another type than `expected`.
    static func mismatch(_ expected: Any.Type, _ found: PropertyListValue, detail: String? = nil) -> DefaultsError {
        DefaultsError(.typeMismatch, expectedType: "\(expected)", foundType: found.typeName, detail: detail)
    }
}
