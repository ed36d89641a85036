import Foundation

/// A keyed archive as a property list, to be looked at before Foundation is given it.
///
/// On Linux Foundation stops the program on an object whose class exists but is not expected, and never ends with an array
/// that holds itself. So the class of the root, and of everything in it, is looked up first.
struct ArchiveInspection {
    private let objects: [PropertyListNode]
    private let root: PropertyListNode

    /// Reads an archive's structure.
    ///
    /// - Parameter data: The archive.
    /// - Throws: An error when it is no archive.
    init(_ data: Data) throws {
        let document = try PropertyListDocument.read(data)
        let archive = PropertyListNode.dictionary(
            PropertyListMembers(values: document.values, opaque: document.opaque))
        guard let objects = archive.member("$objects")?.elements, let root = archive.member("$top")?.member("root")
        else {
            throw DefaultsError(.decodingFailed, foundType: "property list that is no keyed archive")
        }
        self.objects = objects
        self.root = root
    }

    /// Throws unless the classes of the archive are expected ones.
    ///
    /// - Parameters:
    ///   - isRoot: Whether the root may be of a class.
    ///   - isInner: Whether an object within it may be.
    ///   - renamed: The classes of names that no class has any more.
    /// - Throws: ``DefaultsError`` with code `decodingFailed`.
    func check(
        root isRoot: (AnyClass) -> Bool, inner isInner: (AnyClass) -> Bool, renamed: [String: AnyClass]
    ) throws {
        func type(_ name: String) -> AnyClass? { renamed[name] ?? NSClassFromString(name) }
        for object in objects {
            guard let name = object.member("$classname")?.text, let type = type(name), !isInner(type) else { continue }
            throw DefaultsError(.decodingFailed, foundType: "archive with an object of class \(name)")
        }
        if let name = className(of: root), let type = type(name), !isRoot(type) {
            throw DefaultsError(.decodingFailed, foundType: "archive of class \(name)")
        }
        try checkContents(of: root, within: [])
    }

    private func object(at reference: PropertyListNode) -> PropertyListNode? {
        guard let index = reference.reference, objects.indices.contains(index) else { return nil }
        return objects[index]
    }

    private func className(of reference: PropertyListNode) -> String? {
        guard let type = object(at: reference)?.member("$class") else { return nil }
        return object(at: type)?.member("$classname")?.text
    }

    /// Throws when a collection holds itself, or collections are nested too deep.
    private func checkContents(of reference: PropertyListNode, within parents: [Int]) throws {
        guard let index = reference.reference, let object = object(at: reference) else { return }
        guard !parents.contains(index), parents.count <= PropertyListValue.maximumDepth else {
            throw DefaultsError(.decodingFailed, foundType: "archive of a collection that holds itself")
        }
        for element in (object.member("NS.objects")?.elements ?? []) + (object.member("NS.keys")?.elements ?? []) {
            try checkContents(of: element, within: parents + [index])
        }
    }
}

extension PropertyListNode {
    fileprivate func member(_ key: String) -> PropertyListNode? {
        switch self {
        case .value(.dictionary(let members)): members[key].map(PropertyListNode.value)
        case .dictionary(let members): members.values[key].map(PropertyListNode.value) ?? members.opaque[key]
        default: nil
        }
    }

    fileprivate var elements: [PropertyListNode]? {
        switch self {
        case .value(.array(let elements)): elements.map(PropertyListNode.value)
        case .array(let elements): elements
        default: nil
        }
    }

    fileprivate var text: String? {
        guard case .value(.string(let text)) = self else { return nil }
        return text
    }

    /// The number of the object that this refers to, in the binary form or in that of XML.
    fileprivate var reference: Int? {
        switch self {
        case .uid(let number): Int(exactly: number)
        case .value(.dictionary(let members)):
            if case .integer(let number)? = members["CF$UID"] { Int(exactly: number) } else { nil }
        default: nil
        }
    }
}
