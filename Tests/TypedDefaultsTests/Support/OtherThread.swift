import Dispatch

/// Runs `body` on a thread that is in no transaction and in no scope of the caller's.
@discardableResult
func onOtherThread<R: Sendable>(_ body: @escaping @Sendable () -> R) -> R {
    let result = Recorder<R>()
    let thread = DispatchGroup()
    DispatchQueue.global().async(group: thread) { result.record(body()) }
    thread.wait()
    return result.values[0]
}
