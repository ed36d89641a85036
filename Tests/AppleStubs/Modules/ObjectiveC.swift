// What the library uses of Apple's `ObjectiveC` module, as its interface declares it: the root class, whose method for
// key-value observing is overridden.
// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/observevalue(forkeypath:of:change:context:)

public import Foundation

public struct NSKeyValueChangeKey: Hashable, Sendable {}

open class NSObject: Foundation.NSObject {
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}
}
