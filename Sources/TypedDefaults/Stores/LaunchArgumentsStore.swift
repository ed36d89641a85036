/// The arguments of the program as a store that can only be read: `-fontSize 14` gives `"14"` under `fontSize`.
///
/// Use it as the first layer of a ``LayeredStore``. Values are strings, just as they were typed; what they mean is up to
/// the type of the entry that reads them. So an entry of strings gets `"5"` or `"(a, b)"` where others get a number or an
/// array. When a value is none of the entry's type, that is as if it were of a wrong type in any store: it is reported, and
/// the entry gives its default. The layers below are not asked then.
///
/// | arguments | value |
/// |---|---|
/// | `-name Ada`, `--name Ada`, `--name=Ada` | `"Ada"` |
/// | `-level -5` | `"-5"`, as a negative number is no argument of its own |
/// | `-verbose` at the end, or before another argument | `true` |
/// | `-names '(a, b)'`, `-window '{width = 640;}'` | the text, which arrays, dictionaries and codable values are read from |
/// | `-names '["a", "b"]'`, `-window '{"width": 640}'` | the text, which they are read from too, as JSON |
///
/// When an argument is repeated, the last one counts. What follows `--` alone is not looked at, nor is a word that no
/// argument comes before. A value that begins with `-` and is no number needs the form `--name=-value`.
public final class LaunchArgumentsStore: DefaultsStore {
    /// What errors and reports call this store.
    public let name = "launch arguments"
    /// It announces nothing, as nothing changes.
    public let hub = DefaultsHub()
    private let values: [String: PropertyListValue]

    /// Creates a store of arguments.
    ///
    /// - Parameter arguments: The arguments without the program's name, by default those of the process.
    public init(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
        values = Self.values(of: arguments)
    }

    /// Returns the value of an argument, or `nil` when it was not given.
    public func value(forKey key: String) -> PropertyListValue? { values[key] }

    /// Returns the names of all arguments.
    public func keys() -> Set<String> { Set(values.keys) }

    /// Throws when there is anything to change.
    ///
    /// - Throws: ``DefaultsError`` with code `unavailable`: arguments can't be changed.
    public func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        guard batch.edits.isEmpty else {
            throw DefaultsError(
                .unavailable, key: batch.edits.keys.first, storeName: name, detail: "launch arguments can't be changed")
        }
        return batch.expectations.allSatisfy { values[$0.key] == $0.value }
    }

    /// Does nothing, as nothing changes.
    public func flush() {}

    // MARK: - Parsing

    private static func values(of arguments: [String]) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst(), argument != "--" {
            guard let option = option(argument) else { continue }
            if let equals = option.firstIndex(of: "="), argument.hasPrefix("--") {
                values[String(option[..<equals])] = .string(String(option[option.index(after: equals)...]))
            } else if let next = rest.first, next != "--", Self.option(next) == nil {
                values[option] = .string(next)
                rest.removeFirst()
            } else {
                values[option] = true
            }
        }
        return values
    }

    /// The name of an option, or `nil` for what is none: a negative number is a value.
    private static func option(_ argument: String) -> String? {
        guard argument.hasPrefix("-"), Double(argument) == nil else { return nil }
        let name = argument.drop { $0 == "-" }
        return name.isEmpty ? nil : String(name)
    }
}
