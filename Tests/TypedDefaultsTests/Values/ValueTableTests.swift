import Foundation
import Testing
import TypedDefaults

@Suite("The table of values")
struct ValueTableTests {
    @Test("has at least 250 values")
    func size() {
        #expect(ValueTable.all.count >= 250)
    }

    @Test("each value is read back exactly, before and after reopening", arguments: StoreKind.allCases)
    func roundTrip(kind: StoreKind) throws {
        let store = try kind.make()
        var problems: [String] = []
        func check(_ store: any DefaultsStore, _ phase: String) {
            for (index, value) in ValueTable.all.enumerated() {
                do {
                    guard let problem = try value.problem("key \(index)", store) else { continue }
                    problems.append("\(value.name) \(phase): \(problem.prefix(120))")
                } catch {
                    problems.append("\(value.name) \(phase): \(error)")
                }
            }
        }
        for (index, value) in ValueTable.all.enumerated() {
            do {
                try value.write("key \(index)", store)
            } catch {
                problems.append("\(value.name) when writing: \(error)")
            }
        }
        check(store, "before reopening")
        check(try kind.reopened(store), "after reopening")
        #expect(problems == [])
    }

    @Test("writing a value again changes nothing, whatever its order in memory", arguments: StoreKind.allCases)
    func equalWritesAreSilent(kind: StoreKind) throws {
        let store = try kind.make()
        for (index, value) in ValueTable.all.enumerated() { try value.write("key \(index)", store) }
        let heard = Recorder<[String]>()
        let observation = store.observe(prefix: "") { commit in heard.record(commit.changes.map(\.key)) }
        for (index, value) in ValueTable.all.enumerated() { try value.write("key \(index)", store) }
        let names = heard.values.flatMap { $0 }.compactMap { Int($0.dropFirst(4)) }.map { ValueTable.all[$0].name }
        #expect(names == [])
        observation.cancel()
    }
}
