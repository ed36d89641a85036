import Foundation
import TypedDefaults

/// Writes a line at once: nothing may wait in a buffer when the program is killed.
func answer(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// Sets a number and flushes, for ever, printing each number once its flush has returned.
func writeLoop(_ store: PropertyListFileStore) throws {
    var number = Int64(0)
    if case .integer(let last)? = try store.value(forKey: "n") { number = last }
    while true {
        number += 1
        try store.setValue(.integer(number), forKey: "n")
        try store.setValue(.string(String(repeating: "x", count: Int(number % 5_000))), forKey: "padding")
        try store.flush()
        answer("\(number)")
    }
}

/// Sets keys one by one while others do the same, and prints what it heard of theirs.
func writeKeys(_ store: PropertyListFileStore, prefix: String, count: Int, others: [String]) throws {
    let heard = Heard()
    let observations = others.flatMap { other in
        (0..<count).map { number in
            let entry: DefaultsEntry<Int?> = ChildDefaults.value("\(other)\(number)").bound(to: store)
            return entry.observe { heard.add($0.key) }
        }
    }
    answer("ready")
    _ = readLine()
    for number in 0..<count {
        try store.setValue(.integer(Int64(number)), forKey: "\(prefix)\(number)")
        try store.flush()
    }
    answer("written")
    // Once all are done: what was not heard of yet is in the file, and will be heard of without being asked for.
    _ = readLine()
    for _ in 0..<1_000 where heard.count < others.count * count { usleep(10_000) }
    withExtendedLifetime(observations) {}
    answer("heard \(heard.count) repeated \(heard.repeated) keys \(try store.keys().count)")
}

/// Does what it is told, a line at a time, and answers each with a line.
func serve(_ store: PropertyListFileStore) throws {
    answer("ready")
    while let line = readLine() {
        let words = line.split(separator: " ").map(String.init)
        do throws(DefaultsError) {
            switch words.first {
            case "get": answer(try store.value(forKey: words[1]).map { "\($0)" } ?? "nil")
            case "set":
                try store.setValue(.integer(Int64(words[2]) ?? 0), forKey: words[1])
                answer("ok")
            case "flush":
                try store.flush()
                answer("ok")
            case "available": answer("\(store.isAvailable)")
            default: return
            }
        } catch {
            let cause = (error.underlyingError as? POSIXError).map { "\($0.code.rawValue)" } ?? "-"
            answer("\(error.code) \(cause)")
        }
    }
}

/// Counts the changes of keys.
final class Heard: @unchecked Sendable {
    // SAFETY: `counts` is read and written with `lock` locked only.
    private var counts: [String: Int] = [:]
    private let lock = NSLock()

    func add(_ key: String) {
        lock.withLock { counts[key, default: 0] += 1 }
    }

    var count: Int { lock.withLock { counts.count } }
    var repeated: Int { lock.withLock { counts.values.filter { $0 > 1 }.count } }
}
