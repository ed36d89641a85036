import Foundation

/// Reads binary property lists, safely for any bytes.
///
/// Objects may be shared, so a small file can stand for a huge tree, or for an endless one. Each is unfolded anew where
/// it is referred to, up to a number of objects in proportion to the file's size; an object inside itself is an error.
struct BinaryPropertyListReader {
    private typealias Marker = BinaryPropertyListMarker

    /// From how many bytes on a string or data is kept, so that other references to it share it.
    private static let sharedSize = 128

    /// For how many elements room is made before they are seen, since objects that overlap can claim any number.
    private static let trustedCount = 16_384

    private let bytes: [UInt8]
    private let trailer: BinaryPropertyListTrailer
    private let depthLimit: Int
    /// How many more elements may be unfolded.
    private var budget: Int
    /// Which collections are being read at present.
    private var isOpen: [Bool]
    private var shared: [Int: PropertyListNode] = [:]

    /// Reads the root of a binary property list.
    static func read(_ bytes: [UInt8], depthLimit: Int) throws(PropertyListReadError) -> PropertyListNode {
        var reader = try BinaryPropertyListReader(bytes, depthLimit: depthLimit)
        return try reader.object(reader.trailer.root, depth: 1)
    }

    private init(_ bytes: [UInt8], depthLimit: Int) throws(PropertyListReadError) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        trailer = try BinaryPropertyListTrailer(bytes)
        // Without sharing of collections, each element takes a byte at least.
        budget = bytes.count < Int.max / 8 ? 65_536 + bytes.count * 4 : .max
        isOpen = Array(repeating: false, count: trailer.objectCount)
    }

    // MARK: - Objects

    private mutating func object(_ index: Int, depth: Int) throws(PropertyListReadError) -> PropertyListNode {
        let start = try offset(of: index)
        switch bytes[start] & 0xF0 {
        case Marker.array, Marker.orderedSet, Marker.set, Marker.dictionary:
            return try collection(index, at: start, depth: depth)
        default:
            return try scalar(index, at: start)
        }
    }

    private func offset(of index: Int) throws(PropertyListReadError) -> Int {
        let entry = trailer.tableOffset + index * trailer.offsetSize
        let offset = number(at: entry, size: trailer.offsetSize)
        guard offset >= Marker.header.count, offset < trailer.tableOffset else {
            throw damaged("offset of an object is outside the objects", at: entry)
        }
        return Int(offset)
    }

    // Not inlined, so that a level of nesting takes little of the stack, which is small on some threads.
    @inline(never)
    private mutating func scalar(_ index: Int, at start: Int) throws(PropertyListReadError) -> PropertyListNode {
        let marker = bytes[start]
        switch marker & 0xF0 {
        case Marker.null: return try singleton(marker, at: start)
        case Marker.integer: return try integer(at: start)
        case Marker.real, Marker.date & 0xF0: return try real(marker, at: start)
        case Marker.uid: return try uid(marker, at: start)
        case Marker.data, Marker.ascii, Marker.utf16, Marker.utf8: return try text(index, marker, at: start)
        default: throw damaged("object of an unknown type", at: start)
        }
    }

    private func singleton(_ marker: UInt8, at start: Int) throws(PropertyListReadError) -> PropertyListNode {
        switch marker {
        case Marker.null: return .null
        case Marker.false: return .value(.bool(false))
        case Marker.true: return .value(.bool(true))
        default: throw damaged("object of an unknown type", at: start)
        }
    }

    private func integer(at start: Int) throws(PropertyListReadError) -> PropertyListNode {
        let exponent = Int(bytes[start] & 0x0F)
        guard exponent <= 4 else { throw damaged("integer of an unknown size", at: start) }
        let payload = try self.payload(of: 1 << exponent, at: start + 1)
        if exponent < 4 {
            // Only integers of 8 bytes have a sign.
            let number = number(at: payload.lowerBound, size: payload.count)
            return .value(.integer(Int64(truncatingIfNeeded: number)))
        }
        let high = number(at: payload.lowerBound, size: 8)
        let low = number(at: payload.lowerBound + 8, size: 8)
        let signed = Int64(truncatingIfNeeded: low)
        if high == 0, let value = PropertyListValue(low) { return .value(value) }
        return high == .max && signed < 0 ? .value(.integer(signed)) : .wideInteger(high: high, low: low)
    }

    private func real(_ marker: UInt8, at start: Int) throws(PropertyListReadError) -> PropertyListNode {
        let isSingle = marker == Marker.real | 2
        guard isSingle || marker == Marker.double || marker == Marker.date else {
            throw damaged("real of an unknown size", at: start)
        }
        let payload = try self.payload(of: isSingle ? 4 : 8, at: start + 1)
        let bits = number(at: payload.lowerBound, size: payload.count)
        if isSingle { return .value(.real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))) }
        let value = Double(bitPattern: bits)
        return .value(marker == Marker.date ? .date(Date(timeIntervalSinceReferenceDate: value)) : .real(value))
    }

    private func uid(_ marker: UInt8, at start: Int) throws(PropertyListReadError) -> PropertyListNode {
        let payload = try self.payload(of: Int(marker & 0x0F) + 1, at: start + 1)
        guard bytes[payload].dropLast(8).allSatisfy({ $0 == 0 }) else {
            throw damaged("reference of more than 64 bits", at: start)
        }
        return .uid(number(at: max(payload.lowerBound, payload.upperBound - 8), size: min(payload.count, 8)))
    }

    // MARK: - Strings and data

    private mutating func text(
        _ index: Int, _ marker: UInt8, at start: Int
    ) throws(PropertyListReadError) -> PropertyListNode {
        let kind = marker & 0xF0
        let (count, body) = try size(of: marker, at: start)
        let payload = try self.payload(of: count, times: kind == Marker.utf16 ? 2 : 1, at: body)
        let isLarge = payload.count >= Self.sharedSize
        if isLarge, let known = shared[index] { return known }
        let value: PropertyListValue
        switch kind {
        case Marker.data: value = .data(Data(bytes[payload]))
        case Marker.utf16: value = .string(utf16(payload))
        case Marker.ascii:
            guard bytes[payload].reduce(0, |) < 0x80 else { throw damaged("string is not ASCII", at: start) }
            value = .string(String(decoding: bytes[payload], as: UTF8.self))
        default:
            let string = String(decoding: bytes[payload], as: UTF8.self)
            guard string.utf8.elementsEqual(bytes[payload]) else { throw damaged("string is not UTF-8", at: start) }
            value = .string(string)
        }
        if isLarge { shared[index] = .value(value) }
        return .value(value)
    }

    private func utf16(_ payload: Range<Int>) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(payload.count / 2)
        var index = payload.lowerBound
        while index < payload.upperBound {
            units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }

    // MARK: - Collections

    private mutating func collection(
        _ index: Int, at start: Int, depth: Int
    ) throws(PropertyListReadError) -> PropertyListNode {
        let (count, references) = try open(index, at: start, depth: depth)
        defer { isOpen[index] = false }
        if bytes[start] & 0xF0 == Marker.dictionary { return try dictionary(count, at: references, depth: depth) }
        let elements = try elements(count, at: references, depth: depth)
        return switch bytes[start] & 0xF0 {
        case Marker.set: .set(elements.all)
        case Marker.orderedSet: .orderedSet(elements.all)
        default: elements.node
        }
    }

    /// Notes that a collection is being read, and returns how many elements it has and where their references start.
    @inline(never)
    private mutating func open(
        _ index: Int, at start: Int, depth: Int
    ) throws(PropertyListReadError) -> (count: Int, references: Int) {
        guard !isOpen[index] else { throw damaged("collection contains itself", at: start) }
        guard depth <= depthLimit else { throw .tooDeep }
        let (count, body) = try size(of: bytes[start], at: start)
        let width = trailer.referenceSize * (bytes[start] & 0xF0 == Marker.dictionary ? 2 : 1)
        let references = try payload(of: count, times: width, at: body)
        budget -= count
        guard budget >= 0 else { throw .tooLarge }
        isOpen[index] = true
        return (count, references.lowerBound)
    }

    private mutating func elements(
        _ count: Int, at start: Int, depth: Int
    ) throws(PropertyListReadError) -> PropertyListElements {
        var elements = PropertyListElements()
        elements.reserveCapacity(min(count, Self.trustedCount))
        for position in 0..<count {
            elements.append(try object(reference(position, from: start), depth: depth + 1))
        }
        return elements
    }

    private mutating func dictionary(
        _ count: Int, at start: Int, depth: Int
    ) throws(PropertyListReadError) -> PropertyListNode {
        var members = PropertyListMembers(minimumCapacity: min(count, Self.trustedCount))
        for position in 0..<count {
            let key = try object(reference(position, from: start), depth: depth + 1)
            members.add(try object(reference(position + count, from: start), depth: depth + 1), for: key)
        }
        return members.node
    }

    private func reference(_ position: Int, from start: Int) throws(PropertyListReadError) -> Int {
        let offset = start + position * trailer.referenceSize
        let index = number(at: offset, size: trailer.referenceSize)
        guard index < trailer.objectCount else { throw damaged("reference to no object", at: offset) }
        return Int(index)
    }

    // MARK: - Bytes

    /// The number of elements, characters or bytes of an object, and where they start.
    private func size(of marker: UInt8, at start: Int) throws(PropertyListReadError) -> (count: Int, body: Int) {
        let short = marker & 0x0F
        guard short == Marker.longSize else { return (Int(short), start + 1) }
        let integer = try payload(of: 1, at: start + 1).lowerBound
        let exponent = bytes[integer] & 0x0F
        guard bytes[integer] & 0xF0 == Marker.integer, exponent <= 3 else {
            throw damaged("size of an object is invalid", at: integer)
        }
        let payload = try self.payload(of: 1 << Int(exponent), at: integer + 1)
        guard let count = Int(exactly: number(at: payload.lowerBound, size: payload.count)) else {
            throw damaged("size of an object is invalid", at: integer)
        }
        return (count, payload.upperBound)
    }

    /// The range of `count` items of `width` bytes, which must lie before the offset table.
    private func payload(
        of count: Int, times width: Int = 1, at start: Int
    ) throws(PropertyListReadError) -> Range<Int> {
        guard start <= trailer.tableOffset, count <= (trailer.tableOffset - start) / width else {
            throw damaged("object extends beyond the objects", at: start)
        }
        return start..<start + count * width
    }

    /// A number of up to 8 bytes at a place that was checked before.
    private func number(at start: Int, size: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in start..<start + size { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    private func damaged(_ reason: String, at offset: Int) -> PropertyListReadError {
        .damaged(reason: reason, offset: offset)
    }
}
