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
        /// The user of the store has changed, and with it what is stored.
        public static let accountChanged = Code("accountChanged")
        /// The value, or the store with it, would be larger than the store's limit. The old one is kept.
        public static let limitExceeded = Code("limitExceeded")
    }

    /// The parts of the error in one object, since every read and write has room for an error.
    private let content: Content

    /// The kind of failure.
    public var code: Code { content.code }
    /// The key, or `nil` when the failure is the store's as a whole.
    public var key: String? { content.key }
    /// The name of the store, or `nil` where no store was involved yet.
    public var storeName: String? { content.storeName }
    /// The name of the type that was asked for.
    public var expectedType: String? { content.expectedType }
    /// The name of the type that was found.
    public var foundType: String? { content.foundType }
    /// What the failure was about, in a few words, with no stored value in it.
    public var detail: String? { content.detail }
    /// The error that caused this one.
    public var underlyingError: (any Error)? { content.underlyingError }

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
        content = Content(
            code: code, key: key, storeName: storeName, expectedType: expectedType, foundType: foundType,
            detail: detail,
            underlyingError: underlyingError)
    }
}

/// What an error consists of.
private final class Content: Sendable {
    let code: DefaultsError.Code
    let key: String?
    let storeName: String?
    let expectedType: String?
    let foundType: String?
    let detail: String?
    let underlyingError: (any Error)?

    init(
        code: DefaultsError.Code, key: String?, storeName: String?, expectedType: String?, foundType: String?,
        detail: String?, underlyingError: (any Error)?
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
    @usableFromInline
    static func mismatch(_ expected: Any.Type, _ found: PropertyListValue, detail: String? = nil) -> DefaultsError {
        DefaultsError(.typeMismatch, expectedType: "\(expected)", foundType: found.typeName, detail: detail)
    }
}
