import Dispatch
import Foundation

/// Calls back when a file may have been changed, replaced, created or removed, by whomever.
///
/// The folder is watched rather than the file, since a file is replaced as a whole when it is saved. It must exist. When
/// the folder itself goes away the watcher says so once and then never again.
final class FileWatcher: Sendable {
    /// What has happened, as far as one can tell.
    enum Event: Sendable {
        /// A file was put in the place of the old one, or taken away, or its permissions were changed.
        case replaced
        /// The file may have been written in place.
        case written
        /// The folder is gone, or something else is in its place.
        case ended
    }

    private let source: FolderEvents.Subscription

    /// Starts watching, or fails when the folder can't be watched.
    ///
    /// - Parameters:
    ///   - location: The file.
    ///   - handler: Is called on a queue of the library's. It should do no more than note the event.
    init?(_ location: FileLocation, handler: @escaping @Sendable (Event) -> Void) {
        guard let source = FolderEvents.subscribe(to: location, handler) else { return nil }
        self.source = source
    }

    deinit {
        FolderEvents.unsubscribe(source)
    }
}
