import Foundation
import Testing
import TypedDefaults

/// The kinds of store that every test of common behaviour runs on.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
    case inMemory
    case userDefaults
    case propertyListFile

    var testDescription: String { "\(self)" }

    /// A new, empty store.
    func make() throws -> any DefaultsStore {
        switch self {
        case .inMemory: InMemoryStore()
        case .userDefaults: try UserDefaultsStore(suite: TestHome.newSuiteName())
        case .propertyListFile:
            try PropertyListFileStore(url: TestHome.folder.appending(component: "\(UUID().uuidString).plist"))
        }
    }
}
