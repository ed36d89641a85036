extension [UInt8] {
    /// Appends the low `size` bytes of a number, the highest of them first.
    mutating func append(bigEndian number: UInt64, size: Int) {
        var shift = UInt64(size) * 8
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
