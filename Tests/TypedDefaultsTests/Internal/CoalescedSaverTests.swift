import Testing
import TypedDefaultsTesting

@testable import TypedDefaults

@Suite("Coalesced saves")
struct CoalescedSaverTests {
    /// What a saver does, and whether it fails.
    private final class Disk: Sendable {
        let saves = Lock(0)
        let failure = Lock<DefaultsError?>(nil)

        func save() throws(DefaultsError) {
            saves.withLock { $0 += 1 }
            if let failure = failure.withLock({ $0 }) { throw failure }
        }

        var count: Int { saves.withLock { $0 } }
    }

    @Test("a burst of changes is saved once, half a second after the first")
    func burst() {
        let clock = ManualSaveClock()
        let disk = Disk()
        let saver = CoalescedSaver(on: clock.schedule) { () throws(DefaultsError) in try disk.save() }
        for _ in 0..<100 { saver.noteChange() }
        clock.advance(by: 0.4)
        #expect(disk.count == 0)
        saver.noteChange()
        clock.advance(by: 0.2)
        #expect(disk.count == 1)
        #expect(clock.pending == [])
        saver.noteChange()
        clock.advance(by: 1)
        #expect(disk.count == 2)
    }

    @Test("a flush saves at once, and then there is nothing left to save")
    func flush() throws {
        let clock = ManualSaveClock()
        let disk = Disk()
        let saver = CoalescedSaver(on: clock.schedule) { () throws(DefaultsError) in try disk.save() }
        try saver.flush()
        #expect(disk.count == 0)
        saver.noteChange()
        try saver.flush()
        #expect(disk.count == 1)
        clock.advance(by: 10)
        #expect(disk.count == 1)
    }

    @Test("a save that fails is tried again, later each time, until it succeeds")
    func retries() {
        let clock = ManualSaveClock()
        let disk = Disk()
        let saver = CoalescedSaver(on: clock.schedule) { () throws(DefaultsError) in try disk.save() }
        disk.failure.withLock { $0 = DefaultsError(.writeFailed) }
        let recording = RecordingReporter()
        DefaultsReporter.withReporter(recording.reporter) {
            saver.noteChange()
            var waits: [Double] = []
            for _ in 0..<10 {
                waits += clock.pending
                clock.advance(by: clock.pending.first ?? 0)
            }
            #expect(waits == [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60])
            #expect(disk.count == 10)
            #expect(recording.errors.count == 10)
            disk.failure.withLock { $0 = nil }
            clock.advance(by: 60)
            #expect(disk.count == 11)
            #expect(clock.pending == [])
            saver.noteChange()
            #expect(clock.pending == [0.5])
        }
    }
}
