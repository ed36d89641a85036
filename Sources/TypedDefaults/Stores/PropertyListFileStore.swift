public import Foundation

/// A store in a property list file, which never loses what it has acknowledged.
///
/// ```swift
/// Defaults.bootstrap(try PropertyListFileStore(url: settingsFile))
/// ```
///
/// Behavior:
/// - Values are read from memory. Reading touches no disk and creates no file; a missing file is an empty store.
/// - What is set is visible at once. It is saved within half a second, in ``flush()``, when the last store on the file is
///   released and when the process exits normally. Changes made in that half second before the process is killed can be
///   lost; call `flush()` for what must not be.
/// - After `flush()` has returned the data survives the process. At any instant the file is complete, the old or the new
///   one: it is written beside and renamed.
/// - Programs that use this store on one file lose none of each other's keys: each saves only the keys it has changed,
///   under a lock on the file's folder. For one key the last to save wins.
/// - Another program's change is noticed within a tenth of a second, for as long as the folder exists: each key that
///   differs is announced once. On file systems that don't tell of changes, call ``reload()``.
/// - A link stays a link, a mode and an owner stay what they are, and a new file is for its owner only. What the file holds
///   that is no value of this library's is kept.
/// - When saving fails, the changes stay in memory, saving is tried again, and the failure is thrown by `flush()` or
///   reported.
/// - A file that is damaged, empty or no dictionary is renamed to `NAME.damaged-N.plist` and reported. The store is empty
///   then; one that was running keeps its values and writes them again.
/// - A file that is there but can't be read makes the store unavailable: nothing is read or written until it can be. See
///   ``isAvailable``.
///
/// Opening a file twice gives stores that share values and observers.
public final class PropertyListFileStore: DefaultsStore {
    /// The form in which the file is written. Reading accepts both, and the old text form.
    public enum Format: Sendable, Hashable, CaseIterable {
        /// XML as Apple's tools write it, for files that people read and edit.
        case xml
        /// The binary form: smaller and faster.
        case binary
    }

    /// How large values may be. Sizes count the bytes of data and text, and eight for a number or a date.
    public struct Limits: Sendable, Hashable {
        /// The largest size of one value, in bytes, or `nil` for any.
        public var value: Int?
        /// The largest size of all keys and values of the file together, in bytes, or `nil` for any.
        public var file: Int?

        /// Creates limits.
        ///
        /// - Parameters:
        ///   - value: The largest size of one value, in bytes.
        ///   - file: The largest size of all keys and values of the file together, in bytes.
        public init(value: Int? = nil, file: Int? = nil) {
            self.value = value
            self.file = file
        }

        /// No limits.
        public static let none = Limits()
    }

    var revision: Revision { file.revision }
    private let engine: PropertyListFileEngine
    private let file: PropertyListFile
    private let limits: PropertyListFileLimits

    /// Opens a file, or an empty store when there is none.
    ///
    /// Nothing is created. A file that can't be read at present is no error here but when the store is used.
    ///
    /// - Parameters:
    ///   - url: The file's URL. Links are followed.
    ///   - format: The form to write the file in. While another store has it open, that one's form is kept.
    ///   - limits: How large values may be, when set through this store.
    ///   - schedule: When to save what was set, by default within half a second. While another store has the file open, that
    ///     one's schedule is kept.
    /// - Throws: ``DefaultsError`` with code `invalidURL` when the URL is no file's, or its file name is empty or longer
    ///   than 230 bytes.
    /// - Complexity: O(*n*) in the size of the file, which is read.
    public init(
        url: URL, format: Format = .binary, limits: Limits = .none, saving schedule: SaveSchedule = .standard
    ) throws(DefaultsError) {
        let path = url.absoluteURL.path
        let location = FileLocation(path: path)
        guard url.isFileURL, path.hasPrefix("/"), !url.absoluteString.contains("%00"), Self.isUsable(location.name)
        else {
            throw DefaultsError(.invalidURL, detail: "it must be a file URL with a file name of at most 230 bytes")
        }
        self.limits = PropertyListFileLimits(value: limits.value, file: limits.file)
        engine = PropertyListFileEngine.opening(location, format: format == .xml ? .xml : .binary, schedule: schedule)
        file = engine.file
    }

