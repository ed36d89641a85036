import Foundation

/// The arguments of the program as a store that can only be read: `-fontSize 14` gives `"14"` under `fontSize`.
///
/// Use it as the first layer of a ``LayeredStore``. Values are strings, which every entry of a number or a Boolean reads.
///
/// | arguments | value |
/// |---|---|
/// | `-name Ada`, `--name Ada`, `--name=Ada` | the string `"Ada"` |
/// | `-level -5` | the string `"-5"`, which a number is read from |
/// | `-verbose` with no value after it | `true` |
/// | `-names '(a, b)'`, `-window '{width = 640;}'` | an array, a dictionary |
/// | `-names '["a", "b"]'`, `-window '{"width": 640}'` | a string, which arrays, dictionaries and codable values read as JSON |
///
/// When an argument is repeated, the last one counts. What follows `--` alone is not looked at.
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
                values[String(option[..<equals])] = value(of: String(option[option.index(after: equals)...]))
            } else if let next = rest.first, next != "--", Self.option(next) == nil {
                values[option] = value(of: next)
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

    private static func value(of text: String) -> PropertyListValue {
        guard text.hasPrefix("(") || text.hasPrefix("{"), ForeignDocument(text)?.structure() == nil else {
            return .string(text)
        }
        do {
            return try BinaryPropertyList.decode(Data(text.utf8))
        } catch {
            // It only looks like a property list.
            return .string(text)
        }
    }
}
