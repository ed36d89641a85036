#if canImport(UIKit)
public import UIKit

/// Stored as a keyed archive.
extension UIColor: Defaultable {}
#endif

#if canImport(AppKit)
public import AppKit

/// Stored as a keyed archive.
extension NSColor: Defaultable {}
#endif

#if canImport(SwiftUI)
public import SwiftUI

/// Stored as a dictionary of its linear components.
extension Color.Resolved: Defaultable {}
#endif
