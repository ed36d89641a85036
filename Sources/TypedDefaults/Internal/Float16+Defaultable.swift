#if !(os(macOS) && arch(x86_64))
extension Float16: Defaultable {
    /// Reads any number that is in range, rounded to nearest, or a string of one. See the coercion table.
    public static func decode(_ stored: PropertyListValue) throws -> Float16 { try .number(stored) }

    /// Stores a real, NaN and the infinities included.
    public static func encode(_ value: Float16) -> PropertyListValue? { .real(Double(value)) }
}
#endif
