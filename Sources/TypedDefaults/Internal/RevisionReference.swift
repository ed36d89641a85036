#if canImport(os)
import os

/// The revision of a store that may be replaced by another at any time.
struct RevisionReference: ~Copyable, Sendable {
    private let revision = OSAllocatedUnfairLock<Revision?>(initialState: nil)

    /// The number of the store's present state, or `nil` when there is no store.
    var current: UInt64? { revision.withLock { $0?.current } }

    func set(_ revision: Revision?) {
        self.revision.withLock { $0 = revision }
    }
}
#else
import Synchronization

/// The revision of a store that may be replaced by another at any time.
///
/// It is looked at without being retained, which would make threads that read wait for each other. That is safe since
/// revisions are never released.
struct RevisionReference: ~Copyable, Sendable {
    private let revision = Atomic<Unmanaged<Revision>?>(nil)

    /// The number of the store's present state, or `nil` when there is no store.
    var current: UInt64? {
        @inline(__always) get {
            revision.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.current }
        }
    }

    func set(_ revision: Revision?) {
        self.revision.store(revision.map { Unmanaged.passUnretained($0) }, ordering: .releasing)
    }
}
#endif
