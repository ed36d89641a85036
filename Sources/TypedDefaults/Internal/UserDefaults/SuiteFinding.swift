/// What a suite of user defaults was found to have under a key.
enum SuiteFinding {
    case nothing
    /// An object of Foundation's.
    case object(Any)
    /// A value as the suite holds it.
    case value(PropertyListValue)
}
