import Foundation

extension FolderLock {
    /// Renames a file in the locked folder to the first free `NAME.damaged-N.plist`.
    ///
    /// No existing file is overwritten: the new name is taken by creating an empty file, which the rename replaces.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: The new name.
    /// - Throws: ``SystemError`` when the folder can't be changed.
    func setAside(_ name: String) throws(SystemError) -> String {
        let base = name.hasSuffix(".plist") ? String(name.dropLast(6)) : name
        var number = 1
        while true {
            let copy = "\(base).damaged-\(number).plist"
            do {
                _ = try folder.open(copy, O_WRONLY | O_CREAT | O_EXCL)
            } catch SystemError(EEXIST) {
                number += 1
                continue
            }
            do {
                try retryingInterrupts { renameat(folder.number, name, folder.number, copy) }
            } catch {
                unlinkat(folder.number, copy, 0)
                throw error
            }
            return copy
        }
    }
}
