/// Where a node is in the whole value. Its coding path is built only when asked for, which is when something failed.
enum CodingPlace {
    /// Nothing is around it.
    case root
    /// In the node of a value that is no collection but wraps it, such as an optional.
    case wrapped(in: any PlacedNode)
    /// At a key of a collection.
    case member(any CodingKey, of: any PlacedNode)
    /// At the end of a path, for a node whose parent holds on to it and that must not hold on to its parent.
    case path([any CodingKey])

    /// The keys that lead to the place, the outermost first.
    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var place = self
        while true {
            switch place {
            case .root:
                return path.reversed()
            case .wrapped(let node):
                place = node.place
            case .member(let key, let node):
                path.append(key)
                place = node.place
            case .path(let prefix):
                return prefix + path.reversed()
            }
        }
    }
}

/// A node of the encoder or the decoder.
protocol PlacedNode: AnyObject {
    /// Where the node is.
    var place: CodingPlace { get }
}

extension PlacedNode {
    /// Whether a value with `level` others around it is still within what nodes are made for.
    ///
    /// Each level takes some of the stack, since it goes through the type's own code. Few values get so far that it is
    /// worth it to look how much is left.
    static func isAcceptable(level: Int) -> Bool {
        level <= 2 * PropertyListValue.maximumDepth && (level < 64 || level % 16 != 0 || ThreadStack.hasRoom)
    }
}
