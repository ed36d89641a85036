#if !canImport(Darwin)
import Foundation

/// Unarchives objects securely, and without stopping the program whatever an archive holds.
///
/// Foundation's unarchiver stops it on Linux for an object of another class than asked for, a class without secure coding,
/// malformed strings, numbers and dictionaries, and more. So this one takes its place. What property lists are made of it
/// makes itself; any other class makes itself of this coder, in keyed coding.
final class SecureUnarchiver: NSCoder {
    private let contents: ArchiveContents
    private let renamed: [String: AnyClass]
    /// The index of the object that is being made, or `nil` before the outermost one.
    private var current: Int?
    /// The classes that are asked for, the innermost last.
    private var asked: [[AnyClass]] = []
    private var made: [Int: Any] = [:]
    private var failure: (any Error)?

    /// Returns the outermost object of an archive, of one of some classes, or throws why it can't be made.
    static func root(of contents: ArchiveContents, classes: [AnyClass], renamed: [String: AnyClass]) throws -> Any? {
        let unarchiver = SecureUnarchiver(contents, renamed: renamed)
        unarchiver.asked = [classes]
        let object = try unarchiver.object(contents.root)
        if let failure = unarchiver.failure { throw failure }
        return object
    }

    private init(_ contents: ArchiveContents, renamed: [String: AnyClass]) {
        self.contents = contents
        self.renamed = renamed
    }

    // MARK: - Objects

    private func object(_ index: Int) throws -> Any? {
        if contents.isNull(index) { return nil }
        guard contents.isObject(index) else {
            guard case .value(let value) = contents.objects[index] else {
                throw ArchiveContents.error("an object in it has no class")
            }
            return Self.scalar(value)
        }
        let type = try objectClass(of: index)
        if let object = made[index] { return object }
        let outer = current
        current = index
        defer { current = outer }
        let parts = ArchivedParts(node: contents.objects[index], elements: elements)
        let object: Any? =
            if Self.ownClasses.contains(where: { Self.isClass(type, kindOf: $0) }) {
                try parts.object(of: type)
            } else {
                (type as? any NSSecureCoding.Type)?.init(coder: self)
            }
        guard failure == nil, let object else { throw failure ?? ArchiveContents.error("an object in it is damaged") }
        made[index] = object
        return object
    }

    /// The classes of which Foundation makes no object by a coder of another class than its own.
    private static let ownClasses: [AnyClass] = [
        NSArray.self, NSSet.self, NSDictionary.self, NSString.self, NSData.self, NSNumber.self,
    ]

    /// The class of an object, when it is one of those that are asked for.
    private func objectClass(of index: Int) throws -> NSObject.Type {
        guard let name = contents.className(of: index), let type: AnyClass = renamed[name] ?? NSClassFromString(name)
        else { throw ArchiveContents.error("there is no class of the name in it") }
        guard let coding = type as? any NSSecureCoding.Type, coding.supportsSecureCoding else {
            throw ArchiveContents.error("a class in it does not support secure coding")
        }
        guard let type = type as? NSObject.Type, asked.last?.contains(where: { Self.isClass(type, kindOf: $0) }) == true
        else { throw ArchiveContents.error("an object in it is of another class than it should be") }
        return type
    }

    private static func isClass(_ type: AnyClass, kindOf other: AnyClass) -> Bool {
        var ancestor: AnyClass? = type
        while let current = ancestor {
            if current == other { return true }
            ancestor = _getSuperclass(current)
        }
        return false
    }

    /// The elements of a collection, which are of the classes that it was asked for with, or `nil` when it has none.
    private func elements(_ node: PropertyListNode?) throws -> [Any]? {
        try node?.elements?.map { element in
            guard let index = element.reference, let object = try object(index) else {
                throw ArchiveContents.error("an element in it is missing")
            }
            return object
        }
    }

