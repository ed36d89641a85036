#if !canImport(Darwin)
import Dispatch
import Foundation

/// The changes in folders, from one `inotify` instance for the whole process: a user may have but few of them.
enum FolderEvents {
    /// One handler of the events of one file.
    struct Subscription: Sendable, Hashable {
        fileprivate let watch: Int32
        fileprivate let number: UInt64
    }

    private struct Subscriber: Sendable {
        let name: String
        let handler: @Sendable (FileWatcher.Event) -> Void
    }

    private struct State: Sendable {
        var subscribers: [Int32: [UInt64: Subscriber]] = [:]
        var lastNumber: UInt64 = 0
    }

    private static let state = Lock(State())
    private static let queue = DispatchQueue(label: "TypedDefaults.watch", qos: .utility)

    /// The instance, open and read for as long as the process runs.
    private static let instance: Int32? = {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            // The handler keeps the source, which nobody else does.
            withExtendedLifetime(source) { readEvents(of: descriptor) }
        }
        source.resume()
        return descriptor
    }()

    private static let ended = UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)
    private static let written = UInt32(IN_CLOSE_WRITE)
    private static let overflow = UInt32(IN_Q_OVERFLOW)
    private static let mask = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR)

    static func subscribe(
        to location: FileLocation, _ handler: @escaping @Sendable (FileWatcher.Event) -> Void
    ) -> Subscription? {
        guard let instance else { return nil }
        return state.withLock { state in
            // A folder that is watched already has the same number.
            let watch = inotify_add_watch(instance, location.folder, mask)
            guard watch >= 0 else { return nil }
            state.lastNumber += 1
            let subscriber = Subscriber(name: location.name, handler: handler)
            state.subscribers[watch, default: [:]][state.lastNumber] = subscriber
            return Subscription(watch: watch, number: state.lastNumber)
        }
    }

    static func unsubscribe(_ subscription: Subscription) {
        guard let instance else { return }
        state.withLock { state in
            state.subscribers[subscription.watch]?[subscription.number] = nil
            guard state.subscribers[subscription.watch]?.isEmpty == true else { return }
            state.subscribers[subscription.watch] = nil
            inotify_rm_watch(instance, subscription.watch)
        }
    }

    private static func readEvents(of descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            buffer.withUnsafeBytes { bytes in
                let header = 16
                var offset = 0
                while offset + header <= count {
                    let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                    let kind = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                    let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    let name = bytes[(offset + header)..<min(offset + header + length, count)].prefix { $0 != 0 }
                    pass(on: kind, of: String(decoding: name, as: UTF8.self), watch: watch)
                    offset += header + length
                }
            }
        }
    }

    private static func pass(on kind: UInt32, of name: String, watch: Int32) {
        let isEnd = kind & ended != 0
        let recipients = state.withLock { state -> [Subscriber] in
            // Events were lost: everybody must look.
            if kind & overflow != 0 { return state.subscribers.values.flatMap(\.values) }
            let subscribers = (isEnd ? state.subscribers.removeValue(forKey: watch) : state.subscribers[watch]) ?? [:]
            return subscribers.values.filter { name.isEmpty || $0.name == name }
        }
        if isEnd, kind & UInt32(IN_MOVE_SELF) != 0, !recipients.isEmpty, let instance {
            // A folder that was moved away is not the one of its path any more.
            inotify_rm_watch(instance, watch)
        }
        for recipient in recipients {
            recipient.handler(isEnd ? .ended : kind & (written | overflow) != 0 ? .written : .replaced)
        }
    }
}
#endif
