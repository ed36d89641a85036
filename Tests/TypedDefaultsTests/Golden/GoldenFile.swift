import Foundation

@testable import TypedDefaults

/// A file of defaults as another library leaves it.
struct GoldenFile {
    let store: InMemoryStore
    /// All that is in the file.
    let values: [String: PropertyListValue]

    init(_ name: String, from path: String = #filePath) throws {
        let url = URL(filePath: path).deletingLastPathComponent().appending(path: "Files/" + name + ".plist")
        values = try PropertyListDocument.read(Data(contentsOf: url)).values
        store = InMemoryStore(values)
    }

    /// The value of a key, or a failure to read it.
    func read<T: Defaultable>(_ key: String, as type: T.Type = T.self) throws -> T? {
        let entry: DefaultsEntry<T?> = Defaults.value(key).bound(to: store)
        return try entry.read()
    }

    /// The value of a key as a bridge reads it.
    func read<T: Defaultable>(_ key: String, by bridge: DefaultsBridge<T>) throws -> T? {
        try Defaults.value(key, as: bridge).bound(to: store).read()
    }

    /// What is stored under a key after a value was read and written.
    func rewritten<T: Defaultable>(_ key: String, as type: T.Type) throws -> PropertyListValue? {
        let entry: DefaultsEntry<T?> = Defaults.value(key).bound(to: store)
        try entry.write(entry.read())
        return store.value(forKey: key)
    }
}
