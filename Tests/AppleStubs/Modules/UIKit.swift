// What the library uses of Apple's `UIKit` module, as its interface declares it.
// https://developer.apple.com/documentation/uikit/uicolor

public import Foundation

open class UIColor: NSObject, NSSecureCoding, @unchecked Sendable {
    public static var supportsSecureCoding: Bool { true }
    public func encode(with coder: NSCoder) {}
    public required init?(coder: NSCoder) { nil }
}
