import Dispatch
import Foundation
import TypedDefaults

extension Requirement {
    static let all: [Requirement] = [
        absence, roundTrip, replacement, removal, odd, canonical, listing, depth, batches, updates, flushing,
        order, silence, reentrance, endings,
    ]

    private static let absence = Requirement(name: "an absent key has no value") { checker in
        checker.expect(try checker.store.value(forKey: "absent") == nil, "a new store has a value for \"absent\"")
        checker.expect(try checker.store.keys().isEmpty, "a new store has keys after a read")
        try checker.store.removeValue(forKey: "absent")
    }

    private static let roundTrip = Requirement(name: "each value is read back exactly") { checker in
        for (index, (name, value)) in StoreConformance.values.enumerated() {
            try checker.store.setValue(value, forKey: "key \(index)")
            checker.expect(try checker.store.value(forKey: "key \(index)") == value, "\(name) was not read back")
        }
        let reopened = try checker.reopened()
        for (index, (name, value)) in StoreConformance.values.enumerated() {
            let found = try reopened.value(forKey: "key \(index)")
            checker.expect(found == value, "\(name) was not read back after reopening")
        }
        let count = try reopened.keys().count
        checker.expect(count == StoreConformance.values.count, "\(count) keys are listed after reopening")
    }

    private static let replacement = Requirement(name: "a value replaces one of any type") { checker in
        for (name, value) in StoreConformance.values {
            try checker.store.setValue(value, forKey: "k")
            checker.expect(try checker.store.value(forKey: "k") == value, "\(name) did not replace the value before")
        }
    }

    private static let removal = Requirement(name: "a removed key is gone") { checker in
        try checker.store.setValue(1, forKey: "k")
        try checker.store.setValue(2, forKey: "other")
        _ = try checker.reopened()
        try checker.store.removeValue(forKey: "k")
        checker.expect(try checker.store.value(forKey: "k") == nil, "it still has a value")
        let reopened = try checker.reopened()
        checker.expect(try reopened.value(forKey: "k") == nil, "it has a value again after reopening")
        checker.expect(try reopened.value(forKey: "other") == 2, "another key's value is gone too")
    }

    private static let odd = Requirement(name: "every string is a key") { checker in
        for (index, key) in StoreConformance.keys.enumerated() {
            try checker.store.setValue(.integer(Int64(index)), forKey: key)
        }
        let reopened = try checker.reopened()
        for (index, key) in StoreConformance.keys.enumerated() {
            let value = try reopened.value(forKey: key)
            checker.expect(value == .integer(Int64(index)), "\(key.debugDescription) lost its value")
        }
        checker.expect(try reopened.keys() == Set(StoreConformance.keys), "the keys are listed otherwise")
    }

    private static let canonical = Requirement(name: "canonically equivalent strings are one key") { checker in
        try checker.store.setValue(1, forKey: "caf\u{E9}")
        try checker.store.setValue(2, forKey: "cafe\u{301}")
        checker.expect(try checker.store.value(forKey: "caf\u{E9}") == 2, "the composed form has another value")
        let reopened = try checker.reopened()
        checker.expect(try reopened.value(forKey: "caf\u{E9}") == 2, "it has another value after reopening")
        checker.expect(try reopened.value(forKey: "cafe\u{301}") == 2, "the decomposed form has another value")
        checker.expect(try reopened.keys().count == 1, "both are listed")
    }

    private static let listing = Requirement(name: "the keys are listed") { checker in
        for key in ["a", "b", "c"] { try checker.store.setValue(1, forKey: key) }
        try checker.store.removeValue(forKey: "b")
        let keys = try checker.store.keys()
        checker.expect(keys == ["a", "c"], "\(keys.sorted()) instead of a and c")
    }

    private static let depth = Requirement(name: "a value nested too deep is refused") { checker in
        try checker.store.setValue(1, forKey: "k")
        do throws(DefaultsError) {
            try checker.store.setValue(StoreConformance.nested(PropertyListValue.maximumDepth + 1), forKey: "k")
            checker.expect(false, "it was taken")
        } catch {
            checker.expect(error.code == .encodingFailed, "the error's code is \(error.code)")
        }
        checker.expect(try checker.store.value(forKey: "k") == 1, "the old value was changed")
    }

    private static let batches = Requirement(name: "a batch is applied as a whole or not at all") { checker in
        let store = checker.store
        try store.setValue(1, forKey: "a")
        let refused = DefaultsBatch(edits: ["a": 2, "b": 2], expecting: ["a": 5])
        checker.expect(try !store.commit(refused), "one whose expectation fails was committed")
        checker.expect(try store.value(forKey: "a") == 1, "it changed a value")
        checker.expect(try store.value(forKey: "b") == nil, "it added a value")
        let tooDeep = StoreConformance.nested(PropertyListValue.maximumDepth + 1)
        do {
            _ = try store.commit(DefaultsBatch(edits: ["a": 3, "b": tooDeep]))
            checker.expect(false, "one with a value that can't be stored was committed")
        } catch {
            checker.expect(try store.value(forKey: "a") == 1, "one that threw changed a value")
        }
        let applied = DefaultsBatch(edits: ["a": nil, "b": 2, "c": 3], expecting: ["a": 1, "b": nil])
        checker.expect(try store.commit(applied), "one whose expectations hold was not committed")
        checker.expect(try store.keys() == ["b", "c"], "it left other keys than b and c")
    }

    private static let updates = Requirement(name: "no update is lost between threads") { checker in
        let store = checker.store
        let failures = ConformanceCounter()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<100 {
                do {
                    try store.updateValue(forKey: "n") { value in
                        value = .integer(try value.map(Int64.decode).map { $0 + 1 } ?? 1)
                    }
                } catch {
                    failures.increment()
                }
            }
        }
        checker.expect(failures.count == 0, "\(failures.count) updates threw")
        checker.expect(try store.value(forKey: "n") == 800, "fewer than 800 of 800 updates were kept")
    }

    private static let flushing = Requirement(name: "flushing saves everything, however often") { checker in
        try checker.store.flush()
        for number in 0..<100 { try checker.store.setValue(.integer(Int64(number)), forKey: "n") }
        let reopened = try checker.reopened()
        checker.expect(try reopened.value(forKey: "n") == 99, "the last value was not saved")
        try checker.store.flush()
    }
}
