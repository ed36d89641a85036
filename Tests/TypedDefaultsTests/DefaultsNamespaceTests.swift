import Foundation
import Testing
import TypedDefaults

private enum SharedDefaults: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore(["place": "own"])
    static let place: DefaultsEntry<String?> = value("place")
}

private enum OtherDefaults: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore(["place": "other"])
    static let place: DefaultsEntry<String?> = value("place")
}

@Suite("Namespaces")
struct DefaultsNamespaceTests {
    @Test("an entry uses its namespace's store, the task's in withStore, and the process's after bootstrap")
    func replacement() async throws {
        #expect(SharedDefaults.place.value == "own")
        let task = InMemoryStore(["place": "task"])
        SharedDefaults.withStore(task) {
            #expect(SharedDefaults.place.value == "task")
            #expect(OtherDefaults.place.value == "other")
            SharedDefaults.withStore(InMemoryStore()) { #expect(SharedDefaults.place.value == nil) }
        }
        await SharedDefaults.withStore(task) {
            await Task.yield()
            async let child = SharedDefaults.place.value
            #expect(await child == "task")
        }
        #expect(SharedDefaults.place.value == "own")

        SharedDefaults.bootstrap(InMemoryStore(["place": "process"]))
        #expect(SharedDefaults.place.value == "process")
        SharedDefaults.withStore(task) { #expect(SharedDefaults.place.value == "task") }
        SharedDefaults.bootstrap(nil)
        #expect(SharedDefaults.place.value == "own")
    }

    @Test("a bound entry keeps its store")
    func bound() {
        let entry = SharedDefaults.place.bound(to: InMemoryStore(["place": "bound"]))
        SharedDefaults.withStore(InMemoryStore()) { #expect(entry.value == "bound") }
    }

    @Test("entries in a transaction read what it wrote, and an error undoes it all")
    func transaction() throws {
        struct Failure: Error {}
        let store = InMemoryStore()
        try OtherDefaults.withStore(store) {
            try OtherDefaults.transaction {
                OtherDefaults.place.value = "new"
                #expect(OtherDefaults.place.value == "new")
                #expect(store.value(forKey: "place") == nil)
            }
            #expect(OtherDefaults.place.value == "new")
            #expect(throws: Failure.self) {
                try OtherDefaults.transaction {
                    OtherDefaults.place.value = "newer"
                    throw Failure()
                }
            }
            #expect(OtherDefaults.place.value == "new")
        }
    }
}
