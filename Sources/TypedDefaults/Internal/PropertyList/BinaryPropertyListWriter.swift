import Foundation

/// Writes binary property lists of version `bplist00`, which Foundation reads on every platform.
///
/// Scalars are written as they are met. Collections follow after them, since the width of a reference is known only
/// once all objects are counted.
struct BinaryPropertyListWriter {
    private typealias Marker = BinaryPropertyListMarker

    /// A collection that is still to be written.
    private struct Collection {
        let index: Int
        let marker: UInt8
        let count: Int
        let references: Range<Int>
    }

    private var output = Marker.header
    /// Where each object starts.
    private var offsets: [Int] = []
    private var collections: [Collection] = []
    /// The references of all collections.
    private var references: [Int] = []
    private var scalars = BinaryPropertyListScalars()

    /// The bytes of a property list, whose nesting was checked before.
    static func write(_ root: PropertyListNode) -> Data {
        var writer = BinaryPropertyListWriter()
        let index = writer.add(root)
        return writer.finish(root: index)
    }

    // MARK: - Nodes

    private mutating func add(_ node: PropertyListNode) -> Int {
        switch node {
        case .value(let value):
            return add(value)
        case .uid(let number):
            let size = Self.size(of: number)
            return addFixed(Marker.uid | UInt8(size - 1), number, size: size)
        case .null:
            return addFixed(Marker.null, 0, size: 0)
        case .wideInteger(let high, let low):
            let index = startObject()
            output.append(Marker.integer | 4)
            output.append(bigEndian: high, size: 8)
            output.append(bigEndian: low, size: 8)
            return index
        case .array(let elements):
            return addElements(elements, Marker.array)
        case .set(let elements):
            return addElements(elements, Marker.set)
        case .orderedSet(let elements):
            return addElements(elements, Marker.orderedSet)
        case .dictionary(let members):
            let sorted = members.sorted()
            let (index, slots) = startCollection(Marker.dictionary, count: sorted.count + members.keyed.count, width: 2)
            let keys = sorted.map { PropertyListNode.value(.string($0.key)) } + members.keyed.map(\.key)
            let values = sorted.map(\.value) + members.keyed.map(\.value)
            for (slot, node) in zip(slots, keys + values) { references[slot] = add(node) }
            return index
        }
    }

    private mutating func addElements(_ elements: [PropertyListNode], _ marker: UInt8) -> Int {
        let (index, slots) = startCollection(marker, count: elements.count, width: 1)
        for (slot, element) in zip(slots, elements) { references[slot] = add(element) }
        return index
    }

    // MARK: - Values

    private mutating func add(_ value: PropertyListValue) -> Int {
        switch value {
        case .bool(let value): return addFixed(value ? Marker.true : Marker.false, 0, size: 0)
        case .integer(let value): return add(value)
        case .unsigned(let value):
            if let signed = Int64(exactly: value) { return add(signed) }
            return addFixed(Marker.integer | 4, value, size: 16)
        case .real(let value): return addFixed(Marker.double, value.bitPattern, size: 8)
        case .date(let value):
            return addFixed(Marker.date, value.timeIntervalSinceReferenceDate.bitPattern, size: 8)
        case .string(let value): return add(value)
        case .data(let value):
            let index = startObject()
            append(Marker.data, count: value.count)
            output.append(contentsOf: value)
            return index
        case .array(let elements):
            let (index, slots) = startCollection(Marker.array, count: elements.count, width: 1)
            for (slot, element) in zip(slots, elements) { references[slot] = add(element) }
            return index
        case .dictionary(let members):
            let sorted = PropertyListMembers.sorted(members)
            if offsets.isEmpty { scalars.reserve(sorted.count) }
            let (index, slots) = startCollection(Marker.dictionary, count: sorted.count, width: 2)
            for (slot, member) in zip(slots, sorted) {
                references[slot] = add(member.key)
                references[slot + sorted.count] = add(member.value)
            }
            return index
        }
    }

    private mutating func add(_ value: Int64) -> Int {
        let bits = UInt64(bitPattern: value)
        let exponent = value < 0 ? 3 : Self.size(of: bits).trailingZeroBitCount
        return addFixed(Marker.integer | UInt8(exponent), bits, size: 1 << exponent)
    }

    private mutating func add(_ string: String) -> Int {
        if let known = scalars.index(of: string, else: offsets.count) { return known }
        let index = startObject()
        var string = string
        let isASCII = string.withUTF8 { bytes in
            guard bytes.reduce(0, |) < 0x80 else { return false }
            append(Marker.ascii, count: bytes.count)
            output.append(contentsOf: bytes)
            return true
        }
        guard !isASCII else { return index }
        let units = Array(string.utf16)
        append(Marker.utf16, count: units.count)
        output.reserveCapacity(output.count + units.count * 2)
        for unit in units { output.append(bigEndian: UInt64(unit), size: 2) }
        return index
    }

    // MARK: - Objects

    private mutating func addFixed(_ marker: UInt8, _ bits: UInt64, size: Int) -> Int {
        if let known = scalars.index(of: marker, bits: bits, else: offsets.count) { return known }
        let index = startObject()
        output.append(marker)
        if size > 8 { output.append(bigEndian: 0, size: size - 8) }
        output.append(bigEndian: bits, size: min(size, 8))
        return index
    }

    private mutating func startObject() -> Int {
        offsets.append(output.count)
        return offsets.count - 1
    }

    private mutating func startCollection(
        _ marker: UInt8, count: Int, width: Int
    ) -> (index: Int, slots: Range<Int>) {
        let index = startObject()
        let slots = references.count..<references.count + count * width
        references.append(contentsOf: repeatElement(0, count: slots.count))
        collections.append(Collection(index: index, marker: marker, count: count, references: slots))
        return (index, slots)
    }

    private mutating func append(_ marker: UInt8, count: Int) {
        guard count >= Int(Marker.longSize) else {
            output.append(marker | UInt8(count))
            return
        }
        let size = Self.size(of: UInt64(count))
        output.append(marker | Marker.longSize)
        output.append(Marker.integer | UInt8(size.trailingZeroBitCount))
        output.append(bigEndian: UInt64(count), size: size)
    }

    private mutating func finish(root: Int) -> Data {
        let referenceSize = Self.size(of: UInt64(offsets.count))
        for collection in collections {
            offsets[collection.index] = output.count
            append(collection.marker, count: collection.count)
            for reference in references[collection.references] {
                output.append(bigEndian: UInt64(reference), size: referenceSize)
            }
        }
        let tableOffset = output.count
        let offsetSize = Self.size(of: UInt64(tableOffset))
        for offset in offsets { output.append(bigEndian: UInt64(offset), size: offsetSize) }
        let trailer = BinaryPropertyListTrailer(
            offsetSize: offsetSize, referenceSize: referenceSize, objectCount: offsets.count, root: root,
            tableOffset: tableOffset)
        output.append(contentsOf: trailer.bytes)
        return Data(output)
    }

    /// The number of bytes that hold a number: 1, 2, 4 or 8.
    private static func size(of number: UInt64) -> Int {
        switch number {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
