import Foundation
import Testing
import TypedDefaults

/// Entries as asynchronous sequences, on every store.
@Suite("Updates", .timeLimit(.minutes(5)))
struct UpdatesTests {
    private func counter(_ key: String = "n", in store: any DefaultsStore) -> DefaultsEntry<Int> {
        Defaults.value(key).whenNil(use: 0).bound(to: store)
    }

    @Test("the current value comes first, then each one that the consumer waits for", arguments: StoreKind.allCases)
    func currentFirst(kind: StoreKind) async throws {
        let entry = counter(in: try kind.make())
        entry.value = 1
        var updates = entry.updates.makeAsyncIterator()
        #expect(await updates.next() == 1)
        entry.value = 2
        #expect(await updates.next() == 2)
        entry.clear()
        #expect(await updates.next() == 0)
    }

    @Test("without the current value, the first is one that differs from it", arguments: StoreKind.allCases)
    func withoutCurrent(kind: StoreKind) async throws {
        let entry = counter(in: try kind.make())
        entry.value = 1
        let updates = entry.updates(initial: false)
        // Set before anybody iterates, and still not missed.
        entry.value = 2
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next() == 2)
        var late = entry.updates(initial: false).makeAsyncIterator()
        entry.value = 2
        entry.value = 3
        #expect(await late.next() == 3)
    }

    @Test("a slow consumer gets the newest value, and none twice in a row", arguments: StoreKind.allCases)
    func newest(kind: StoreKind) async throws {
        let entry = counter(in: try kind.make())
        var updates = entry.updates.makeAsyncIterator()
        #expect(await updates.next() == 0)
        for value in 1...100 { entry.value = value }
        #expect(await updates.next() == 100)
        entry.value = 7
        entry.value = 100
        entry.value = 101
        #expect(await updates.next() == 101)
    }

    @Test("it ends when the task is cancelled", arguments: StoreKind.allCases)
    func cancellation(kind: StoreKind) async throws {
        let entry = counter(in: try kind.make())
        let seen = Mailbox<Int>()
        let task = Task {
            for await value in entry.updates { seen.send(value) }
            seen.send(-1)
        }
        #expect(await seen.next(1) == [0])
        entry.value = 1
        #expect(await seen.next(1) == [1])
        task.cancel()
        #expect(await seen.next(1) == [-1])
        entry.value = 2
        await task.value
    }

    @Test("several iterations are on their own", arguments: StoreKind.allCases)
    func iterations(kind: StoreKind) async throws {
        let entry = counter(in: try kind.make())
        let updates = entry.updates
        var first = updates.makeAsyncIterator()
        #expect(await first.next() == 0)
        entry.value = 1
        var second = updates.makeAsyncIterator()
        #expect(await second.next() == 1)
        #expect(await first.next() == 1)
    }

    @Test("on the main actor it stays there", arguments: StoreKind.allCases)
    @MainActor
    func mainActor(kind: StoreKind) async throws {
        let entry = counter(in: try kind.make())
        var seen: [Int] = []
        for await value in entry.updates {
            MainActor.assertIsolated()
            seen.append(value)
            if value == 3 { break }
            entry.value += 1
        }
        #expect(seen == [0, 1, 2, 3])
    }

    @Test("entries of different types come together, one tuple for a transaction", arguments: StoreKind.allCases)
    func together(kind: StoreKind) async throws {
        let store = try kind.make()
        let number = counter(in: store)
        let name: DefaultsEntry<String?> = Defaults.value("name").bound(to: store)
        let flags: DefaultsEntry<[Bool]> = Defaults.value("flags").whenNil(use: []).bound(to: store)
        var updates = Defaults.updates(of: number, name, flags).makeAsyncIterator()
        #expect(try #require(await updates.next()) == (0, nil, []))
        try store.transaction {
            number.value = 1
            name.value = "Ada"
            flags.value = [true]
        }
        #expect(try #require(await updates.next()) == (1, "Ada", [true]))
        try store.setValue(1, forKey: "unrelated")
        name.value = nil
        #expect(try #require(await updates.next()) == (1, nil, [true]))
    }

    @Test("entries of several stores come together")
    func severalStores() async throws {
        let memory = counter(in: try StoreKind.inMemory.make())
        let file = counter(in: try StoreKind.userDefaults.make())
        var updates = Defaults.updates(of: memory, file, initial: false).makeAsyncIterator()
        memory.value = 1
        #expect(try #require(await updates.next()) == (1, 0))
        file.value = 2
        #expect(try #require(await updates.next()) == (1, 2))
    }

    @Test("values that are given together were current together", arguments: StoreKind.allCases)
    func consistent(kind: StoreKind) async throws {
        let store = try kind.make()
        let (left, right) = (counter("left", in: store), counter("right", in: store))
        let writer = Task.detached {
            for value in 1...500 {
                try store.transaction {
                    left.value = value
                    right.value = -value
                }
            }
        }
        var last = -1
        for await (one, other) in Defaults.updates(of: left, right) {
            #expect(one == -other)
            #expect(one > last)
            last = one
            if one == 500 { break }
        }
        try await writer.value
    }

    @Test("observed together, one call for a transaction, none for what changes nothing", arguments: StoreKind.allCases)
    func observedTogether(kind: StoreKind) throws {
        let store = try kind.make()
        let number = counter(in: store)
        let name: DefaultsEntry<String?> = Defaults.value("name").bound(to: store)
        let other = counter("n", in: InMemoryStore())
        let heard = Recorder<String>()
        let observation = Defaults.observe(number, name, other, initial: true) { number, name, other in
            heard.record("\(number) \(name ?? "-") \(other)")
        }
        try store.transaction {
            number.value = 1
            name.value = "Ada"
        }
        try store.setValue(1.0, forKey: "n")
        try store.setValue(1, forKey: "unrelated")
        other.value = 5
        observation.withoutNotifying { number.value = 2 }
        name.value = nil
        observation.cancel()
        name.value = "Bob"
        #expect(heard.values == ["0 - 0", "1 Ada 0", "1 Ada 5", "2 - 5"])
    }

    @Test("a handler of several entries may write them", arguments: StoreKind.allCases)
    func reentrance(kind: StoreKind) throws {
        let store = try kind.make()
        let (left, right) = (counter("left", in: store), counter("right", in: store))
        let heard = Recorder<[Int]>()
        let observation = Defaults.observe(left, right) { one, other in
            heard.record([one, other])
            right.value = one * 2
        }
        left.value = 4
        observation.cancel()
        #expect(heard.values == [[4, 0], [4, 8]])
    }
}
