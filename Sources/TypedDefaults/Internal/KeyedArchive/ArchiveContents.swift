import Foundation

/// The objects of a keyed archive, which are looked at before Foundation gets to see them.
///
/// Foundation's unarchiver is not made for hostile bytes. An object that contains itself overflows its stack on Linux, and
/// one that a short archive refers to again and again unfolds into a tree of any size. So both are refused.
struct ArchiveContents {
    /// How deep objects may be nested in each other.
    static let maximumDepth = 100

    /// The objects, to which others refer by their index.
    let objects: [PropertyListNode]
    /// The index of the outermost object.
    let root: Int
    /// The archive.
    let data: Data

    /// Reads an archive.
    ///
    /// - Throws: ``DefaultsError`` with code `decodingFailed` when it is no sound one.
    init(_ data: Data) throws {
        let node = try PropertyListReader.read(data, root: .document)
        guard node["$archiver"]?.string == "NSKeyedArchiver", let objects = node["$objects"]?.elements,
            let root = node["$top"]?[NSKeyedArchiveRootObjectKey]?.reference
        else { throw Self.error("it has no objects") }
        self.data = data
        self.objects = objects
        self.root = root
        var unfolding = Unfolding(count: objects.count, budget: 65_536 + 4 * data.count)
        try visit(root, depth: 0, &unfolding)
    }

    /// The class name of an object, or `nil` when it is a scalar.
    func className(of index: Int) -> String? {
        objects[index]["$class"]?.reference.flatMap { objects[$0]["$classname"]?.string }
    }

    /// Whether an object is one of a class, and no scalar.
    func isObject(_ index: Int) -> Bool { objects[index]["$class"] != nil }

    /// Whether a reference is one to nil.
    func isNull(_ index: Int) -> Bool { objects[index].string == "$null" }

    /// The error for an archive that can't be read.
    static func error(_ detail: String) -> DefaultsError {
        DefaultsError(.decodingFailed, foundType: "keyed archive", detail: detail)
    }

    // MARK: - Checking

    private struct Unfolding {
        enum State {
            case unseen, open
            /// Seen, with the number of objects that it unfolds to and how deep they are nested.
            case closed(size: Int, height: Int)
        }

        var states: [State]
        let budget: Int

        init(count: Int, budget: Int) {
            states = Array(repeating: .unseen, count: count)
            self.budget = budget
        }
    }

    @discardableResult
    private func visit(_ index: Int, depth: Int, _ unfolding: inout Unfolding) throws -> (size: Int, height: Int) {
        guard objects.indices.contains(index) else { throw Self.error("it refers to an object that is not there") }
        switch unfolding.states[index] {
        case .closed(let size, let height):
            guard depth + height <= Self.maximumDepth else { throw Self.error("objects are nested too deep") }
            return (size, height)
        case .open:
            throw Self.error("an object contains itself")
        case .unseen:
            guard depth < Self.maximumDepth else { throw Self.error("objects are nested too deep") }
        }
        unfolding.states[index] = .open
        var (size, height) = (1, 0)
        if isObject(index) {
            guard let classIndex = objects[index]["$class"]?.reference, objects.indices.contains(classIndex),
                className(of: index) != nil
            else { throw Self.error("an object has no class") }
            for reference in objects[index].references {
                let child = try visit(reference, depth: depth + 1, &unfolding)
                (size, height) = (size + child.size, max(height, child.height))
                guard size <= unfolding.budget else { throw Self.error("it unfolds to too many objects") }
            }
        }
        unfolding.states[index] = .closed(size: size, height: height + 1)
        return (size, height + 1)
    }
}

extension PropertyListNode {
    /// The text, if it is one.
    var string: String? { if case .value(.string(let text)) = self { text } else { nil } }

    /// The index that it refers to, if it is a reference.
    var reference: Int? { if case .uid(let index) = self { Int(exactly: index) } else { nil } }

    /// The elements, if it is an array.
    var elements: [PropertyListNode]? {
        switch self {
        case .array(let elements): elements
        case .value(.array(let elements)): elements.map { .value($0) }
        default: nil
        }
    }

    /// A member, if it is a dictionary that has it.
    subscript(key: String) -> PropertyListNode? {
        switch self {
        case .dictionary(let members): members.values[key].map { .value($0) } ?? members.opaque[key]
        case .value(.dictionary(let members)): members[key].map { .value($0) }
        default: nil
        }
    }

    /// All references in it but that to its class.
    var references: [Int] {
        switch self {
        case .uid(let index): [Int(exactly: index) ?? .max]
        case .array(let elements): elements.flatMap(\.references)
        case .dictionary(let members):
            members.opaque.filter { $0.key != "$class" }.flatMap(\.value.references)
                + members.keyed.flatMap { $0.key.references + $0.value.references }
        case .set(let elements), .orderedSet(let elements): elements.flatMap(\.references)
        case .value, .null, .wideInteger: []
        }
    }
}
