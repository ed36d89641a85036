/// Remembers where in a value its own code threw an error that does not say so itself.
///
/// The encoder and the decoder pass such an error on as it is, since a type's code may want to catch it. Who wants to know
/// the place puts a `FailurePlace` into their `userInfo`.
final class FailurePlace: Sendable {
    private static let key = CodingUserInfoKey(rawValue: "TypedDefaults.failurePlace")
    private let innermost = Lock<[any CodingKey]>([])

    /// What to give to an encoder or a decoder.
    var userInfo: [CodingUserInfoKey: any Sendable] {
        Self.key.map { [$0: self] } ?? [:]
    }

    /// The path to where the last such error was thrown, empty for the value as a whole.
    var codingPath: [any CodingKey] { innermost.withLock { $0 } }

    /// Notes that an error was thrown at a node, from the innermost node outwards.
    static func note(_ codingPath: @autoclosure () -> [any CodingKey], in userInfo: [CodingUserInfoKey: Any]) {
        guard let key, let place = userInfo[key] as? FailurePlace else { return }
        let outer = codingPath()
        place.innermost.withLock { inner in
            let isWithin = inner.map(\.stringValue).starts(with: outer.map(\.stringValue))
            if !isWithin { inner = outer }
        }
    }
}
