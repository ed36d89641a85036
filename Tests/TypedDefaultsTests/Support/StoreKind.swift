import Foundation
import Testing
import TypedDefaults

/// The kinds of store that every test of common behaviour runs on.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
    case inMemory
    case userDefaults
    case propertyListFile
    case xmlFile

    var testDescription: String { "\(self)" }

    /// A new, empty store.
    func make() throws -> any DefaultsStore {
        switch self {
        case .inMemory: InMemoryStore()
        case .userDefaults: try UserDefaultsStore(suite: TestHome.newSuiteName())
        case .propertyListFile:
            try PropertyListFileStore(url: TestHome.newFile())
        case .xmlFile: try PropertyListFileStore(url: TestHome.newFile(), format: .xml)
        }
    }

    /// A store that reads what another one has saved, from disk where it has any.
    func reopened(_ store: any DefaultsStore) throws -> any DefaultsStore {
        try store.flush()
        switch self {
        case .inMemory: return store
        case .userDefaults:
            // Foundation forgets what it has in memory, and reads the file again.
            try (store as? UserDefaultsStore)?.reload()
            return store
        case .propertyListFile, .xmlFile:
            // A file is open once in a process, so a copy of it is opened.
            let copy = TestHome.newFile()
            if FileManager.default.fileExists(atPath: store.name) {
                try FileManager.default.copyItem(at: URL(filePath: store.name), to: copy)
            }
            return try PropertyListFileStore(url: copy)
        }
    }
}
