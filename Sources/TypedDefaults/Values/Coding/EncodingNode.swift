/// One value under construction: the `Encoder` that its `encode(to:)` is given, and what was written to it so far.
///
/// A finished child is put into its parent's collection at once. Only the children that someone may hold on to, nested
/// containers and superclasses' encoders, are kept as nodes until the parent is finished.
final class EncodingNode: PlacedNode {
    /// What a value is written as.
    enum Kind {
        case single, keyed, unkeyed
    }

    let place: CodingPlace
    let userInfo: [CodingUserInfoKey: Any]
    private let type: Any.Type
    /// The number of collections around this value.
    private let depth: Int
    /// The number of nodes around this one. It exceeds the depth where values wrap others without a collection.
    private let level: Int

    private var kind: Kind?
    /// Why finishing has to fail, where that was found out when nothing could be thrown.
    private var failure: String?
    private var single: PropertyListValue?
    private var members: [String: PropertyListValue] = [:]
    private var elements: [PropertyListValue] = []
    /// The children under construction, by their key or their index.
    private var openMembers: [String: EncodingNode] = [:]
    private var openElements: [Int: EncodingNode] = [:]
    /// The names of members that are nil and so not written.
    private(set) var omissions: [String] = []
    /// The number of members of the last child, which the next one is likely to have too.
    private var expectedCount = 0

    /// Creates the node of a value that nothing is around.
    init(type: Any.Type, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.type = type
        self.userInfo = userInfo
        place = .root
        depth = 0
        level = 0
    }

    /// Creates the node of a value within the one of `parent`.
    private init(type: Any.Type, in parent: EncodingNode, depth: Int, place: CodingPlace) {
        self.type = type
        self.place = place
        self.depth = depth
        userInfo = parent.userInfo
        level = parent.level + 1
    }

    /// Lets `value` write itself to this node and returns what it wrote.
    ///
    /// A value that writes nothing is an empty dictionary, as one without stored properties is.
    func finish<T: Encodable>(encoding value: T) throws -> PropertyListValue {
        do {
            try value.encode(to: self)
        } catch {
            if !(error is EncodingError) { FailurePlace.note(place.codingPath, in: userInfo) }
            throw error
        }
        return try finish()
    }

    private func finish() throws -> PropertyListValue {
        if let failure { throw error(failure) }
        switch kind {
        case .single:
            return single ?? .dictionary([:])
        case .unkeyed:
            for (index, child) in openElements { elements[index] = try child.finish() }
            return .array(elements)
        case .keyed:
            for (name, child) in openMembers { members[name] = try child.finish() }
            return .escaping(members)
        case nil:
            return .dictionary([:])
        }
    }

    /// Notes that a member is nil. Only who encodes a record wants to know.
    func noteOmission(of name: String) {
        if level == 0 { omissions.append(name) }
    }

    /// The error for this node's value, or for one of type `type` at a key of it.
    ///
    /// It holds the value's type in place of the value, since errors end up in logs and values may be secret.
    private func error(_ description: String, at key: (any CodingKey)? = nil, type: Any.Type? = nil) -> EncodingError {
        let path = key.map { place.codingPath + [$0] } ?? place.codingPath
        return .invalidValue(type ?? self.type, .init(codingPath: path, debugDescription: description))
    }
}

// MARK: - Writing

extension EncodingNode {
    private static let tooDeep =
        "The value is nested deeper than \(PropertyListValue.maximumDepth) levels, or than the thread's stack allows."

    /// The number of elements so far.
    var count: Int { elements.count }

    /// Notes how the value is written, which is one way only.
    func begin(_ kind: Kind) {
        if self.kind == nil {
            self.kind = kind
            if kind != .single, depth >= PropertyListValue.maximumDepth { failure = Self.tooDeep }
        } else if self.kind != kind {
            failure = "The value asked for more than one kind of container."
        }
    }

    /// Makes `value` the whole value.
    func set(_ value: PropertyListValue) throws {
        begin(.single)
        if single != nil { failure = "The value was written more than once to a single-value container." }
        if let failure { throw error(failure) }
        single = value
    }

