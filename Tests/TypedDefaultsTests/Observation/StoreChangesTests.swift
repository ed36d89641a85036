import Dispatch
import Testing
import TypedDefaults

/// Everything that a store commits, on every store.
@Suite("Changes of a store", .timeLimit(.minutes(5)))
struct StoreChangesTests {
    private static func texts(_ commit: DefaultsCommit) -> [String] {
        commit.changes.map { change in
            let (old, new) = (change.oldValue.map { "\($0)" } ?? "-", change.newValue.map { "\($0)" } ?? "-")
            return "\(change.key): \(old) → \(new)"
        }.sorted()
    }

    private func entry(_ key: String, in store: any DefaultsStore) -> DefaultsEntry<String?> {
        Defaults.value(key).bound(to: store)
    }

    @Test(
        "each commit comes once and in order, a batch as one, also those that nobody consumed yet",
        arguments: StoreKind.allCases
    )
    func sequence(kind: StoreKind) async throws {
        let store = try kind.make()
        let changes = store.changes
        try store.setValue("a", forKey: "x")
        try store.setValue("a", forKey: "x")
        _ = try store.commit(DefaultsBatch(edits: ["x": "b", "y.z": "c"]))
        try store.transaction {
            for key in ["x", "y.z", ""] { entry(key, in: store).value = key.isEmpty ? "d" : nil }
        }
        for number in 1...100 { try store.setValue(.integer(Int64(number)), forKey: "n") }
        var iterator = changes.makeAsyncIterator()
        var commits: [DefaultsCommit] = []
        for _ in 0..<103 { commits.append(try #require(await iterator.next())) }
        func text(_ value: PropertyListValue) -> String { "\(value)" }
        #expect(Self.texts(commits[0]) == ["x: - → \(text("a"))"])
        #expect(Self.texts(commits[1]) == ["x: \(text("a")) → \(text("b"))", "y.z: - → \(text("c"))"])
        #expect(commits[2].changes.map(\.newValue).filter { $0 == nil }.count == 2)
        #expect(commits.dropFirst(3).compactMap { $0.changes.first?.newValue } == (1...100).map { .integer($0) })
        let numbers = commits.map(\.sequenceNumber)
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == numbers.count)
        #expect(commits.map(\.isExternal).contains(true) == false)
    }

    @Test("with a prefix, only keys that begin with it", arguments: StoreKind.allCases)
    func prefix(kind: StoreKind) async throws {
        let store = try kind.make()
        let heard = Recorder<[String]>()
        let onQueue = Mailbox<[String]>()
        let observations = [
            store.observe(prefix: "ui.") { heard.record(Self.texts($0).map { String($0.prefix(4)) }) },
            store.observe(prefix: "ui.", on: DispatchQueue(label: "test")) { onQueue.send($0.changes.map(\.key)) },
        ]
        var iterator = store.changes(prefix: "ui.").makeAsyncIterator()
        try store.setValue(1, forKey: "uix")
        try store.setValue(1, forKey: "other")
        _ = try store.commit(DefaultsBatch(edits: ["ui.b": 1, "ui.a": 1, "net.c": 1]))
        try store.setValue(2, forKey: "ui.a")
        #expect(heard.values == [["ui.a", "ui.b"], ["ui.a"]])
        #expect(await onQueue.next(2).map { $0.sorted() } == [["ui.a", "ui.b"], ["ui.a"]])
        #expect(await iterator.next()?.changes.count == 2)
        #expect(await iterator.next()?.changes.map(\.newValue) == [2])
        for observation in observations { observation.cancel() }
    }

    @Test("it ends when its task is cancelled", arguments: StoreKind.allCases)
    func cancellation(kind: StoreKind) async throws {
        let store = try kind.make()
        let seen = Mailbox<Int>()
        let changes = store.changes
        let task = Task {
            for await commit in changes { seen.send(commit.changes.count) }
            seen.send(-1)
        }
        try store.setValue(1, forKey: "n")
        #expect(await seen.next(1) == [1])
        task.cancel()
        #expect(await seen.next(1) == [-1])
        try store.setValue(2, forKey: "n")
    }

    @Test("on the main actor and other actors", arguments: StoreKind.allCases)
    @MainActor
    func actors(kind: StoreKind) async throws {
        actor Log {
            var keys: [String] = []
        }
        let store = try kind.make()
        let log = Log()
        var keys: [String] = []
        let isDone = Mailbox<Void>()
        let observations = [
            store.observe(on: MainActor.shared) { commit in
                keys += commit.changes.map(\.key)
                isDone.send(())
            },
            store.observe(on: log) { log, commit in
                log.keys += commit.changes.map(\.key)
                isDone.send(())
            },
        ]
        try store.setValue(1, forKey: "a")
        try store.setValue(1, forKey: "b")
        _ = await isDone.next(4)
        #expect(keys == ["a", "b"])
        #expect(await log.keys == ["a", "b"])
        for observation in observations { observation.cancel() }
    }

    @Test(
        "a view of a store with a prefix has the changes of its keys, under their short names",
        arguments: StoreKind.allCases
    )
    func prefixedStore(kind: StoreKind) throws {
        let store = try kind.make()
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: store.prefixed("a.").prefixed("b."))
        let heard = Recorder<Int?>()
        let observation = entry.observe(initial: true) { heard.record($0.newValue) }
        entry.value = 1
        try store.setValue(2, forKey: "a.b.n")
        try store.setValue(9, forKey: "a.n")
        observation.withoutNotifying { entry.value = 3 }
        try store.transaction {
            entry.value = 4
            entry.value = 5
        }
        observation.cancel()
        entry.value = 6
        #expect(heard.values == [nil, 1, 2, 5])
    }
}
