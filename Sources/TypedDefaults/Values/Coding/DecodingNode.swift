/// One stored value being read: the `Decoder` that a type's `init(from:)` is given.
final class DecodingNode: PlacedNode {
    /// What all nodes of one decoding share.
    final class Context {
        let userInfo: [CodingUserInfoKey: Any]
        let isFromJSON: Bool
        /// The outermost members that were asked for and are not stored, or nil while nobody wants to know.
        var missing: Set<String>?

        /// Creates the context of a decoding.
        init(userInfo: [CodingUserInfoKey: any Sendable], isFromJSON: Bool) {
            self.userInfo = userInfo
            self.isFromJSON = isFromJSON
        }
    }

    let place: CodingPlace
    let stored: PropertyListValue
    let context: Context
    private let fallback: PropertyListValue?
    private let type: Any.Type
    /// The number of collections around this value.
    private let depth: Int
    /// The number of nodes around this one. It exceeds the depth where values wrap others without a collection.
    private let level: Int

    /// Creates the node of a value that nothing is around.
    init(type: Any.Type, stored: PropertyListValue, fallback: PropertyListValue?, context: Context) {
        self.type = type
        self.stored = stored
        self.fallback = fallback
        self.context = context
        place = .root
        depth = 0
        level = 0
    }

    /// Creates the node of a value within the one of `parent`.
    private init(
        type: Any.Type,
        stored: PropertyListValue,
        fallback: PropertyListValue?,
        in parent: DecodingNode,
        at key: (any CodingKey)?
    ) throws {
        self.type = type
        self.stored = stored
        self.fallback = fallback
        context = parent.context
        level = parent.level + 1
        if let key {
            depth = parent.depth + 1
            place = .member(key, of: parent)
        } else {
            depth = parent.depth
            place = .wrapped(in: parent)
        }
        guard Self.isAcceptable(level: level) else { throw tooDeep() }
    }

    // MARK: - Containers

    /// The members of the stored dictionary.
    func members() throws -> [String: PropertyListValue] {
        guard case .dictionary(let members) = stored, stored.nullLevel == nil else {
            throw unexpected(stored, [String: PropertyListValue].self)
        }
        guard depth < PropertyListValue.maximumDepth else { throw tooDeep() }
        return PropertyListValue.unescaping(members)
    }

    /// The members of the dictionary that fills in for missing ones.
    func fallbackMembers() -> [String: PropertyListValue] {
        guard case .dictionary(let members)? = fallback, fallback?.nullLevel == nil else { return [:] }
        return PropertyListValue.unescaping(members)
    }

    /// The elements of the stored array.
    func elements() throws -> [PropertyListValue] {
        guard case .array(let elements) = stored else { throw unexpected(stored, [PropertyListValue].self) }
        guard depth < PropertyListValue.maximumDepth else { throw tooDeep() }
        return elements
    }

    // MARK: - Values

    /// Returns this node's value as a `T`, for the outermost node.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        switch NativeCoding.decode(type, from: stored, isFromJSON: context.isFromJSON) {
        case .value(let value): value
        case .custom: try T(from: self)
        case .mismatch: throw unexpected(stored, type)
        case .invalid: throw invalid(type)
        }
    }

    /// Returns a value at a key of this one.
    @inline(__always)
    func decode<T: Decodable>(
        _ type: T.Type, from stored: PropertyListValue, fallback: PropertyListValue? = nil, at key: some CodingKey
    ) throws -> T {
        switch NativeCoding.decode(type, from: stored, isFromJSON: context.isFromJSON) {
        case .value(let value): value
        case .custom: try child(type, from: stored, fallback: fallback, at: key).decodeByItself(type)
        case .mismatch: throw unexpected(stored, type, at: key)
        case .invalid: throw invalid(type, at: key)
        }
    }

    /// Returns the value that the type's own code makes of this node.
    private func decodeByItself<T: Decodable>(_ type: T.Type) throws -> T {
        do {
            return try T(from: self)
        } catch {
            if !(error is DecodingError) { FailurePlace.note(place.codingPath, in: context.userInfo) }
            throw error
        }
    }

    /// Returns a value that this one wraps.
    func decode<T: Decodable>(wrapped type: T.Type) throws -> T {
        var wrapped = stored
        if let level = stored.nullLevel, level > 0, self.type is any OptionalValue.Type {
            wrapped = .null(level: level - 1)
        }
        return switch NativeCoding.decode(type, from: wrapped, isFromJSON: context.isFromJSON) {
        case .value(let value): value
        case .custom:
            try DecodingNode(type: type, stored: wrapped, fallback: fallback, in: self, at: nil).decodeByItself(type)
        case .mismatch: throw unexpected(wrapped, type)
        case .invalid: throw invalid(type)
        }
    }

    /// Returns the decoder of a value at a key of this one.
    func child(
        _ type: Any.Type = Any.self, from stored: PropertyListValue, fallback: PropertyListValue? = nil,
        at key: any CodingKey
    ) throws -> DecodingNode {
        try DecodingNode(type: type, stored: stored, fallback: fallback, in: self, at: key)
    }

    // MARK: - Errors

    /// The error for a stored value of another type than `expected`.
    func unexpected(
        _ stored: PropertyListValue, _ expected: Any.Type, at key: (any CodingKey)? = nil
    ) -> DecodingError {
        if stored.nullLevel != nil {
            return .valueNotFound(expected, contextOfError("Expected \(expected) but found nil.", at: key))
        }
        let description = "Expected \(expected) but found a stored value of type \(stored.typeName)."
        return .typeMismatch(expected, contextOfError(description, at: key))
    }

    /// The error for a stored value of a right type but with wrong contents.
    private func invalid(_ expected: Any.Type, at key: (any CodingKey)? = nil) -> DecodingError {
        corrupted("The stored value is no valid \(expected).", at: key)
    }

    private func tooDeep() -> DecodingError {
        let limit = "\(PropertyListValue.maximumDepth) levels, or than the thread's stack allows"
        return corrupted("The stored value is nested deeper than \(limit).", at: nil)
    }

    private func corrupted(_ description: String, at key: (any CodingKey)?) -> DecodingError {
        .dataCorrupted(contextOfError(description, at: key))
    }

    /// The context of an error at this node, or at a key of it.
    func contextOfError(_ description: String, at key: (any CodingKey)? = nil) -> DecodingError.Context {
        .init(codingPath: key.map { place.codingPath + [$0] } ?? place.codingPath, debugDescription: description)
    }
}
