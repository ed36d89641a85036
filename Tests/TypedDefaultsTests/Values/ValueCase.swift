import Foundation
import TypedDefaults

/// One typed value of the table: how to store it, and how to see that it is read back exactly.
struct ValueCase: Sendable {
    let name: String
    /// Writes the value under a key.
    let write: @Sendable (_ key: String, _ store: any DefaultsStore) throws -> Void
    /// Reads it back, and tells what is wrong, if anything.
    let problem: @Sendable (_ key: String, _ store: any DefaultsStore) throws -> String?

    /// A value whose type compares as exactly as the table wants.
    init<T: Defaultable & Equatable>(_ name: String, _ value: T) {
        self.init(name, value) { $0 == $1 }
    }

    /// A value with a comparison of its own.
    init<T: Defaultable>(
        _ name: String, _ value: T, isSame: @escaping @Sendable (T, T) -> Bool
    ) {
        // SAFETY: values of the table are not changed.
        nonisolated(unsafe) let value = value
        self.name = "\(T.self) \(name)"
        write = { key, store in
            let entry: DefaultsEntry<T?> = Defaults.value(key).bound(to: store)
            try entry.write(value)
        }
        problem = { key, store in
            let entry: DefaultsEntry<T?> = Defaults.value(key).bound(to: store)
            guard let read = try entry.read() else { return "absent" }
            return isSame(read, value) ? nil : "another value: \(read)"
        }
    }

    /// One case for each value, named after it.
    static func each<T: Defaultable & Equatable>(_ values: [T]) -> [ValueCase] {
        values.map { ValueCase("\($0)", $0) }
    }

    /// One case for each floating-point number, compared bit by bit.
    static func numbers<F: BinaryFloatingPoint & Defaultable>(_ values: [F]) -> [ValueCase] {
        values.map { value in
            ValueCase("\(value)", value) { read, written in
                read.isNaN && written.isNaN || read == written && read.sign == written.sign
            }
        }
    }

    /// One case for each string, compared scalar by scalar.
    static func strings(_ values: [String]) -> [ValueCase] {
        values.map { value in
            ValueCase(value.count > 40 ? "of \(value.count) characters" : value.debugDescription, value) {
                $0.unicodeScalars.elementsEqual($1.unicodeScalars)
            }
        }
    }
}
