/// A store on a suite of Foundation's `UserDefaults`.
///
/// It reads and writes the same values as other code that uses the suite in this process. Property list types are stored
/// as themselves, so other programs can read them. What Foundation's files on Linux can't hold is stored as data in a form
/// of the library's, and read back exactly on every platform: a fraction of a second in a date, `-0.0`, a byte order mark
/// at the start of a string, a dictionary with the key `CF$UID`, and deep nesting.
///
/// On Apple platforms the system saves. On Linux Foundation saves only when told to, so this store does: within half a
/// second of a change, in ``flush()`` and when the process exits normally. What is set less than half a second before the
/// process is killed can be lost; call `flush()` for what must not be.
///
/// ### What it takes care of on Linux
///
/// Foundation writes the file in place. So before it saves, all that the file shall hold is written to a safety copy beside
/// it, `.NAME.plist.backup`, under a lock of the folder. When the process is killed or the disk fills up meanwhile, the
/// file is completed from the copy: at once, or by the next process that uses the store. What `flush()` has returned for
/// is there, and processes that use this library lose none of each other's keys.
///
/// A damaged file is set aside as `NAME.damaged-N.plist` and reported before Foundation could overwrite it, and so is one
/// that only Foundation can't read, whose values are taken over. A file that is protected against writing or reading is
/// left alone, and saving is an error as long as it is. Each suite is saved on its own, and no save touches the file of
/// another, unless the folder they were in is gone and all are made again.
///
/// ### What it can't take care of
///
/// - Whoever reads the file while Foundation writes it, without this library, can find it empty or cut short. So can
///   somebody whose process is in use then: it takes keys for absent until it next reads the file.
/// - What another process saves is seen when this one saves the suite or calls ``reload()``, not before.
/// - Programs that write the file without this library don't know of the lock, so that keys can be lost as ever.
/// - When other code calls `synchronize()` on a `UserDefaults`, Foundation saves without a safety copy.
/// - Other code that reads a `UserDefaults` itself can find a key absent for a moment while a number replaces an equal one of
///   another kind. What it sets while another thread lists keys or saves can be lost, as ever: Core Foundation is not safe
///   with threads there.
/// - Foundation copies `Data` byte by byte. Large data takes some 60 ms for each megabyte to write.
///
/// A ``PropertyListFileStore`` has none of these limits. A program on Linux moves to it with one line:
///
/// ```swift
/// Defaults.bootstrap(try PropertyListFileStore(url: settings))
/// ```
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

    /// Looks for changes by other code and other processes, and announces those of observed keys as external commits.
    ///
    /// On Apple platforms they are announced without it. On Linux Foundation tells nobody of changes, so call it when they
    /// may have been made; a plain read sees what other code in this process has set at once, and what other processes have
    /// saved only after this. It saves first.
    ///
    /// - Throws: ``DefaultsError`` with code `writeFailed` when what was set can't be saved, and `unavailable` when the file
    ///   can't be read, or is protected while Foundation has something of other code's to save. Then the values stay as they
    ///   are, and nothing is announced.
    /// - Complexity: O(*n*) in the size of the file, which is read.
    public func reload() throws(DefaultsError) {
        try suite.reload()
    }
}