    private static func scalar(_ value: PropertyListValue) -> Any? {
        switch value {
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): NSString(string: value)
        case .data(let value): NSData(data: value)
        case .date(let value): NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
        case .array, .dictionary: nil
        }
    }

    // MARK: - Members of the present object

    private func member(_ key: String) -> PropertyListNode? {
        current.flatMap { contents.objects[$0][key.hasPrefix("$") ? "$" + key : key] }
    }

    private func value<T: Defaultable>(_ key: String) -> T? {
        guard case .value(let value)? = member(key) else { return nil }
        do { return try T.decode(value) } catch { return nil }
    }

    private func object(forKey key: String, of classes: [AnyClass]) -> Any? {
        guard failure == nil, let index = member(key)?.reference else { return nil }
        asked.append(classes)
        defer { asked.removeLast() }
        do {
            return try object(index)
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    // MARK: - NSCoder

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { true }
    override var allowedClasses: [AnyClass]? { asked.last }
    override var error: (any Error)? { failure }

    override func failWithError(_ error: any Error) {
        failure = failure ?? error
    }

    override func containsValue(forKey key: String) -> Bool { member(key) != nil }

    override func decodeObject(forKey key: String) -> Any? { object(forKey: key, of: asked.last ?? []) }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        object(forKey: key, of: classes ?? asked.last ?? [])
    }

    override func decodeObject<T: NSObject & NSCoding>(of type: T.Type, forKey key: String) -> T? {
        object(forKey: key, of: [type]) as? T
    }

    override func decodeObject() -> Any? {
        failWithError(ArchiveContents.error("a class in it does not use keys"))
        return nil
    }

    override func decodePropertyList(forKey key: String) -> Any? {
        let classes = [
            NSArray.self, NSDictionary.self, NSString.self, NSData.self, NSDate.self, NSNumber.self,
        ]
        return object(forKey: key, of: classes)
    }

    override func decodeBool(forKey key: String) -> Bool { value(key) ?? false }
    override func decodeCInt(forKey key: String) -> Int32 { value(key) ?? 0 }
    override func decodeInt32(forKey key: String) -> Int32 { value(key) ?? 0 }
    override func decodeInt64(forKey key: String) -> Int64 { value(key) ?? 0 }
    override func decodeInteger(forKey key: String) -> Int { value(key) ?? 0 }
    override func decodeFloat(forKey key: String) -> Float { value(key) ?? 0 }
    override func decodeDouble(forKey key: String) -> Double { value(key) ?? 0 }

    override func withDecodedUnsafeBytes<R>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> R
    ) rethrows -> R {
        guard let data: Data = value(key) else { return try body(nil) }
        return try data.withUnsafeBytes { try body($0) }
    }

    /// The former name of the method above, which Foundation's own classes still use.
    override func withDecodedUnsafeBufferPointer<R>(
        forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> R
    ) rethrows -> R {
        try withDecodedUnsafeBytes(forKey: key) { try body($0?.bindMemory(to: UInt8.self)) }
    }
}

/// What an object of a class of property lists is made of.
private struct ArchivedParts {
    let node: PropertyListNode
    /// Makes the objects of an array of references.
    let elements: (PropertyListNode?) throws -> [Any]?

    /// Returns the object, or `nil` when its class is no such or it is damaged.
    func object(of type: NSObject.Type) throws -> Any? {
        if type == NSArray.self { return try elements(node["NS.objects"]).map { NSArray(array: $0) } }
        if type == NSMutableArray.self { return try elements(node["NS.objects"]).map { NSMutableArray(array: $0) } }
        if type == NSSet.self { return try elements(node["NS.objects"]).map { NSSet(array: $0) } }
        if type == NSMutableSet.self { return try elements(node["NS.objects"]).map { NSMutableSet(array: $0) } }
        if type == NSDictionary.self { return try dictionary() }
        if type == NSMutableDictionary.self { return try dictionary()?.mutableCopy() }
        if type == NSString.self { return text }
        if type == NSMutableString.self { return text?.mutableCopy() }
        if type == NSData.self { return data }
        if type == NSMutableData.self { return data?.mutableCopy() }
        if type == NSNumber.self { return number }
        return nil
    }

    private func dictionary() throws -> NSDictionary? {
        guard let keys = try elements(node["NS.keys"]), let objects = try elements(node["NS.objects"]),
            keys.count == objects.count
        else { return nil }
        let result = NSMutableDictionary()
        for (key, object) in zip(keys, objects) {
            guard let key = key as? NSObject else { return nil }
            result[key] = object
        }
        return result.copy() as? NSDictionary
    }

    private var text: NSString? {
        if case .value(.data(let bytes))? = node["NS.bytes"] {
            return NSString(string: String(decoding: bytes, as: UTF8.self))
        }
        return node["NS.string"]?.string.map { NSString(string: $0) }
    }

    private var data: NSData? {
        guard case .value(.data(let bytes))? = node["NS.data"] ?? node["NS.bytes"] else { return nil }
        return NSData(data: bytes)
    }

    private var number: NSNumber? {
        switch node["NS.number"] {
        case .value(.bool(let value)): NSNumber(value: value)
        case .value(.integer(let value)): NSNumber(value: value)
        case .value(.unsigned(let value)): NSNumber(value: value)
        case .value(.real(let value)): NSNumber(value: value)
        default: nil
        }
    }
}
#endif
