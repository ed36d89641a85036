#if os(Linux)
import Synchronization

/// Counts the allocations of the process, on every thread.
///
/// The functions below take the place of the C library's in this program and in every library that it loads: the package
/// has the linker name them so, and an executable's symbols come first. They must not allocate, so nothing in them is lazy.
enum AllocationCounter {
    /// The number of allocations so far.
    static var count: Int? { allocations.load(ordering: .relaxed) }
}

/// Initialised when the program is linked, unlike a constant of a class.
private let allocations = Atomic<Int>(0)

@_silgen_name("__libc_malloc") private func systemMalloc(_ size: Int) -> UnsafeMutableRawPointer?
@_silgen_name("__libc_calloc") private func systemCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer?
@_silgen_name("__libc_realloc") private func systemRealloc(
    _ pointer: UnsafeMutableRawPointer?, _ size: Int
) -> UnsafeMutableRawPointer?
@_silgen_name("__libc_memalign") private func systemMemalign(_ alignment: Int, _ size: Int) -> UnsafeMutableRawPointer?

/// Stands in for `malloc`.
@_cdecl("benchmarks_malloc")
public func countingMalloc(_ size: Int) -> UnsafeMutableRawPointer? {
    allocations.wrappingAdd(1, ordering: .relaxed)
    return systemMalloc(size)
}

/// Stands in for `calloc`.
@_cdecl("benchmarks_calloc")
public func countingCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    allocations.wrappingAdd(1, ordering: .relaxed)
    return systemCalloc(count, size)
}

/// Stands in for `realloc`.
@_cdecl("benchmarks_realloc")
public func countingRealloc(_ pointer: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    allocations.wrappingAdd(1, ordering: .relaxed)
    return systemRealloc(pointer, size)
}

/// Stands in for `aligned_alloc`.
@_cdecl("benchmarks_aligned_alloc")
public func countingAlignedAlloc(_ alignment: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    allocations.wrappingAdd(1, ordering: .relaxed)
    return systemMemalign(alignment, size)
}

/// Stands in for `posix_memalign`.
@_cdecl("benchmarks_posix_memalign")
public func countingPosixMemalign(
    _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int
) -> CInt {
    allocations.wrappingAdd(1, ordering: .relaxed)
    result.pointee = systemMemalign(alignment, size)
    return result.pointee == nil ? 12 : 0
}
#else
/// Counts allocations on Linux only.
enum AllocationCounter {
    static var count: Int? { nil }
}
#endif
