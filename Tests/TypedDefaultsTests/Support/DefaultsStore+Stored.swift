import Testing
import TypedDefaults

extension DefaultsStore {
    /// The value of a key, for expectations in closures that don't throw. A failure is an issue of the test.
    func stored(_ key: String) -> PropertyListValue? {
        do {
            return try value(forKey: key)
        } catch {
            Issue.record(error)
            return nil
        }
    }

    /// All keys. A failure is an issue of the test.
    var storedKeys: Set<String> {
        do {
            return try keys()
        } catch {
            Issue.record(error)
            return []
        }
    }
}
