/// A store on a suite of Foundation's `UserDefaults`.
///
/// It reads and writes the same values as other code that uses the suite in this process. Property list types are stored
/// as themselves, so other programs can read them.
///
/// On Linux Foundation saves only when told to, so this store does: within half a second of a change, in ``flush()`` and
/// when the process exits normally. What is set less than half a second before the process is killed can be lost; call
/// `flush()` for what must not be. A file that is damaged is set aside as `NAME.damaged-N.plist` and reported, before
/// Foundation could overwrite it. On Apple platforms the system saves.
public final class UserDefaultsStore: DefaultsStore {
    /// The standard user defaults: of the app on Apple platforms, of the executable's name on Linux.
    public static let standard = UserDefaultsStore(UserDefaultsSuite.standard)

    private let suite: UserDefaultsSuite

    private init(_ suite: UserDefaultsSuite) {
        self.suite = suite
    }

    /// Opens the suite of a name. Opening it again gives the same values and observers.
    ///
    /// - Parameter name: The suite's name, such as `"com.example.app"` or an app group's identifier. It becomes a file
    ///   name, so it must be no path and at most 200 bytes.
    /// - Throws: ``DefaultsError`` with code `invalidSuiteName`.
    public convenience init(suite name: String) throws(DefaultsError) {
        self.init(try UserDefaultsSuite.named(name))
    }

    /// What errors and reports call this store: the suite's name.
    public var name: String { suite.name }

    /// Where the store announces its commits. Stores on the same suite share it.
    public var hub: DefaultsHub { suite.hub }

    /// Returns the value of a key, or `nil` when it has none.
    ///
    /// As with `UserDefaults`, a launch argument comes before what is stored, and what is registered or global after it.
    ///
    /// - Throws: ``DefaultsError`` with code `decodingFailed` when the suite has an object under the key that is no
    ///   property list value.
    public func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        try suite.value(forKey: key)
    }

    /// Returns the keys that are stored in the suite itself.
    public func keys() throws(DefaultsError) -> Set<String> {
        suite.keys()
    }

    /// Sets the value of a key, or removes it.
    ///
    /// - Throws: ``DefaultsError`` with code `encodingFailed` when the value is nested too deep, and `invalidKey` when the
    ///   suite can't hold the key.
    public func setValue(_ value: PropertyListValue?, forKey key: String) throws(DefaultsError) {
        _ = try commit(DefaultsBatch(edits: [key: value]))
    }

    /// Applies a batch of edits if its expectations hold, all of them or none.
    ///
    /// No other user of the library comes between. Code that writes to the `UserDefaults` itself can.
    ///
    /// - Throws: ``DefaultsError`` with code `encodingFailed` when a value is nested too deep, and `invalidKey` when the
    ///   suite can't hold a key.
    public func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        try batch.validate(storeName: name)
        return try suite.commit(batch)
    }

    /// Saves what has been set. On Apple platforms the system has it already.
    ///
    /// - Throws: ``DefaultsError`` with code `writeFailed`. What was set stays in memory and saving is tried again.
    public func flush() throws(DefaultsError) {
        try suite.flush()
    }
}
