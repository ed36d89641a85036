/// The bytes by which objects of a binary property list start: a kind, and in the low four bits a size.
enum BinaryPropertyListMarker {
    /// What every version of the format starts with.
    static let magic = Array("bplist".utf8)
    /// What the one version that is in use starts with.
    static let header = Array("bplist00".utf8)

    static let null: UInt8 = 0x00
    static let `false`: UInt8 = 0x08
    static let `true`: UInt8 = 0x09
    static let date: UInt8 = 0x33
    static let double: UInt8 = 0x23

    static let integer: UInt8 = 0x10
    static let real: UInt8 = 0x20
    static let data: UInt8 = 0x40
    static let ascii: UInt8 = 0x50
    static let utf16: UInt8 = 0x60
    static let utf8: UInt8 = 0x70
    static let uid: UInt8 = 0x80
    static let array: UInt8 = 0xA0
    static let orderedSet: UInt8 = 0xB0
    static let set: UInt8 = 0xC0
    static let dictionary: UInt8 = 0xD0

    /// The low bits that say that the size follows as an integer object.
    static let longSize: UInt8 = 0x0F
}
