import Dispatch
import Foundation
import TypedDefaults

extension Requirement {
    private static func entry(_ key: String, in store: any DefaultsStore) -> DefaultsEntry<PropertyListValue?> {
        ConformanceNamespace.value(key).bound(to: store)
    }

    static let order = Requirement(name: "observers hear of each change once and in order") { checker in
        for key in ["plain", "a.b", "@x", "", "ключ", "a b"] {
            let heard = ConformanceLog()
            let observation = entry(key, in: checker.store).observe { change in
                heard.append([change.oldValue, change.newValue])
            }
            try checker.store.setValue(1, forKey: key)
            try checker.store.setValue(2, forKey: "unrelated \(key)")
            _ = try checker.store.commit(DefaultsBatch(edits: [key: "two", "another": 0]))
            try checker.store.removeValue(forKey: key)
            observation.cancel()
            let expected: [[PropertyListValue?]] = [[nil, 1], [1, "two"], ["two", nil]]
            checker.expect(heard.entries == expected, "of \(key.debugDescription) they heard otherwise")
        }
    }

    static let silence = Requirement(name: "setting an equal value is no change") { checker in
        let heard = ConformanceLog()
        let values: [PropertyListValue] = [1, .real(.nan), -0.0, "x", ["a": [1, 2]]]
        for value in values {
            try checker.store.setValue(value, forKey: "k")
            let observation = entry("k", in: checker.store).observe { heard.append([$0.newValue]) }
            try checker.store.setValue(value, forKey: "k")
            _ = try checker.store.commit(DefaultsBatch(edits: ["k": value]))
            observation.cancel()
        }
        checker.expect(heard.entries.isEmpty, "observers heard of it")
    }

    static let reentrance = Requirement(name: "an observer may use the store") { checker in
        let store = checker.store
        let heard = ConformanceLog()
        let observation = entry("k", in: store).observe { change in
            heard.append([change.newValue, entry("k", in: store).value])
            if change.newValue == 1 { entry("k", in: store).value = 2 }
            entry("copy", in: store).value = change.newValue
        }
        try store.setValue(1, forKey: "k")
        observation.cancel()
        checker.expect(heard.entries == [[1, 1], [2, 2]], "it did not hear of the write it made, in order")
        checker.expect(try store.value(forKey: "copy") == 2, "its last write is lost")
    }

    static let endings = Requirement(name: "a cancelled observer hears nothing more") { checker in
        let heard = ConformanceLog()
        let observation = entry("k", in: checker.store).observe { heard.append([$0.newValue]) }
        try checker.store.setValue(1, forKey: "k")
        observation.cancel()
        observation.cancel()
        try checker.store.setValue(2, forKey: "k")
        checker.expect(heard.entries == [[1]], "it did")
    }
}

/// The namespace of the entries that the suite makes. Each of them is bound to the store under test.
private enum ConformanceNamespace: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
}

/// What observers heard, from whatever thread.
private final class ConformanceLog: Sendable {
    private let list = Lock<[[PropertyListValue?]]>([])

    var entries: [[PropertyListValue?]] { list.withLock { $0 } }

    func append(_ entry: [PropertyListValue?]) {
        list.withLock { $0.append(entry) }
    }
}

/// A number that several threads raise.
final class ConformanceCounter: Sendable {
    private let number = Lock(0)

    var count: Int { number.withLock { $0 } }

    func increment() {
        number.withLock { $0 += 1 }
    }
}
