import Foundation

/// The place of a file: a folder's path and a name in it.
struct FileLocation: Sendable, Hashable {
    let folder: String
    let name: String

    var path: String { folder == "/" ? "/" + name : folder + "/" + name }

    /// Creates the location of an absolute path, or of one relative to a folder.
    init(path: String, relativeTo base: String = "/") {
        let absolute = path.hasPrefix("/") ? path : base + "/" + path
        let parts = absolute.split(separator: "/", omittingEmptySubsequences: true)
        name = parts.last.map(String.init) ?? ""
        folder = "/" + parts.dropLast().joined(separator: "/")
    }

    init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// Where the file really is, when its name is that of a link: a link must stay one when the file is replaced.
    ///
    /// A link to nothing leads to where the file will be.
    func resolvingLinks() throws(SystemError) -> FileLocation {
        var location = self
        for _ in 0..<40 {
            guard let destination = try location.destination() else { return location }
            location = FileLocation(path: destination, relativeTo: location.folder)
        }
        throw SystemError(ELOOP)
    }

    /// The same location for every path that leads to the file, as far as its folders exist.
    func canonical() -> FileLocation {
        var existing = folder
        var missing: [Substring] = []
        while true {
            if let resolved = realpath(existing, nil) {
                defer { free(resolved) }
                let parts = [String(cString: resolved)] + missing.reversed().map(String.init)
                return FileLocation(path: (parts + [name]).joined(separator: "/"))
            }
            guard existing != "/" else { return self }
            let parent = FileLocation(path: existing)
            missing.append(Substring(parent.name))
            existing = parent.folder
        }
    }

    /// What the link at this location says, or `nil` when there is no link.
    private func destination() throws(SystemError) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        do {
            let count = try retryingInterrupts { readlink(path, &buffer, buffer.count) }
            return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        } catch {
            // No link, or nothing at all, or no way to tell, which reading the file will tell better.
            if error == SystemError(ELOOP) { throw error }
            return nil
        }
    }
}
