// What the library uses of Foundation on Apple platforms that it lacks on Linux, as its interface declares it. It is
// compiled into the module that is checked.
// https://developer.apple.com/documentation/foundation/nsubiquitouskeyvaluestore
// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/key-value_observing

import Foundation
import ObjectiveC

class NSUbiquitousKeyValueStore: Foundation.NSObject, @unchecked Sendable {
    class var `default`: NSUbiquitousKeyValueStore { fatalError() }
    static let didChangeExternallyNotification = Notification.Name("NSUbiquitousKeyValueStoreDidChangeExternally")
    var dictionaryRepresentation: [String: Any] { fatalError() }
    func object(forKey aKey: String) -> Any? { nil }
    func set(_ anObject: Any?, forKey aKey: String) {}
    @discardableResult func synchronize() -> Bool { true }
}

let NSUbiquitousKeyValueStoreChangeReasonKey = ""
let NSUbiquitousKeyValueStoreChangedKeysKey = ""
var NSUbiquitousKeyValueStoreServerChange: Int { 0 }
var NSUbiquitousKeyValueStoreInitialSyncChange: Int { 1 }
var NSUbiquitousKeyValueStoreQuotaViolationChange: Int { 2 }
var NSUbiquitousKeyValueStoreAccountChange: Int { 3 }

struct NSKeyValueObservingOptions: OptionSet {
    let rawValue: UInt
    static let new = NSKeyValueObservingOptions(rawValue: 1)
}

extension UserDefaults {
    func addObserver(
        _ observer: ObjectiveC.NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
        context: UnsafeMutableRawPointer?
    ) {}
    func removeObserver(_ observer: ObjectiveC.NSObject, forKeyPath keyPath: String) {}
}
