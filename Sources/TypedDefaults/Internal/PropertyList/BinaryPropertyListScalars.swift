/// Which scalars a binary property list holds already, so that each is written once.
///
/// Keys of dictionaries in an array gain the most. Long strings and data seldom repeat and are not looked up.
struct BinaryPropertyListScalars {
    private static let longestText = 256

    /// A scalar of fixed size: its marker and its bits.
    private struct Fixed: Hashable {
        let marker: UInt8
        let bits: UInt64
    }

    /// A string by its bytes: canonically equivalent strings are equal in Swift, but not to be merged.
    private struct Text: Hashable {
        let string: String

        static func == (left: Text, right: Text) -> Bool {
            left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
        }

        func hash(into hasher: inout Hasher) {
            var string = string
            string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private var fixed: [Fixed: Int] = [:]
    private var texts: [Text: Int] = [:]

    /// Makes room for the members of a dictionary.
    mutating func reserve(_ count: Int) {
        texts.reserveCapacity(texts.count + count)
        fixed.reserveCapacity(fixed.count + count / 2)
    }

    /// The index of a scalar of fixed size, or `nil` after noting that it will have `index`.
    mutating func index(of marker: UInt8, bits: UInt64, else index: Int) -> Int? {
        let key = Fixed(marker: marker, bits: bits)
        if let found = fixed[key] { return found }
        fixed[key] = index
        return nil
    }

    /// The index of a string, or `nil` after noting that it will have `index`.
    mutating func index(of string: String, else index: Int) -> Int? {
        guard string.utf8.count <= Self.longestText else { return nil }
        let text = Text(string: string)
        if let found = texts[text] { return found }
        texts[text] = index
        return nil
    }
}
