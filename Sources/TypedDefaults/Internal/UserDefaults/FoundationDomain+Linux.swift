#if !canImport(Darwin)
@preconcurrency import CoreFoundation
import Foundation

/// A suite as Foundation has it, which Core Foundation can save on its own.
///
/// `UserDefaults.synchronize()` saves every suite of the process and reads all their files again, so one damaged file would
/// be the concern of all.
///
/// To find a suite Core Foundation asks for the user's name each time, by a function whose result all threads share. Whoever
/// gets it wrong reads, changes or saves a suite that nobody else knows. So only one thread at a time does any of that here.
struct FoundationDomain: Sendable {
    private static let finding = NSLock()

    /// Is `nil` when there is no memory for it.
    private let name: ThreadSafe<CFString>?

    /// - Parameter suite: The name of the suite, or `nil` for the standard defaults.
    init(suite: String?) {
        name = (suite.map(Self.string) ?? kCFPreferencesCurrentApplication).map { ThreadSafe($0) }
    }

    // MARK: - Reading

    /// Has Foundation find the suite and load its file. The first reads of several threads at once can miss what is stored.
    func load(_ defaults: UserDefaults) {
        Self.finding.withLock { _ = defaults.object(forKey: "") }
    }

    /// The object that a key has in the suite or in what comes before or after it. It is immutable.
    func object(forKey key: String) -> AnyObject? {
        guard let name, let key = Self.string(key) else { return nil }
        return CFPreferencesCopyAppValue(key, name.object)
    }

    /// The object that a key has in the suite itself.
    func ownObject(forKey key: String) -> AnyObject? {
        guard let name, let key = Self.string(key) else { return nil }
        return Self.finding.withLock {
            CFPreferencesCopyValue(key, name.object, kCFPreferencesCurrentUser, kCFPreferencesAnyHost)
        }
    }

    /// The keys in the suite itself.
    var keys: [String] {
        Self.finding.withLock { keyList }.map { Self.objects(of: $0).compactMap { $0 as? String } } ?? []
    }

    /// The values in the suite itself.
    var values: [String: PropertyListValue] {
        let contents = Self.finding.withLock { () -> (keys: CFArray, objects: CFDictionary)? in
            guard let name, let keys = keyList else { return nil }
            let user = kCFPreferencesCurrentUser
            return (keys, CFPreferencesCopyMultiple(keys, name.object, user, kCFPreferencesAnyHost))
        }
        guard let contents else { return [:] }
        var values: [String: PropertyListValue] = [:]
        for key in Self.objects(of: contents.keys) {
            let address = Unmanaged.passUnretained(key).toOpaque()
            guard let key = key as? String, let object = CFDictionaryGetValue(contents.objects, address) else {
                continue
            }
            values[key] = Self.value(of: Self.object(object))
        }
        return values
    }

    /// The value of an immutable object.
    static func value(of object: AnyObject) -> PropertyListValue? {
        // Foundation would copy it byte by byte.
        if let data = object as? NSData { return .data(Data(bytes: data.bytes, count: data.length)) }
        return PropertyListValue(foundationObject: object)
    }

    /// The keys, or `nil` when there are none.
    private var keyList: CFArray? {
        guard let name else { return nil }
        return CFPreferencesCopyKeyList(name.object, kCFPreferencesCurrentUser, kCFPreferencesAnyHost)
    }

    private static func objects(of array: CFArray) -> [AnyObject] {
        (0..<CFArrayGetCount(array)).compactMap { CFArrayGetValueAtIndex(array, $0).map(object) }
    }

    private static func object(_ pointer: UnsafeRawPointer) -> AnyObject {
        Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    }

    // MARK: - Changing

    /// Sets the object of a key. Foundation does nothing when it takes the two for equal.
    func set(_ object: Any, forKey key: String, in defaults: UserDefaults) {
        Self.finding.withLock { defaults.set(object, forKey: key) }
    }

    /// Removes the object of a key.
    func remove(forKey key: String, in defaults: UserDefaults) {
        Self.finding.withLock { defaults.removeObject(forKey: key) }
    }

    /// Saves what Foundation takes to be unsaved, and reads the file again.
    ///
    /// - Returns: Whether everything is saved.
    func synchronize() -> Bool {
        guard let name else { return false }
        return Self.finding.withLock {
            let user = kCFPreferencesCurrentUser
            let host = kCFPreferencesAnyHost
            let isSaved = CFPreferencesSynchronize(name.object, user, host)
            // A reader that came between can have kept what was there before.
            CFPreferencesSetMultiple(nil, nil, name.object, user, host)
            // The file is read when something is, which shall be now: nobody else writes it.
            _ = object(forKey: "")
            return isSaved
        }
    }

    /// `kCFStringEncodingUTF8`, which Swift does not see.
    private static let utf8: CFStringEncoding = 0x0800_0100

    private static func string(_ text: String) -> CFString? {
        let bytes = Array(text.utf8)
        return CFStringCreateWithBytes(nil, bytes, bytes.count, utf8, false)
    }
}
#endif
