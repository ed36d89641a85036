/// The key of a superclass's values where its subclass names none.
struct SuperclassKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }

    init() {}

    init?(stringValue: String) {
        guard stringValue == "super" else { return nil }
    }

    init?(intValue: Int) {
        return nil
    }
}

/// An element's place in a coding path. It is small, so that it travels in an existential without an allocation.
struct ElementKey: CodingKey {
    let index: Int

    var stringValue: String { "Index \(index)" }
    var intValue: Int? { index }

    init(_ index: Int) {
        self.index = index
    }

    init(intValue: Int) {
        index = intValue
    }

    init?(stringValue: String) {
        return nil
    }
}
