#if canImport(Darwin)
import Foundation

/// A store on the key-value storage of iCloud, which all devices of a user share.
///
/// Use it alone, or in a ``LayeredStore`` beside a local one. What another device changes is announced as external commits.
/// When the storage is full, or the user's account changes, that is reported: see ``DefaultsError/Code/limitExceeded`` and
/// ``DefaultsError/Code/accountChanged``.
///
/// The storage takes at most 1,024 keys, keys of at most 64 bytes, and 1 MB in all. It has no transactions between devices:
/// for each key the newest value wins.
public final class UbiquitousStore: DefaultsStore {
    /// The storage of the app.
    public static let standard = UbiquitousStore(.default)

    /// What errors and reports call this store.
    public let name = "iCloud"
    /// Where the store announces its commits, and those of other devices.
    public let hub = DefaultsHub()

    private let threadSafe: ThreadSafe<NSUbiquitousKeyValueStore>
    private var storage: NSUbiquitousKeyValueStore { threadSafe.object }
    /// What was last announced of each key. It tells what a change by another device replaced.
    private let known: Lock<[String: PropertyListValue]>

    private static let maximumKeyLength = 64

    private init(_ storage: NSUbiquitousKeyValueStore) {
        threadSafe = ThreadSafe(storage)
        known = Lock(storage.dictionaryRepresentation.compactMapValues(PropertyListValue.init(foundationObject:)))
        // The store lives as long as the process, and so does this registration: nobody needs its token.
        _ = NotificationCenter.default.addObserver(
            forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: storage, queue: nil
        ) { [weak self] notification in self?.receive(notification) }
        storage.synchronize()
    }

    /// Returns the value of a key, or `nil` when it has none.
    ///
    /// - Throws: ``DefaultsError`` with code `decodingFailed` when the key has an object that is no property list value.
    public func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        guard let object = storage.object(forKey: key) else { return nil }
        guard let value = PropertyListValue(foundationObject: object) else {
            throw DefaultsError(.decodingFailed, key: key, storeName: name, foundType: "\(type(of: object))")
        }
        return value
    }

    /// Returns all keys.
    public func keys() throws(DefaultsError) -> Set<String> {
        Set(storage.dictionaryRepresentation.keys)
    }

    /// Applies a batch of edits if its expectations hold on this device, all of them or none.
    ///
    /// - Throws: ``DefaultsError`` with code `invalidKey` when a key is longer than 64 bytes, and `encodingFailed` when a
    ///   value is nested too deep.
    public func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        try batch.validate(storeName: name)
        for key in batch.edits.keys where key.utf8.count > Self.maximumKeyLength {
            throw DefaultsError(
                .invalidKey, key: key, storeName: name, detail: "it is longer than \(Self.maximumKeyLength) bytes")
        }
        let changes: [DefaultsChange<PropertyListValue?>]? = known.withLock { known in
            guard let changes = batch.apply(to: &known) else { return nil }
            for change in changes { storage.set(change.newValue?.foundationObject, forKey: change.key) }
            hub.enqueue(changes)
            return changes
        }
        hub.deliver()
        return changes != nil
    }

    /// Asks the system to send what was set to iCloud. When it does is up to the system.
    ///
    /// - Throws: ``DefaultsError`` with code `unavailable` when the app may not use iCloud.
    public func flush() throws(DefaultsError) {
        guard storage.synchronize() else {
            throw DefaultsError(.unavailable, storeName: name, detail: "the app has no access to iCloud")
        }
    }

    // MARK: - Other devices

    private func receive(_ notification: Notification) {
        let reason = notification.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
        let keys = notification.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
        switch reason {
        case NSUbiquitousKeyValueStoreQuotaViolationChange:
            DefaultsReporter.current.report(
                DefaultsError(.limitExceeded, storeName: name, detail: "the storage of iCloud is full"))
        case NSUbiquitousKeyValueStoreAccountChange:
            DefaultsReporter.current.report(DefaultsError(.accountChanged, storeName: name))
            announceChanges(of: nil)
        default:
            announceChanges(of: keys)
        }
    }

    /// Announces what has changed of some keys, or of all.
    private func announceChanges(of keys: [String]?) {
        known.withLock { known in
            let stored = storage.dictionaryRepresentation.compactMapValues(PropertyListValue.init(foundationObject:))
            var changes: [DefaultsChange<PropertyListValue?>] = []
            for key in keys.map(Set.init) ?? Set(stored.keys).union(known.keys) where known[key] != stored[key] {
                changes.append(DefaultsChange(key: key, oldValue: known[key], newValue: stored[key]))
                known[key] = stored[key]
            }
            hub.enqueue(changes, isExternal: true)
        }
        hub.deliver()
    }
}
#endif
