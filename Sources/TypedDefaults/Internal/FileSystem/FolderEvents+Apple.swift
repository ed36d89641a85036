#if canImport(Darwin)
import Dispatch
import Foundation

/// The changes in folders, from dispatch sources on the folder and on the file in it.
enum FolderEvents {
    /// One handler of the events of one file.
    final class Subscription: Sendable {
        private let location: FileLocation
        private let handler: @Sendable (FileWatcher.Event) -> Void
        private let folder: any DispatchSourceFileSystemObject
        private let file = Lock<(any DispatchSourceFileSystemObject)?>(nil)

        fileprivate init?(_ location: FileLocation, _ handler: @escaping @Sendable (FileWatcher.Event) -> Void) {
            guard let folder = source(of: location.folder, [.write, .delete, .rename, .attrib, .revoke]) else {
                return nil
            }
            self.location = location
            self.handler = handler
            self.folder = folder
            folder.setEventHandler { [weak self] in
                let isEnd = !folder.data.isDisjoint(with: [.delete, .rename, .revoke])
                self?.watchFile()
                handler(isEnd ? .ended : .replaced)
            }
            folder.activate()
            watchFile()
        }

        /// Watches the file that has the name now, for what is written in place.
        private func watchFile() {
            let new = source(of: location.path, [.write, .extend, .attrib])
            new?.setEventHandler { [handler] in handler(.written) }
            new?.activate()
            file.withLock { file in
                file?.cancel()
                file = new
            }
        }

        fileprivate func cancel() {
            folder.cancel()
            file.withLock { file in
                file?.cancel()
                file = nil
            }
        }
    }

    private static let queue = DispatchQueue(label: "TypedDefaults.watch", qos: .utility)

    static func subscribe(
        to location: FileLocation, _ handler: @escaping @Sendable (FileWatcher.Event) -> Void
    ) -> Subscription? {
        Subscription(location, handler)
    }

    static func unsubscribe(_ subscription: Subscription) {
        subscription.cancel()
    }

    private static func source(
        of path: String, _ mask: DispatchSource.FileSystemEvent
    ) -> (any DispatchSourceFileSystemObject)? {
        let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor, eventMask: mask, queue: queue)
        source.setCancelHandler { close(descriptor) }
        return source
    }
}
#endif