    private static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 230
    }

    /// What errors and reports call this store: the file's path, with links resolved.
    public var name: String { file.name }

    /// Where the store announces its commits. Stores on the same file share it.
    public var hub: DefaultsHub { file.hub }

    /// Whether the file can be read at present, or is missing.
    ///
    /// While it is `false`, reading and writing throw errors with code `unavailable`. The store tries again when the file
    /// or its folder changes, on use every half second at most, and in ``reload()``.
    public var isAvailable: Bool { file.isAvailable }

    /// Returns the value of a key, or `nil` when it has none.
    ///
    /// - Parameter key: Any string. Canonically equivalent strings are one key.
    /// - Returns: The value.
    /// - Throws: ``DefaultsError`` with code `unavailable` when the file can't be read at present, and `decodingFailed`
    ///   when another program has stored something under the key that is no property list value.
    /// - Complexity: O(1), without touching the disk.
    public func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        try file.value(forKey: key)
    }

    /// Returns all keys.
    ///
    /// - Returns: The keys, those included whose values this library can't read.
    /// - Throws: ``DefaultsError`` with code `unavailable` when the file can't be read at present.
    /// - Complexity: O(*n*) in the number of keys, without touching the disk.
    public func keys() throws(DefaultsError) -> Set<String> {
        try file.keys()
    }

    /// Sets the value of a key, or removes it. Setting an equal value changes nothing.
    ///
    /// - Parameters:
    ///   - value: The new value, or `nil` to remove the key.
    ///   - key: Any string. Canonically equivalent strings are one key.
    /// - Throws: ``DefaultsError`` with code `encodingFailed` when the value is nested too deep, `limitExceeded` when it is
    ///   too large, and `unavailable` when the file can't be read at present. The old value is kept.
    /// - Complexity: O(1) on average and O(*n*) in the size of a collection, without touching the disk.
    public func setValue(_ value: PropertyListValue?, forKey key: String) throws(DefaultsError) {
        engine.finish(try file.setValue(value, forKey: key, limits: limits))
    }

    /// Applies a batch of edits if its expectations hold, all of them or none.
    ///
    /// No other user of the file in this process comes between. The edits are in one save, so the file has all of them or
    /// none. Expectations are checked against what is known of other processes' changes.
    ///
    /// - Parameter batch: The edits, and the values that must be stored for them to apply.
    /// - Returns: Whether the expectations held, and so the edits were applied.
    /// - Throws: ``DefaultsError`` as ``setValue(_:forKey:)`` does. Nothing is changed.
    /// - Complexity: O(*n*) in the size of the batch, without touching the disk.
    public func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        guard let aftermath = try file.commit(batch, limits: limits) else { return false }
        engine.finish(aftermath)
        return true
    }

    /// Saves what has been set. When it returns, the data survives the end of the process, however it comes.
    ///
    /// Missing folders are created for their owner only.
    ///
    /// - Throws: ``DefaultsError`` with code `writeFailed` and the system's error as the underlying one, or `unavailable`
    ///   when there is a file that can't be read. What was set stays in memory and saving is tried again.
    /// - Complexity: O(*n*) in the size of the file. It touches no disk when nothing has changed.
    public func flush() throws(DefaultsError) {
        try engine.flush()
    }

    /// Reads the file again, and announces what others have changed. It is not needed where the system tells of changes.
    ///
    /// Keys whose change is not saved yet keep it.
    ///
    /// - Throws: ``DefaultsError`` with code `unavailable` when the file can't be read.
    /// - Complexity: O(*n*) in the size of the file.
    public func reload() throws(DefaultsError) {
        try engine.reload()
    }
}
