import Foundation
import Testing
import TypedDefaults
import TypedDefaultsTesting

extension Defaults {
    fileprivate static let launchCount: DefaultsEntry<Int> = value("launchCount").whenNil(use: 0)
}

private enum OwnDefaults: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore(["launchCount": 100])
    static let launchCount: DefaultsEntry<Int> = value("launchCount").whenNil(use: 0)
}

@Suite("The in-memory trait on a suite", .inMemoryDefaults)
struct InMemoryDefaultsTraitTests {
    // They run in parallel, and each would see the others' writes if they shared a store.
    @Test("each test and each case has a store of its own", arguments: 0..<20)
    func isolation(number: Int) async {
        for _ in 0..<10 {
            Defaults.launchCount.value += 1
            await Task.yield()
        }
        #expect(Defaults.launchCount.value == 10)
    }

    @Test("child tasks use the test's store")
    func childTasks() async {
        await withTaskGroup { group in
            for _ in 0..<10 { group.addTask { Defaults.launchCount.update { $0 += 1 } } }
        }
        async let count = Defaults.launchCount.value
        #expect(await count == 10)
        let unstructured = Task { Defaults.launchCount.value }
        #expect(await unstructured.value == 10)
    }

    @Test("a test's own trait comes after its suite's", .inMemoryDefaults(["launchCount": 5]))
    func nested() {
        #expect(Defaults.launchCount.value == 5)
    }
}

@Suite("The in-memory trait on a test")
struct InMemoryDefaultsTestTraitTests {
    @Test("it gives a store with values", .inMemoryDefaults(["launchCount": 2]))
    func values() {
        Defaults.launchCount.value += 1
        #expect(Defaults.launchCount.value == 3)
    }

    @Test("it gives one to another namespace", .inMemoryDefaults(for: OwnDefaults.self))
    func namespace() {
        #expect(OwnDefaults.launchCount.value == 0)
        OwnDefaults.launchCount.value = 1
    }

    @Test("without it a namespace has its own store, untouched")
    func without() {
        #expect(OwnDefaults.launchCount.value == 100)
    }
}
