/// The elements of an array as a reader meets them: values for as long as all are, else nodes.
struct PropertyListElements {
    private var values: [PropertyListValue] = []
    private var nodes: [PropertyListNode] = []

    /// Makes room for elements.
    mutating func reserveCapacity(_ count: Int) {
        values.reserveCapacity(count)
    }

    /// Adds an element.
    mutating func append(_ element: PropertyListNode) {
        if nodes.isEmpty {
            if case .value(let value) = element {
                values.append(value)
                return
            }
            nodes = values.map(PropertyListNode.value)
        }
        nodes.append(element)
    }

    /// The array as a node: a value when all elements are values.
    var node: PropertyListNode {
        nodes.isEmpty ? .value(.array(values)) : .array(nodes)
    }

    /// The elements as nodes.
    var all: [PropertyListNode] {
        nodes.isEmpty ? values.map(PropertyListNode.value) : nodes
    }
}
