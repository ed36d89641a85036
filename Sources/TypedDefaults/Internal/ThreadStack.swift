import Foundation

/// The stack of the current thread, which recursion through other people's code must not overflow.
///
/// Threads differ: a program's first one has 8 MB, one of Dispatch on Apple platforms half a megabyte.
enum ThreadStack {
    /// Whether there is room left for some dozens of calls.
    static var hasRoom: Bool {
        var marker: UInt8 = 0
        let position = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
        // Where the bounds are not known, or make no sense, the number of levels has to be limit enough.
        guard let bottom, bottom < position else { return true }
        return position - bottom > 128 * 1024
    }
}

#if canImport(Darwin)
extension ThreadStack {
    /// The lowest address.
    private static var bottom: UInt? {
        let thread = pthread_self()
        return UInt(bitPattern: pthread_get_stackaddr_np(thread)) - UInt(pthread_get_stacksize_np(thread))
    }
}
#else
extension ThreadStack {
    private typealias AttributeGetter = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// The function that gives the attributes of a running thread, which Swift doesn't see as it is no part of POSIX.
    private static let attributeGetter: AttributeGetter? = dlsym(nil, "pthread_getattr_np").map {
        // SAFETY: the C library declares the function with just these types.
        unsafeBitCast($0, to: AttributeGetter.self)
    }

    /// The lowest address.
    private static var bottom: UInt? {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        guard let attributeGetter, attributeGetter(pthread_self(), attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(attributes) }
        var address: UnsafeMutableRawPointer?
        var size = 0
        guard pthread_attr_getstack(attributes, &address, &size) == 0, let address else { return nil }
        return UInt(bitPattern: address)
    }
}
#endif
