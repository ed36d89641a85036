import Foundation

/// A new folder that is removed with the last reference to it.
final class TemporaryDirectory: Sendable {
    let url: URL

    init() throws {
        url = TestHome.folder.appending(component: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String = "settings.plist") -> URL {
        url.appending(component: name, directoryHint: .notDirectory)
    }

    /// The names of what is in the folder, hidden files too.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }
}
