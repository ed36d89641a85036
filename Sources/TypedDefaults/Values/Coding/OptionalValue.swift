/// Tells optionals from other types.
protocol OptionalValue {}

extension Optional: OptionalValue {}
