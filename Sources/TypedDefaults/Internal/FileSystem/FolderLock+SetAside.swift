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
        var number = 1
        while true {
            let copy = Self.asideName(of: name, number)
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

    /// Whether a file that has gone from a location was set aside there, by another process then.
    static func wasSetAside(_ file: FileDescriptor, from location: FileLocation) -> Bool {
        do throws(SystemError) {
            let status = try file.status()
            var number = 1
            while true {
                // The first free name is the end and throws: none is left out.
                let copy = FileLocation(folder: location.folder, name: asideName(of: location.name, number))
                if try FileStatus.of(copy.path).isSameFile(as: status) { return true }
                number += 1
            }
        } catch {
            return false
        }
    }

    private static func asideName(of name: String, _ number: Int) -> String {
        let base = name.hasSuffix(".plist") ? String(name.dropLast(6)) : name
        return "\(base).damaged-\(number).plist"
    }
}
