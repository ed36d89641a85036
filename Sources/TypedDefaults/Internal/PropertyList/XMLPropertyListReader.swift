import Foundation

/// Reads XML property lists, those with the forms of ``XMLPropertyListEscape`` included.
struct XMLPropertyListReader {
    /// The levels by which an escape deepens a value.
    private static let escapeDepth = 1

    private var scanner: XMLPropertyListScanner
    private let root: PropertyListReader.Root
    /// How many collections the innermost one is inside of, itself included, at the deepest place so far.
    private var deepest = 0

    /// Reads the root of an XML property list.
    static func read(
        _ text: PropertyListText, root: PropertyListReader.Root
    ) throws(PropertyListReadError) -> PropertyListNode {
        var reader = XMLPropertyListReader(scanner: XMLPropertyListScanner(text), root: root)
        let node = try reader.document()
        // Measured only where escapes may have made it look deeper than it is.
        guard reader.deepest <= root.depthLimit || node.isNested(noDeeperThan: root.depthLimit) else { throw .tooDeep }
        return node
    }

    private init(scanner: XMLPropertyListScanner, root: PropertyListReader.Root) {
        self.scanner = scanner
        self.root = root
    }

    private mutating func document() throws(PropertyListReadError) -> PropertyListNode {
        try scanner.skipProlog()
        let tag = try scanner.openingTag()
        let node: PropertyListNode
        if tag.element == .plist {
            guard !tag.isEmpty else { throw scanner.damaged("property list has no value", at: tag.offset) }
            try scanner.skipMiscellany()
            if scanner.isAtClosingTag { throw scanner.damaged("property list has no value") }
            node = try value(scanner.openingTag(), depth: 1)
            try scanner.skipMiscellany()
            try scanner.closingTag(of: .plist)
        } else {
            node = try value(tag, depth: 1)
        }
        try scanner.skipMiscellany()
        guard scanner.isAtEnd else { throw scanner.damaged("text after the end of the property list") }
        return node
    }

    // MARK: - Values

    private mutating func value(
        _ tag: XMLPropertyListScanner.Tag, depth: Int
    ) throws(PropertyListReadError) -> PropertyListNode {
        switch tag.element {
        case .dictionary: return try dictionary(tag, depth: depth)
        case .array: return try array(tag, depth: depth)
        case .string: return .value(.string(tag.isEmpty ? "" : try scanner.text(in: .string)))
        case .key, .plist: throw scanner.damaged("element is out of place", at: tag.offset)
        case .integer, .real, .date, .data, .true, .false: return .value(try scalar(tag))
        }
    }

    private mutating func scalar(
        _ tag: XMLPropertyListScanner.Tag
    ) throws(PropertyListReadError) -> PropertyListValue {
        let token = tag.isEmpty ? [] : try scanner.token(in: tag.element)
        let value: PropertyListValue? =
            switch tag.element {
            case .integer: PropertyListNumber.integer(token)
            case .real: PropertyListNumber.real(token).map(PropertyListValue.real)
            case .date:
                PropertyListTimestamp.seconds(of: token).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
            case .data: PropertyListBase64.bytes(of: token).map { .data(Data($0)) }
            case .true: token.isEmpty ? .bool(true) : nil
            case .false: token.isEmpty ? .bool(false) : nil
            default: nil
            }
        guard let value else { throw scanner.damaged("invalid content of an element", at: tag.offset) }
        return value
    }

    // MARK: - Collections

    private mutating func array(
        _ tag: XMLPropertyListScanner.Tag, depth: Int
    ) throws(PropertyListReadError) -> PropertyListNode {
        try enter(depth)
        var elements = PropertyListElements()
        guard !tag.isEmpty else { return elements.node }
        try scanner.skipMiscellany()
        while !scanner.isAtClosingTag {
            elements.append(try value(scanner.openingTag(), depth: depth + 1))
            try scanner.skipMiscellany()
        }
        try scanner.closingTag(of: .array)
        return elements.node
    }

    private mutating func dictionary(
        _ tag: XMLPropertyListScanner.Tag, depth: Int
    ) throws(PropertyListReadError) -> PropertyListNode {
        try enter(depth)
        var members = PropertyListMembers()
        guard !tag.isEmpty else { return members.node }
        try scanner.skipMiscellany()
        while !scanner.isAtClosingTag {
            let key = try scanner.openingTag()
            guard key.element == .key else { throw scanner.damaged("value without a key", at: key.offset) }
            let name = key.isEmpty ? "" : try scanner.text(in: .key)
            try scanner.skipMiscellany()
            if scanner.isAtClosingTag { throw scanner.damaged("key without a value", at: key.offset) }
            let value = try value(scanner.openingTag(), depth: depth + 1)
            members.set(value, for: XMLPropertyListEscape.unescaping(key: name))
            try scanner.skipMiscellany()
        }
        try scanner.closingTag(of: .dictionary)
        return XMLPropertyListEscape.resolve(members, isDocument: depth == 1 && root == .document)
    }

    private mutating func enter(_ depth: Int) throws(PropertyListReadError) {
        guard depth <= root.depthLimit + Self.escapeDepth else { throw .tooDeep }
        deepest = max(deepest, depth)
    }
}
