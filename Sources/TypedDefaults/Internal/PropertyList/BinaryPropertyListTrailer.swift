/// The last 32 bytes of a binary property list, which say where its objects are.
struct BinaryPropertyListTrailer {
    /// The number of bytes of the trailer.
    static let size = 32

    /// The number of bytes of an entry of the offset table.
    let offsetSize: Int
    /// The number of bytes of a reference to an object.
    let referenceSize: Int
    /// The number of objects.
    let objectCount: Int
    /// The index of the root.
    let root: Int
    /// Where the offset table starts, and so where objects end.
    let tableOffset: Int

    /// Creates the trailer of a file to be written.
    init(offsetSize: Int, referenceSize: Int, objectCount: Int, root: Int, tableOffset: Int) {
        self.offsetSize = offsetSize
        self.referenceSize = referenceSize
        self.objectCount = objectCount
        self.root = root
        self.tableOffset = tableOffset
    }

    /// Reads the trailer of a file and checks that header, objects, offset table and trailer are all there is.
    init(_ bytes: [UInt8]) throws(PropertyListReadError) {
        let header = BinaryPropertyListMarker.header
        guard bytes.starts(with: header.dropLast()) else {
            throw .damaged(reason: "unknown version of the binary format", offset: 0)
        }
        guard bytes.count > header.count + Self.size else {
            throw .damaged(reason: "binary property list is cut off", offset: bytes.count)
        }
        let start = bytes.count - Self.size
        func number(at index: Int) -> UInt64 {
            bytes[start + index..<start + index + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
        let offsetSize = Int(bytes[start + 6])
        let referenceSize = Int(bytes[start + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let objectCount = Int(exactly: number(at: 8)), objectCount > 0,
            let root = Int(exactly: number(at: 16)), root < objectCount,
            let tableOffset = Int(exactly: number(at: 24)), tableOffset > header.count, tableOffset < start,
            // As a quotient, since the product may overflow.
            (start - tableOffset).isMultiple(of: offsetSize), (start - tableOffset) / offsetSize == objectCount
        else { throw .damaged(reason: "trailer of the binary property list is invalid", offset: start) }
        self.init(
            offsetSize: offsetSize, referenceSize: referenceSize, objectCount: objectCount, root: root,
            tableOffset: tableOffset)
    }

    /// The bytes of the trailer.
    var bytes: [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: offsetSize)]
        bytes.append(UInt8(truncatingIfNeeded: referenceSize))
        for number in [objectCount, root, tableOffset] {
            bytes.append(bigEndian: UInt64(number), size: 8)
        }
        return bytes
    }
}
