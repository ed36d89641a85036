public import Foundation

// Points, sizes and rectangles are stored as their `Codable` conformances describe, arrays of numbers. The text of
// Foundation's `NSStringFromRect` and the like is read as well.

extension CGPoint: Defaultable {
    /// Reads an array of two numbers, any other form of a codable value, or a text such as `{1, 2}`.
    public static func decode(_ stored: PropertyListValue) throws -> CGPoint {
        guard let numbers = GeometryText.numbers(in: stored, count: 2) else {
            return try DefaultsBridge.readAnyForm(stored)
        }
        return CGPoint(x: numbers[0], y: numbers[1])
    }
}

extension CGSize: Defaultable {
    /// Reads an array of two numbers, any other form of a codable value, or a text such as `{1, 2}`.
    public static func decode(_ stored: PropertyListValue) throws -> CGSize {
        guard let numbers = GeometryText.numbers(in: stored, count: 2) else {
            return try DefaultsBridge.readAnyForm(stored)
        }
        return CGSize(width: numbers[0], height: numbers[1])
    }
}

extension CGRect: Defaultable {
    /// Reads two arrays of two numbers, any other form of a codable value, or a text such as `{{1, 2}, {3, 4}}`.
    public static func decode(_ stored: PropertyListValue) throws -> CGRect {
        guard let numbers = GeometryText.numbers(in: stored, count: 4) else {
            return try DefaultsBridge.readAnyForm(stored)
        }
        return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

/// The texts of points, sizes and rectangles.
private enum GeometryText {
    /// The numbers of a text in braces, or `nil` when a value is no such text of so many numbers.
    static func numbers(in stored: PropertyListValue, count: Int) -> [Double]? {
        guard case .string(let text) = stored, text.utf8.count < 200 else { return nil }
        let shape = text.filter { "{},".contains($0) }
        guard shape == (count == 2 ? "{,}" : "{{,},{,}}") else { return nil }
        let parts = text.split { "{},".contains($0) || $0.isWhitespace }
        guard parts.count == count else { return nil }
        let numbers = parts.compactMap { Coercion.floatingPoint(.string(String($0)), as: Double.self) }
        return numbers.count == count ? numbers : nil
    }
}
