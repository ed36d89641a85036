import Dispatch

/// When a store saves what was set: it asks the schedule to call it back after a while.
///
/// Stores that save some time after a change use ``standard``, which goes by the system's clock. A test uses the schedule of
/// `ManualSaveClock`, in `TypedDefaultsTesting`, whose time passes when the test says so.
public struct SaveSchedule: Sendable {
    private let handler: @Sendable (Double, @escaping @Sendable () -> Void) -> Void

    /// Creates a schedule.
    ///
    /// - Parameter handler: Gets a number of seconds and what to call after them, once, on any thread but never within
    ///   the handler itself.
    public init(_ handler: @escaping @Sendable (_ seconds: Double, _ save: @escaping @Sendable () -> Void) -> Void) {
        self.handler = handler
    }

    /// Calls back on a background queue.
    public static let standard: SaveSchedule = {
        let queue = DispatchQueue(label: "TypedDefaults.save", qos: .utility, attributes: .concurrent)
        return SaveSchedule { seconds, save in queue.asyncAfter(deadline: .now() + seconds, execute: save) }
    }()

    /// Asks for a call.
    package func call(after seconds: Double, _ save: @escaping @Sendable () -> Void) {
        handler(seconds, save)
    }
}
