// What the library uses of Apple's `AppKit` module, as its interface declares it.
// https://developer.apple.com/documentation/appkit/nscolor

public import Foundation

open class NSColor: NSObject, NSSecureCoding, @unchecked Sendable {
    public static var supportsSecureCoding: Bool { true }
    public func encode(with coder: NSCoder) {}
    public required init?(coder: NSCoder) { nil }
}
