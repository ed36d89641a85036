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
        case failed
    }

    private let suite: UserDefaultsPlatform
    private let file: SuiteFile
    private let lock: FolderLock
    private var edition = 0
    private var edits: [String: PropertyListValue?] = [:]
    /// What the file shall hold.
    private var document = PropertyListDocument()
    /// What the file held before, if there was one.
    private var bytes: Data?
    private var hasCopy = false

    init(_ suite: UserDefaultsPlatform, file: SuiteFile, lock: FolderLock) throws(SystemError) {
        self.suite = suite
        self.file = file
        self.lock = lock
        try prepare()
    }

    // MARK: - Before Foundation saves

    private mutating func prepare() throws(SystemError) {
        try file.checkAccess(under: lock)
        (edits, edition) = suite.edits.withLock { ($0.unsaved, $0.edition) }
        let found = try file.repair(under: lock) { suite.memory }
        suite.note(found.reports)
        document = found.document
        bytes = found.bytes
        for (key, value) in edits {
            document.opaque[key] = nil
            document.values[key] = value
        }
        hasCopy = false
        // Without edits Foundation writes only what other code has set without this library.
        if edits.isEmpty, suite.foundationValues == document.values { return }
        try protect()
    }

    /// Writes the safety copy.
    private mutating func protect() throws(SystemError) {
        // An empty suite has no file, and removing a file is done in one step.
        if document.values.isEmpty, document.opaque.isEmpty { return }
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
        // Other code can have set something else since.
        let taken = edits.filter { values[$0.key] == $0.value }
        let lingering = suite.edits.withLock { edits in
            edits.beginSaving()
            return edits.lingering
        }
        do throws(SystemError) {
            try forget(lingering, values: values)
            let outcome = try finish(suite.domain.synchronize(), taken: taken)
            suite.edits.withLock { $0.endSaving(outcome) }
        } catch {
            suite.edits.withLock { $0.endSaving(.failed) }
            throw error
        }
    }

    /// Keeps Foundation from saving what it could not save earlier over what others have saved since.
    private func forget(
        _ lingering: [String: PropertyListValue?], values: [String: PropertyListValue]
    ) throws(SystemError) {
        for (key, value) in lingering where edits[key] == nil && values[key] == value {
            let current = document.values[key]
            if current != value { suite.place(current, forKey: key) }
        }
    }

    /// Sees to it that the file holds what it should.
    private mutating func finish(
        _ isFoundationDone: Bool, taken: [String: PropertyListValue?]
    ) throws(SystemError) -> Outcome {
        guard isFoundationDone else {
            if let held = try file.content(under: lock), hasAll(edits.keys, held) { return try accept(held) }
            try replace()
            return .savedWithoutFoundation
        }
        if let held = try file.content(under: lock), let corrected = try correct(held, taken: taken) {
            return try accept(corrected)
        }
        try replace()
        // Foundation has nothing to save, and shall read what is there now.
        _ = suite.domain.synchronize()
        return .saved
    }

    /// Has Foundation save again what is not in the file though it has it.
    ///
    /// - Returns: What the file holds then, or `nil` if that is not what it should.
    private mutating func correct(
        _ held: PropertyListDocument, taken: [String: PropertyListValue?]
    ) throws(SystemError) -> PropertyListDocument? {
        let wrong = taken.filter { held.values[$0.key] != document.values[$0.key] }
        if wrong.isEmpty { return held }
        // Foundation says yes also to what it has not saved, since it took it to be stored already, when another process had
        // stored something else meanwhile. Now it knows better.
        let values = suite.foundationValues
        if wrong.contains(where: { values[$0.key] == $0.value }) { return nil }
        // Else other code has set something else, which is saved in its turn.
        let corrections = wrong.filter { values[$0.key] == held.values[$0.key] }
        if corrections.isEmpty { return held }
        document = held
        for (key, value) in corrections { document.values[key] = value }
        try protect()
        for (key, value) in corrections { suite.place(value, forKey: key) }
        guard suite.domain.synchronize(), let again = try file.content(under: lock) else { return nil }
        return hasAll(corrections.keys, again) ? again : nil
    }

    private func hasAll(_ keys: some Sequence<String>, _ held: PropertyListDocument) -> Bool {
        keys.allSatisfy { held.values[$0] == document.values[$0] }
    }

    /// Takes the file as Foundation has left it.
    private func accept(_ held: PropertyListDocument) throws(SystemError) -> Outcome {
        // The name of a new file must be on disk before its copy is gone.
        if bytes == nil { try lock.folder.synchronize() }
        file.removeCopy(under: lock)
        try file.noteSaved(under: lock)
        suite.noteContent(held)
        return .saved
    }

    /// Completes the file without Foundation.
    private func replace() throws(SystemError) {
        if hasCopy {
            try file.putCopyInPlace(under: lock)
        } else if document.values.isEmpty, document.opaque.isEmpty {
            try file.remove(under: lock)
        } else {
            if let bytes { try file.overwrite(with: bytes, under: lock) }
            throw SystemError(EIO)
        }
        suite.noteContent(document)
    }
}
#endif
