#if !canImport(Darwin)
import Foundation

/// One save of a suite.
///
/// The folder is locked, what the file shall hold is written to a safety copy, Foundation saves, and what it has not saved
/// is put in place instead.
struct SuiteSave {
    enum Outcome {
        case saved
        /// The file is as it should be, but Foundation still takes the suite to be unsaved.
        case savedWithoutFoundation
    }

    private let suite: UserDefaultsPlatform
    private let file: SuiteFile
    private let lock: FolderLock
    private var edition = 0
    /// What was set by means of this library.
    private var edits: [String: PropertyListValue?] = [:]
    /// What the file held before.
    private var found = PropertyListDocument()
    /// Its bytes, if there was a file.
    private var bytes: Data?
    /// What the file shall hold.
    private var document = PropertyListDocument()
    private var isProtected = false
    private var hasCopy = false

    init(_ suite: UserDefaultsPlatform, file: SuiteFile, lock: FolderLock) throws(SystemError) {
        self.suite = suite
        self.file = file
        self.lock = lock
        try prepare()
    }

    // MARK: - Before Foundation saves

    private mutating func prepare() throws(SystemError) {
        try file.checkAccess(R_OK, under: lock)
        (edits, edition) = suite.edits.withLock { ($0.unsaved, $0.edition) }
        if !edits.isEmpty { try file.checkAccess(W_OK, under: lock) }
        let (found, bytes, reports) = try file.repair(under: lock) { suite.memory }
        suite.note(reports)
        (self.found, self.bytes, document) = (found, bytes, found)
        for (key, value) in edits {
            document.opaque[key] = nil
            document.values[key] = value
        }
        isProtected = false
        if isWriting { try protect() }
    }

    /// Whether Foundation is about to write, if it is not for other code that has set something without this library.
    private var isWriting: Bool { !edits.isEmpty || suite.edits.withLock { $0.isFoundationBehind } }

    /// Writes the safety copy.
    private mutating func protect() throws(SystemError) {
        try file.checkAccess(W_OK, under: lock)
        isProtected = true
        hasCopy = false
        // An empty suite has no file, and removing a file is done in one step.
        if document == PropertyListDocument() { return file.removeCopy(under: lock) }
        do throws(SystemError) {
            try file.writeCopy(document, under: lock)
            hasCopy = true
        } catch  where [EACCES, EPERM].contains(error.number) && bytes != nil {
            // The file can be written but nothing can be put beside it. Then there has to be room at least.
            try file.checkRoom(for: document, under: lock)
        }
    }

    // MARK: - While Foundation saves

    /// Saves, while nothing is set by means of this library.
    mutating func save() throws(SystemError) {
        // What was set since the copy was written is saved too.
        if suite.edits.withLock({ $0.edition }) != edition { try prepare() }
        let values = suite.foundationValues
        let hasOthers = values != suite.loadedValues && values != found.values
        if hasOthers, !isProtected { try protect() }
        suite.edits.withLock { $0.beginSaving() }
        do throws(SystemError) {
            defer { suite.noteLoaded() }
            catchUp(from: values)
            let outcome = try finish(isFoundationDone: suite.domain.synchronize(), values)
            suite.edits.withLock { $0.endSaving(outcome) }
        } catch {
            suite.edits.withLock { $0.putBack() }
            throw error
        }
    }

    /// Keeps Foundation from saving what it could not save earlier over what others have saved since.
    private func catchUp(from values: [String: PropertyListValue]) {
        guard suite.edits.withLock({ $0.isFoundationBehind }) else { return }
        let loaded = suite.loadedValues
        for key in Set(values.keys).union(found.values.keys) where !edits.keys.contains(key) {
            let (value, current) = (values[key], found.values[key])
            // Else other code has set it since.
            if value == loaded[key], value != current { suite.place(current, forKey: key) }
        }
    }

