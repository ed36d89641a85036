#if canImport(Darwin)
import Foundation
import ObjectiveC

/// Hears of changes of a suite by whatever code and process, by key-value observing.
///
/// Observing needs a key that is no path: one without a dot, not beginning with `@`. For the others there is the
/// notification that a suite has changed, which tells of this process only.
final class UserDefaultsObserver: ObjectiveC.NSObject, Sendable {
    private let defaults: ThreadSafe<UserDefaults>
    private let handlers = Lock<[String: @Sendable () -> Void]>([:])

    init(_ defaults: UserDefaults) {
        self.defaults = ThreadSafe(defaults)
        super.init()
    }

    /// Calls `handler` whenever the value of a key may have changed. A key is observed once, and for good: a suite lives as
    /// long as the process.
    func observe(_ key: String, _ handler: @escaping @Sendable () -> Void) {
        guard !key.isEmpty, !key.contains("."), !key.hasPrefix("@") else { return }
        let isNew = handlers.withLock { $0.updateValue(handler, forKey: key) == nil }
        if isNew { defaults.object.addObserver(self, forKeyPath: key, options: [], context: nil) }
    }

    /// Calls `handler` whenever this process has changed any suite.
    func observeAll(_ handler: @escaping @Sendable () -> Void) {
        // The registration lasts as long as the process, so nobody needs its token.
        _ = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in handler() }
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard let keyPath, let handler = handlers.withLock({ $0[keyPath] }) else { return }
        handler()
    }
}
#endif
