import Foundation

/// One suite of user defaults in this process, which all stores of its name share.
final class UserDefaultsSuite: Sendable {
    let name: String
    let hub = DefaultsHub()
    private let threadSafe: ThreadSafe<UserDefaults>
    private var defaults: UserDefaults { threadSafe.object }
    let watch = SuiteWatch()
    /// One writer at a time, so that a batch is checked and applied in one step.
    ///
    /// On Apple platforms other code's key-value observers run in it, on this thread, and may write in turn.
    private let writing = NSRecursiveLock()
    let platform: UserDefaultsPlatform

    private init(name: String, _ defaults: UserDefaults, _ platform: UserDefaultsPlatform) {
        self.name = name
        threadSafe = ThreadSafe(defaults)
        self.platform = platform
        platform.start(defaults)
        startWatching()
    }

    // MARK: - Opening

    private static let suites = Lock<[String: UserDefaultsSuite]>([:])

    static let standard: UserDefaultsSuite = {
        let platform = UserDefaultsPlatform(suite: nil)
        platform.prepare()
        let suite = UserDefaultsSuite(name: "standard", .standard, platform)
        // Whoever asked for it waits for it, and so would a reporter that does.
        platform.settleLater()
        return suite
    }()

    /// The one suite of a name.
    static func named(_ name: String) throws(DefaultsError) -> UserDefaultsSuite {
        try validate(name)
        let suite = try suites.withLock { suites throws(DefaultsError) in
            if let suite = suites[name] { return suite }
            let platform = UserDefaultsPlatform(suite: name)
            platform.prepare()
            guard let defaults = UserDefaults(suiteName: name) else {
                throw DefaultsError(.invalidSuiteName, storeName: name, detail: "the system refused it")
            }
            let suite = UserDefaultsSuite(name: name, defaults, platform)
            suites[name] = suite
            return suite
        }
        suite.platform.settle()
        return suite
    }

    private static func validate(_ name: String) throws(DefaultsError) {
        let problem: String? =
            if name.isEmpty {
                "it is empty"
            } else if name.utf8.count > 200 {
                "it is longer than 200 bytes"
            } else if name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F }) {
                "it holds a slash or a control character"
            } else if name.hasPrefix(".") || name.hasPrefix("~") {
                "it begins with a dot or a tilde"
            } else if name == UserDefaults.globalDomain {
                "it is the global domain's"
            } else {
                nil
            }
        if let problem { throw DefaultsError(.invalidSuiteName, storeName: name, detail: problem) }
    }

    // MARK: - Reading

    func value(forKey key: String) throws(DefaultsError) -> PropertyListValue? {
        switch platform.find(key, in: defaults) {
        case .nothing: nil
        case .object(let object): try value(of: object, forKey: key)
        case .value(let value): SuiteValue.original(value)
        }
    }

    func keys() -> Set<String> {
        Set(platform.storedKeys.map(platform.originalKey))
    }

    private func value(of object: Any, forKey key: String) throws(DefaultsError) -> PropertyListValue {
        guard let value = PropertyListValue(foundationObject: object) else {
            throw DefaultsError(.decodingFailed, key: key, storeName: name, foundType: "\(type(of: object))")
        }
        return SuiteValue.original(value)
    }

    // MARK: - Writing

    func commit(_ batch: DefaultsBatch) throws(DefaultsError) -> Bool {
        // What can't be encoded is found out before anything is changed.
        let stored = try stored(batch.edits)
        let isCommitted = try commit(batch, stored: stored)
        if isCommitted, !batch.edits.isEmpty { platform.noteChange() }
        hub.deliver()
        return isCommitted
    }

    private func commit(
        _ batch: DefaultsBatch, stored: [String: PropertyListValue]
    ) throws(DefaultsError) -> Bool {
        writing.lock()
        defer { writing.unlock() }
        return try platform.applying { () throws(DefaultsError) in
            for (key, expected) in batch.expectations {
                guard try value(forKey: key) == expected else { return false }
            }
            hub.enqueue(apply(batch.edits, stored: stored))
            return true
        }
    }

    private func stored(
        _ edits: [String: PropertyListValue?]
    ) throws(DefaultsError) -> [String: PropertyListValue] {
        var stored: [String: PropertyListValue] = [:]
        for case (let key, let value?) in edits {
            do {
                stored[key] = try platform.stored(value)
            } catch {
                throw error.located(key: key, storeName: name)
            }
        }
        return stored
    }

    /// Applies edits and returns what changed if somebody wants to know.
    private func apply(
        _ edits: [String: PropertyListValue?], stored: [String: PropertyListValue]
    ) -> [DefaultsChange<PropertyListValue?>] {
        let isObserved = hub.isObserved
        var changes: [DefaultsChange<PropertyListValue?>] = []
        for (key, value) in edits {
            if isObserved {
                let old = readableValue(forKey: key)
                if let old, old == value { continue }
                changes.append(DefaultsChange(key: key, oldValue: old ?? nil, newValue: value))
            }
            watch.note(value, forKey: key)
            platform.set(stored[key], forKey: key, in: defaults)
        }
        return changes
    }

    /// The value of a key, or `nil` when there is an object that is no property list value. To observers it was absent.
    func readableValue(forKey key: String) -> PropertyListValue?? {
        do throws(DefaultsError) {
            return .some(try value(forKey: key))
        } catch {
            return nil
        }
    }

    func flush() throws(DefaultsError) {
        try platform.flush()
    }

    func reload() throws(DefaultsError) {
        try platform.reload(defaults)
        announceChanges(of: nil)
    }
}
