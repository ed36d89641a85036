import Foundation

/// A binary property list made of raw objects, for what no writer would write.
struct BinaryPropertyListFile {
    var objects: [[UInt8]]
    var root: UInt64 = 0
    var referenceSize: UInt8 = 1
    var offsetSize: UInt8 = 4
    var objectCount: UInt64?
    var tableOffset: UInt64?

    init(_ objects: [[UInt8]]) {
        self.objects = objects
    }

    var bytes: Data {
        var bytes = Data("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes.append(contentsOf: object)
        }
        let table = bytes.count
        for offset in offsets { append(UInt64(offset), size: Int(offsetSize), to: &bytes) }
        bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, offsetSize, referenceSize])
        for number in [objectCount ?? UInt64(objects.count), root, tableOffset ?? UInt64(table)] {
            append(number, size: 8, to: &bytes)
        }
        return bytes
    }

    private func append(_ number: UInt64, size: Int, to bytes: inout Data) {
        for index in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }
}
