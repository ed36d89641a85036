import Foundation
import Testing
import TypedDefaults

/// What people reported of observers and of threads in other libraries, on every store.
@Suite("Reports on observation and concurrency")
struct ObservationReportTests {
    @Test(
        "F1, F2: any string is a key that can be observed",
        .bug("https://github.com/sindresorhus/Defaults/issues/59"), arguments: StoreKind.allCases)
    func anyKey(kind: StoreKind) throws {
        let store = try kind.make()
        for key in ["a.b", "@x", "", "ключ", "a b", "@count", "a.@sum.b", "…/\n"] {
            let events = Recorder<Int?>()
            let entry: DefaultsEntry<Int?> = Defaults.value(key).bound(to: store)
            let observation = entry.observe { events.record($0.newValue) }
            entry.value = 1
            entry.value = 2
            entry.clear()
            #expect(events.values == [1, 2, nil], "\(key)")
            observation.cancel()
        }
    }

    @Test(
        "F3: other keys are not heard of",
        .bug("https://github.com/pointfreeco/swift-composable-architecture/issues/3179"), arguments: StoreKind.allCases)
    func otherKeys(kind: StoreKind) throws {
        let store = try kind.make()
        let events = Recorder<Int?>()
        let observation = Defaults.value("a").bound(to: store).observe { (change: DefaultsChange<Int?>) in
            events.record(change.newValue)
        }
        for number in 0..<10 { try store.setValue(.integer(Int64(number)), forKey: "b") }
        try store.setValue(1, forKey: "a")
        #expect(events.values == [1])
        observation.cancel()
    }

    @Test(
        "F5: the initial value is told if asked for, once, before observing returns",
        .bug("https://github.com/sindresorhus/Defaults/issues/86"), arguments: StoreKind.allCases)
    func initial(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(3, forKey: "n")
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        let events = Recorder<Int?>()
        let silent = entry.observe { events.record($0.newValue) }
        #expect(events.values == [])
        let eager = entry.observe(initial: true) { events.record($0.newValue) }
        #expect(events.values == [3])
        silent.cancel()
        eager.cancel()
    }

    @Test(
        "F6: setting an equal value is no change, whatever the order of a set in memory",
        .bug("https://github.com/sindresorhus/Defaults/pull/195"), arguments: StoreKind.allCases)
    func equalValues(kind: StoreKind) throws {
        let store = try kind.make()
        let events = Recorder<Int?>()
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        let observation = entry.observe { events.record($0.newValue) }
        for number in [1, 1, 2] { entry.value = number }
        #expect(events.values == [1, 2])
        let sets: DefaultsEntry<Set<Int>?> = Defaults.value("s").bound(to: store)
        let heard = Recorder<Int>()
        let other = sets.observe { heard.record($0.newValue?.count ?? 0) }
        for _ in 0..<5 { sets.value = Set((0..<200).shuffled()) }
        #expect(heard.values == [200])
        observation.cancel()
        other.cancel()
    }

