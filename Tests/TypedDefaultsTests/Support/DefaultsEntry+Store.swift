@testable import TypedDefaults

extension DefaultsEntry {
    /// The store that the entry uses now.
    var currentStore: any DefaultsStore { location.store }
}
