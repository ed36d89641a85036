import Foundation

/// Counts the objects that the Swift runtime allocates, by the hook it has for instruments.
///
/// It counts on every thread, with no synchronisation: use it where one thread works.
enum AllocationCounter {
    private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    // SAFETY: written once, by `isInstalled`, before any counting, and by the hook on the one thread that works.
    nonisolated(unsafe) private static var original: Allocate = { _, _, _ in nil }
    nonisolated(unsafe) private static var allocations = 0

    private static let isInstalled: Bool = {
        let program = dlopen(nil, RTLD_NOW)
        let flag = "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
        guard let hook = dlsym(program, "_swift_allocObject"), let isEnabled = dlsym(program, flag) else {
            return false
        }
        let slot = hook.assumingMemoryBound(to: Allocate.self)
        original = slot.pointee
        slot.pointee = { type, size, alignment in
            allocations &+= 1
            return original(type, size, alignment)
        }
        AllocationCounter.isEnabled = isEnabled.assumingMemoryBound(to: Bool.self)
        return true
    }()
    // SAFETY: as above.
    nonisolated(unsafe) private static var isEnabled: UnsafeMutablePointer<Bool>?

    /// The number of objects allocated in `body`, or `nil` where the runtime has no such hook.
    @inline(never)
    static func count(_ body: () throws -> Void) throws -> Int? {
        guard isInstalled, let isEnabled else { return nil }
        let before = allocations
        isEnabled.pointee = true
        try body()
        isEnabled.pointee = false
        return allocations - before
    }
}
