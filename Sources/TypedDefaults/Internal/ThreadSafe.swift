/// An object of Foundation's that is documented as thread-safe, but is not `Sendable` on every platform.
struct ThreadSafe<Object: AnyObject>: @unchecked Sendable {
    // SAFETY: who makes one names a class whose documentation says that any thread may use it.
    let object: Object

    init(_ object: Object) {
        self.object = object
    }
}
