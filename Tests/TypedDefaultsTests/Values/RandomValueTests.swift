import Foundation
import Testing

@testable import TypedDefaults

@Suite("Random values")
struct RandomValueTests {
    /// 10,000 values in all by default, a hundred times as many on request.
    private static let count = ProcessInfo.processInfo.environment["TYPED_DEFAULTS_SOAK"] == nil ? 2_000 : 200_000

    @Test("are read back exactly from every store, before and after reopening", arguments: StoreKind.allCases)
    func stores(kind: StoreKind) throws {
        var random = RandomValues(seed: 1)
        let store = try kind.make()
        let values = (0..<Self.count).map { _ in random.value() }
        _ = try store.commit(
            DefaultsBatch(edits: Dictionary(values.enumerated().map { ("key \($0)", $1) }) { $1 }))
        for (phase, store) in [("before", store), ("after", try kind.reopened(store))] {
            let wrong = try values.indices.filter { try store.value(forKey: "key \($0)") != values[$0] }
            #expect(wrong == [], "\(phase) reopening: \(wrong.first.map { "\(values[$0])" } ?? "")")
        }
    }

    @Test("are read back exactly from both formats, and from JSON", arguments: [PropertyListFileFormat.xml, .binary])
    func formats(format: PropertyListFileFormat) throws {
        var random = RandomValues(seed: 2)
        let values = Dictionary((0..<Self.count).map { ("key \($0)", random.value()) }) { $1 }
        let isSame = try PropertyListDocument.read(PropertyListDocument(values: values).write(format)).values == values
        #expect(isSame)
        let isSameInJSON = try JSONForm.decode(JSONForm.encode(values)) == values
        #expect(isSameInJSON)
    }

    @Test("of a codable type are read back exactly from every store", arguments: StoreKind.allCases)
    func codable(kind: StoreKind) throws {
        var random = RandomValues(seed: 3)
        let store = try kind.make()
        let trees = (0..<200).map { _ in RandomTree(&random, depth: 4) }
        for (index, tree) in trees.enumerated() {
            let entry: DefaultsEntry<RandomTree?> = Defaults.value("tree \(index)").bound(to: store)
            try entry.write(tree)
        }
        let reopened = try kind.reopened(store)
        for (index, tree) in trees.enumerated() {
            let entry: DefaultsEntry<RandomTree?> = Defaults.value("tree \(index)").bound(to: reopened)
            #expect(try entry.read() == tree)
        }
    }
}

private struct RandomTree: Codable, Defaultable, Equatable {
    var number: Int?
    var text: String
    var children: [RandomTree]
    var named: [String: RandomTree]
    var date: Date

    init(_ random: inout RandomValues, depth: Int) {
        number = Bool.random(using: &random) ? Int(truncatingIfNeeded: random.next()) : nil
        text = "\(random.next())"
        date = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &random))
        let count = depth > 0 ? Int.random(in: 0..<3, using: &random) : 0
        children = []
        named = [:]
        for index in 0..<count {
            children.append(RandomTree(&random, depth: depth - 1))
            named["\(index)"] = RandomTree(&random, depth: depth - 1)
        }
    }
}