    /// Sees to it that the file holds what it should. The values are those that Foundation had before it saved.
    private mutating func finish(
        isFoundationDone: Bool, _ values: [String: PropertyListValue]
    ) throws(SystemError) -> Outcome {
        let held = try file.content(under: lock)
        let right = held.map { corrected($0, values) } ?? (isFoundationDone ? takingOver(values) : document)
        if let held, held == right {
            try accept(held)
            try file.noteSaved(under: lock)
            return isFoundationDone ? .saved : .savedWithoutFoundation
        }
        if right != document || !isProtected {
            document = right
            try protect()
        }
        try replace()
        guard isFoundationDone else { return .savedWithoutFoundation }
        // Other code can have set something meanwhile, which Foundation saves before it reads what is there now.
        try protect()
        guard suite.domain.synchronize(), let held = try file.content(under: lock) else {
            try replace()
            return .savedWithoutFoundation
        }
        try accept(held)
        return .saved
    }

    /// What the file holds, with what should be in it and is not, in a form that Foundation can read again.
    ///
    /// Foundation says that it has saved also what it took to be stored already when another process had stored something
    /// else meanwhile, and when it could not read what was in the file.
    private func corrected(
        _ held: PropertyListDocument, _ values: [String: PropertyListValue]
    ) -> PropertyListDocument {
        var right = held
        let loaded = suite.loadedValues
        // Foundation has read the file if there is something in it that nobody has set.
        let hasRead =
            !suite.edits.withLock({ $0.isFoundationBehind })
            && found.values.contains { key, _ in
                !edits.keys.contains(key) && held.values[key] != nil && values[key] == loaded[key]
            }
        for (key, value) in document.values where !edits.keys.contains(key) && held.values[key] == nil {
            // Other code of this process can have removed it.
            let isRemoved = hasRead || (loaded[key] != nil && values[key] == nil)
            if !isRemoved, held.opaque[key] == nil { right.values[key] = value }
        }
        for (key, value) in edits where values[key] == value {
            // Other code of this process can have set something else since.
            let current = held.values[key]
            if current == nil || current == found.values[key] { right.values[key] = value }
        }
        return SuiteValue.isHarmless(right) ? right : harmless(right)
    }

    /// A document with what other code of this process has set and Foundation could not read again.
    private func harmless(_ document: PropertyListDocument) -> PropertyListDocument {
        var right = PropertyListDocument(values: document.values.mapValues(SuiteValue.harmless))
        let values = suite.foundationValues
        for (key, _) in document.opaque where right.values[key] == nil {
            right.values[key] = values[key].map(SuiteValue.harmless)
        }
        return right
    }

    /// What the file should hold, with what other code of this process has set and made the file unreadable with.
    private func takingOver(_ values: [String: PropertyListValue]) -> PropertyListDocument {
        var right = document
        let loaded = suite.loadedValues
        // Else Foundation could not read the file, and has nothing.
        let isLoaded = loaded.contains { key, value in values[key] == value }
        for key in Set(values.keys).union(loaded.keys) where values[key] != loaded[key] {
            if let edit = edits[key], edit == values[key] { continue }
            if let value = values[key] {
                right.values[key] = SuiteValue.harmless(value)
            } else if isLoaded {
                right.values[key] = nil
            }
        }
        return right
    }

    /// Takes the file as it is.
    private func accept(_ held: PropertyListDocument) throws(SystemError) {
        if try lock.folder.status(of: file.location.name) != nil {
            try lock.folder.open(file.location.name, O_RDONLY).synchronize()
        }
        // What is new in the folder, or gone from it, must be on disk before the copy is gone.
        let isGone = held == PropertyListDocument()
        if (bytes == nil) != isGone { try AtomicFileWriter.synchronize(lock.folder) }
        file.removeCopy(under: lock)
        suite.noteContent(held)
    }

    /// Completes the file without Foundation.
    private func replace() throws(SystemError) {
        if hasCopy {
            try file.putCopyInPlace(under: lock)
        } else if document == PropertyListDocument() {
            try file.remove(under: lock)
        } else {
            try file.overwrite(with: document, or: bytes, under: lock)
        }
        suite.noteContent(document)
    }
}
#endif
