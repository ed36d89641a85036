import Foundation

/// The file of a suite of user defaults on Linux, with the care that Foundation does not take of it.
///
/// Foundation truncates the file and then writes it, so that whoever is killed in between, or meets a full disk, leaves
/// nothing of it. Therefore everything that shall be in the file is written to a safety copy beside it first, named
/// `.NAME.plist.backup`, which is removed when the file is complete.
struct SuiteFile: Sendable {
    /// The file itself, not a link to it.
    let location: FileLocation
    let storeName: String

    init(_ location: FileLocation, storeName: String) {
        self.location = location
        self.storeName = storeName
    }

    private var copyName: String { ".\(location.name).backup" }

    // MARK: - Reading

    /// Leaves a file that Foundation can read, or none.
    ///
    /// A damaged one is set aside. In its place comes the safety copy when there is one, else what is in memory.
    ///
    /// - Returns: What the file holds, its bytes if it was there, and what is to be reported.
    func repair(
        under lock: FolderLock, memory: () -> [String: PropertyListValue] = { [:] }
    ) throws(SystemError) -> (document: PropertyListDocument, bytes: Data?, reports: [DefaultsError]) {
        guard let finding = try inspect(under: lock) else {
            guard let copy = try safetyCopy(under: lock), !copy.values.isEmpty else { return (.init(), nil, []) }
            try putCopyInPlace(under: lock)
            return (copy, nil, [])
        }
        switch finding {
        case .good(let document, let bytes):
            removeCopy(under: lock)
            return (document, bytes, [])
        case .foreign(let document):
            let name = try lock.setAside(location.name)
            let converted = PropertyListDocument(values: document.values.mapValues { SuiteValue.harmless($0) })
            try write(converted, as: location.name, under: lock)
            return (converted, nil, [damage("Foundation can't read its file", keptAs: name, "values were taken over")])
        case .damaged(let problem):
            let copy = try safetyCopy(under: lock)
            let isEmpty = problem == nil
            if isEmpty, let copy {
                // This is what a killed process leaves, and nothing is lost.
                try putCopyInPlace(under: lock)
                return (copy, nil, [])
            }
            let name = try lock.setAside(location.name)
            let report = damage(
                problem ?? "its file is empty", keptAs: name, copy.map { _ in "the last save was restored" })
            if let copy {
                try putCopyInPlace(under: lock)
                return (copy, nil, [report])
            }
            let known = memory()
            try create(with: known, under: lock)
            return (PropertyListDocument(values: known), nil, [report])
        }
    }

    private enum Finding {
        case good(PropertyListDocument, Data)
        /// A property list that Foundation could not read, or would soon make unreadable.
        case foreign(PropertyListDocument)
        /// No property list, or no file at all when the problem is `nil`.
        case damaged(String?)
    }

    private func inspect(under lock: FolderLock) throws(SystemError) -> Finding? {
        var patience = 6
        while true {
            guard let status = try lock.folder.status(of: location.name) else { return nil }
            guard status.kind == .file else { throw SystemError(status.kind == .folder ? EISDIR : ENODEV) }
            let bytes = try lock.folder.open(location.name, O_RDONLY).readAll()
            let problem: String?
            do throws(PropertyListReadError) {
                let document = try PropertyListDocument.read(bytes)
                return isKnown(status) || isReadable(document, bytes) ? .good(document, bytes) : .foreign(document)
            } catch {
                problem = error == .empty ? nil : error.summary
            }
            // A program that does not use this library writes without the lock, and may be at it.
            guard status.isFresh, patience > 0, problem != nil || !hasCopy(under: lock) else {
                return .damaged(problem)
            }
            patience -= 1
            usleep(30_000)
        }
    }

    /// The files as Foundation has left them, which it can read again.
    private static let known = Lock<[FileLocation: FileStatus]>([:])

    private func isKnown(_ status: FileStatus) -> Bool {
        Self.known.withLock { $0[location] }?.hasSameContent(as: status) ?? false
    }

    /// Notes that the file is as Foundation has left it, or can read it.
    func noteSaved(under lock: FolderLock) throws(SystemError) {
        let status = try lock.folder.status(of: location.name)
        Self.known.withLock { $0[location] = status }
    }

    private func isReadable(_ document: PropertyListDocument, _ bytes: Data) -> Bool {
        guard SuiteValue.isHarmless(document) else { return false }
        do {
            return try PropertyListSerialization.propertyList(from: bytes, format: nil) is [String: Any]
        } catch {
            return false
        }
    }

    private func damage(_ problem: String, keptAs name: String, _ remedy: String?) -> DefaultsError {
        let kept = "\(problem); the file was kept as \(location.folder)/\(name)"
        return DefaultsError(
            .unreadableStore, storeName: storeName,
            detail: [kept, remedy].compactMap { $0 }.joined(separator: ", and "))
    }

    // MARK: - The safety copy

    private func hasCopy(under lock: FolderLock) -> Bool {
        faccessat(lock.folder.number, copyName, F_OK, 0) == 0
    }

    private func safetyCopy(under lock: FolderLock) throws(SystemError) -> PropertyListDocument? {
        guard try lock.folder.status(of: copyName) != nil else { return nil }
        let bytes = try lock.folder.open(copyName, O_RDONLY).readAll()
        do throws(PropertyListReadError) {
            return try PropertyListDocument.read(bytes)
        } catch {
            // It was put there as a whole, so it is not one of ours.
            return nil
        }
    }

    /// Writes the safety copy.
    func writeCopy(_ document: PropertyListDocument, under lock: FolderLock) throws(SystemError) {
        try write(document, as: copyName, under: lock)
    }

    /// Replaces the file by the safety copy.
    func putCopyInPlace(under lock: FolderLock) throws(SystemError) {
        let folder = lock.folder
        try retryingInterrupts { renameat(folder.number, copyName, folder.number, location.name) }
        try AtomicFileWriter.synchronize(folder)
    }

    func removeCopy(under lock: FolderLock) {
        unlinkat(lock.folder.number, copyName, 0)
        // And what a process left that was killed when it wrote one.
        unlinkat(lock.folder.number, AtomicFileWriter.temporaryName(for: copyName), 0)
    }

    /// Creates the file with values, unless there are none.
    func create(with values: [String: PropertyListValue], under lock: FolderLock) throws(SystemError) {
        if !values.isEmpty { try write(PropertyListDocument(values: values), as: location.name, under: lock) }
    }

    private func write(_ document: PropertyListDocument, as name: String, under lock: FolderLock) throws(SystemError) {
        _ = try AtomicFileWriter.write(bytes(of: document), as: name, under: lock)
    }

    /// The bytes of a file with a document. Foundation reads the binary form too, and it is exact.
    func bytes(of document: PropertyListDocument) throws(SystemError) -> Data {
        do throws(PropertyListWriteError) { return try document.write(.binary) } catch { throw SystemError(EFBIG) }
    }
}
