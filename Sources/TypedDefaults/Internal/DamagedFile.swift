import Foundation

/// Keeps the bytes of a property list file that can't be read, under another name.
enum DamagedFile {
    /// Renames a file that is no property list with a dictionary at its root to `NAME.damaged-N.plist`, and reports it.
    ///
    /// Nothing happens when there is no file, or when it can't be opened: then nobody will overwrite it either.
    static func setAside(_ file: URL, storeName: String) {
        guard FileManager.default.isReadableFile(atPath: file.path) else { return }
        do {
            let bytes = try Data(contentsOf: file)
            guard let problem = problem(with: bytes) else { return }
            let copy = try move(file)
            DefaultsReporter.current.report(
                DefaultsError(
                    .unreadableStore, storeName: storeName,
                    detail: "\(problem); the file was kept as \(copy.path)"))
        } catch {
            DefaultsReporter.current.report(
                DefaultsError(.unreadableStore, storeName: storeName, underlyingError: error))
        }
    }

    private static func problem(with bytes: Data) -> String? {
        if bytes.isEmpty { return "its file is empty" }
        do {
            let root = try PropertyListSerialization.propertyList(from: bytes, format: nil)
            return root is [String: Any] ? nil : "its file holds no dictionary"
        } catch {
            return "its file is damaged"
        }
    }

    /// Renames a file to the first free name and returns it.
    private static func move(_ file: URL) throws -> URL {
        let base = file.deletingPathExtension()
        var number = 1
        while true {
            let copy = base.deletingLastPathComponent()
                .appending(component: "\(base.lastPathComponent).damaged-\(number).plist")
            do {
                try FileManager.default.moveItem(at: file, to: copy)
                return copy
            } catch CocoaError.fileWriteFileExists {
                number += 1
            }
        }
    }
}
