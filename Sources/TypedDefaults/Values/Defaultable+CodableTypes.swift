public import Foundation

// Types of Foundation and the standard library that are stored as their `Codable` conformance describes.

extension Locale: Defaultable {}
extension TimeZone: Defaultable {}
extension Calendar: Defaultable {}
extension DateComponents: Defaultable {}
extension DateInterval: Defaultable {}
extension IndexSet: Defaultable {}
extension IndexPath: Defaultable {}
extension Measurement: Defaultable where UnitType: Dimension {}
extension PersonNameComponents: Defaultable {}
extension URLComponents: Defaultable {}
extension CharacterSet: Defaultable {}
extension Duration: Defaultable {}
extension AffineTransform: Defaultable {}
extension SIMD2: Defaultable where Scalar: Codable {}
extension SIMD3: Defaultable where Scalar: Codable {}
extension SIMD4: Defaultable where Scalar: Codable {}

/// Stored in decimal, since a property list's reals can't hold it exactly.
extension Decimal: Defaultable {}