    /// Makes `value`, which has not been through this encoder, the whole value.
    func set(verbatim value: PropertyListValue) throws {
        guard value.isNested(noDeeperThan: PropertyListValue.maximumDepth - depth) else { throw error(Self.tooDeep) }
        try set(value)
    }

    /// Puts `value` at `name` in place of what was there.
    func set(_ value: PropertyListValue, at name: String) {
        if !openMembers.isEmpty { openMembers[name] = nil }
        members[name] = value
    }

    /// Puts `value` after the other elements.
    func append(_ value: PropertyListValue) {
        elements.append(value)
    }
}

// MARK: - Children

extension EncodingNode {
    /// Returns the stored form of a value at a key.
    @inline(__always)
    func encoded<T: Encodable>(_ value: T, at key: some CodingKey) throws -> PropertyListValue {
        guard let native = NativeCoding.encode(value) else {
            return try encodedByChild(value, depth: depth + 1, key: key)
        }
        if depth + 1 >= PropertyListValue.maximumDepth { try check(native, type: T.self, at: key) }
        return native
    }

    /// Returns the stored form of a value that this one wraps.
    func encoded<T: Encodable>(wrapped value: T) throws -> PropertyListValue {
        if let native = NativeCoding.encode(value) {
            if depth >= PropertyListValue.maximumDepth { try check(native, type: T.self, at: nil) }
            return native
        }
        let stored = try encodedByChild(value, depth: depth, key: nil)
        // A nil in an optional differs from the optional that is nil.
        guard let level = stored.nullLevel, type is any OptionalValue.Type else { return stored }
        return .null(level: level + 1)
    }

    /// Refuses a native collection where only scalars are not too deep.
    private func check(_ native: PropertyListValue, type: Any.Type, at key: (any CodingKey)?) throws {
        guard native.isNested(noDeeperThan: 0) else { throw error(Self.tooDeep, at: key, type: type) }
    }

    private func encodedByChild<T: Encodable>(
        _ value: T, depth: Int, key: (any CodingKey)?
    ) throws -> PropertyListValue {
        guard depth <= PropertyListValue.maximumDepth, Self.isAcceptable(level: level + 1) else {
            throw error(Self.tooDeep, at: key, type: T.self)
        }
        let place = if let key { CodingPlace.member(key, of: self) } else { CodingPlace.wrapped(in: self) }
        let child = EncodingNode(type: T.self, in: self, depth: depth, place: place)
        if expectedCount > 0 { child.members.reserveCapacity(expectedCount) }
        let stored = try child.finish(encoding: value)
        expectedCount = child.members.count
        return stored
    }

    /// Returns the node under construction at a key, which goes on with what is already there.
    func openChild(at key: some CodingKey) -> EncodingNode {
        let name = key.stringValue
        if let child = openMembers[name] { return child }
        let child = makeOpenChild(at: key)
        switch members[name] {
        case .dictionary(let members)?:
            child.kind = .keyed
            child.members = PropertyListValue.unescaping(members)
        case .array(let elements)?:
            child.kind = .unkeyed
            child.elements = elements
        default:
            break
        }
        if child.depth <= PropertyListValue.maximumDepth { openMembers[name] = child }
        return child
    }

    /// Returns a new node under construction after the other elements.
    func appendOpenChild() -> EncodingNode {
        let child = makeOpenChild(at: ElementKey(count))
        if child.depth <= PropertyListValue.maximumDepth { openElements[count] = child }
        // Keeps its place.
        elements.append(.dictionary([:]))
        return child
    }

    /// Creates a node that its parent can hold on to, since it doesn't hold on to its parent.
    ///
    /// One too deep is not held by its parent, or releasing a chain of them would overflow the stack.
    private func makeOpenChild(at key: any CodingKey) -> EncodingNode {
        let isTooDeep = depth >= PropertyListValue.maximumDepth
        if isTooDeep { failure = Self.tooDeep }
        let path = place.codingPath
        return EncodingNode(type: type, in: self, depth: depth + 1, place: .path(isTooDeep ? path : path + [key]))
    }
}