    @Test(
        "F7: reading within an observer gives the new value",
        .bug("https://github.com/sunshinejr/SwiftyUserDefaults/issues/271"), arguments: StoreKind.allCases)
    func reading(kind: StoreKind) throws {
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: try kind.make())
        let read = Recorder<Int?>()
        let observation = entry.observe { _ in read.record(entry.value) }
        entry.value = 1
        entry.value = 2
        #expect(read.values == [1, 2])
        observation.cancel()
    }

    @Test(
        "F8: a change by another entry and by the store itself is heard of",
        .bug("https://github.com/jessesquires/Foil/pull/61"), arguments: StoreKind.allCases)
    func otherWriters(kind: StoreKind) throws {
        let store = try kind.make()
        let events = Recorder<Int?>()
        let one: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        let other: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store)
        let observation = one.observe { events.record($0.newValue) }
        other.value = 1
        try store.setValue(2, forKey: "n")
        #expect(events.values == [1, 2])
        observation.cancel()
    }

    @Test("F9: reloading a file tells of each changed key", .bug("https://github.com/sindresorhus/Defaults/issues/107"))
    func reload() throws {
        let url = TestHome.newFile()
        let store = try PropertyListFileStore(url: url)
        for key in ["a", "b"] { try store.setValue(1, forKey: key) }
        try store.flush()
        let events = Recorder<String>()
        let observations = ["a", "b", "c"].map { key in
            Defaults.value(key).bound(to: store).observe { (_: DefaultsChange<Int?>) in events.record(key) }
        }
        let changed = try PropertyListSerialization.data(
            fromPropertyList: ["a": 1, "b": 2, "c": 3], format: .xml, options: 0)
        try changed.write(to: url, options: .atomic)
        try store.reload()
        #expect(events.values.sorted() == ["b", "c"])
        observations.forEach { $0.cancel() }
    }

    @Test(
        "F10: didSet runs for writes only, and observing can begin with what is stored",
        .bug("https://github.com/fatbobman/ObservableDefaults/issues/25"), arguments: StoreKind.allCases)
    func didSet(kind: StoreKind) throws {
        let store = try kind.make()
        try store.setValue(true, forKey: "muted")
        let sets = Recorder<Bool>()
        let entry: DefaultsEntry<Bool> = Defaults.value("muted").whenNil(use: false)
            .didSet { new, _ in sets.record(new) }.bound(to: store)
        #expect(entry.value)
        #expect(sets.values == [])
        let seen = Recorder<Bool>()
        let observation = entry.observe(initial: true) { seen.record($0.newValue) }
        #expect(seen.values == [true])
        observation.cancel()
    }

    @Test(
        "F14: an observer neither keeps its owner nor outlives it",
        .bug("https://github.com/sindresorhus/Defaults/pull/13"), arguments: StoreKind.allCases)
    func lifetime(kind: StoreKind) throws {
        final class Owner: Sendable {
            let observation: DefaultsObservation
            init(_ entry: DefaultsEntry<Int?>, _ events: Recorder<Int?>) {
                observation = entry.observe { events.record($0.newValue) }
            }
        }
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: try kind.make())
        let events = Recorder<Int?>()
        var owner: Owner? = Owner(entry, events)
        weak let gone = owner
        entry.value = 1
        owner = nil
        #expect(gone == nil)
        entry.value = 2
        #expect(events.values == [1])
    }

    // MARK: - Concurrency

    @Test(
        "G3: an observer may wait for another thread that uses the store",
        .bug("https://github.com/RevenueCat/purchases-ios/issues/4137"), .timeLimit(.minutes(5)),
        arguments: StoreKind.allCases)
    func noLocks(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: store)
        let other: DefaultsEntry<Int> = Defaults.value("m").whenNil(use: 0).bound(to: store)
        let queue = DispatchQueue(label: "reader")
        let read = Recorder<Int>()
        let observation = entry.observe { change in
            queue.sync { read.record(entry.value) }
            if change.newValue < 3 { entry.value = change.newValue + 1 }
            other.value = change.newValue
        }
        onOtherThread { entry.value = 1 }
        #expect(read.values.last == 3)
        #expect(entry.value == 3)
        #expect(other.value == 3)
        observation.cancel()
    }

    @Test(
        "G4: updates of several tasks lose none",
        .bug("https://github.com/RevenueCat/purchases-ios/pull/983"), arguments: StoreKind.allCases)
    func updates(kind: StoreKind) async throws {
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: try kind.make())
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 { entry.update { $0 += 1 } }
                }
            }
        }
        #expect(entry.value == 8000)
    }

    @Test(
        "G5: where an observer runs is the observer's choice",
        .bug("https://github.com/pointfreeco/swift-composable-architecture/issues/3247"), arguments: StoreKind.allCases)
    @MainActor func context(kind: StoreKind) async throws {
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: try kind.make())
        let (heard, continuation) = AsyncStream.makeStream(of: Int?.self)
        let observation = entry.observe(on: MainActor.shared) { change in
            MainActor.assertIsolated()
            continuation.yield(change.newValue)
        }
        onOtherThread { entry.value = 1 }
        for await value in heard {
            #expect(value == 1)
            break
        }
        observation.cancel()
    }
}
