import Dispatch
import Foundation
import TypedDefaults

/// Writes a line at once: nothing may wait in a buffer when the program is killed.
func answer(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// Reads a key on several threads at once.
func readAtOnce(key: String) throws {
    let lines = DispatchQueue(label: "lines")
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let result: String
        do {
            result = try open().value(forKey: key).map { "\($0)" } ?? "nil"
        } catch {
            result = "\(error)"
        }
        lines.sync { answer(result) }
    }
}

/// Sets a number and flushes, for ever, printing each number once its flush has returned.
func writeLoop(_ store: UserDefaultsStore) throws {
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

/// Sets keys one by one while others do the same.
func writeKeys(_ store: UserDefaultsStore, prefix: String, count: Int) throws {
    answer("ready")
    _ = readLine()
    for number in 0..<count {
        try store.setValue(.integer(Int64(number)), forKey: "\(prefix)\(number)")
        try store.flush()
    }
    answer("written")
}

/// Sets numbers while other threads list the keys, and returns how often it did not find what it had set, nor others the key.
func setBesideListing(_ store: UserDefaultsStore, count: Int) throws(DefaultsError) -> Int {
    let isOver = Lock(false)
    let misses = Lock(0)
    let listing = DispatchGroup()
    try store.setValue(0, forKey: "n")
    for _ in 0..<3 {
        listing.enter()
        Thread.detachNewThread {
            while !isOver.withLock({ $0 }) {
                do { if try store.keys() != ["n"] { misses.withLock { $0 += 1 } } } catch { answer("error \(error)") }
            }
            listing.leave()
        }
    }
    for number in 1...count {
        let value = PropertyListValue.integer(Int64(number))
        try store.setValue(value, forKey: "n")
        if try store.value(forKey: "n") != value { misses.withLock { $0 += 1 } }
    }
    isOver.withLock { $0 = true }
    listing.wait()
    return misses.withLock { $0 }
}

/// Does what it is told, a line at a time, and answers each with a line.
func serve(_ store: UserDefaultsStore) throws {
    let reports = Lock<[String]>([])
    let isSetting = Lock(false)
    DefaultsReporter.bootstrap(DefaultsReporter { error in reports.withLock { $0.append(error.code.name) } })
    answer("ready")
    while let line = readLine() {
        let words = line.split(separator: " ").map(String.init)
        do throws(DefaultsError) {
            switch words.first {
            case "get":
                let value = try store.value(forKey: words[1])
                if case .integer(let number)? = value {
                    answer("\(number)")
                } else {
                    answer("\(value == nil ? "nil" : "?")")
                }
            case "set":
                try store.setValue(.integer(Int64(words[2]) ?? 0), forKey: words[1])
                answer("ok")
            case "setting":
                // On another thread.
                let count = Int(words[1]) ?? 0
                isSetting.withLock { $0 = true }
                Thread.detachNewThread {
                    for number in 0..<count {
                        do { try store.setValue(1, forKey: "s\(number)") } catch { answer("error \(error)") }
                        usleep(500)
                    }
                    isSetting.withLock { $0 = false }
                }
                answer("ok")
            case "list": answer("\(try setBesideListing(store, count: Int(words[1]) ?? 0))")
            case "is-setting": answer("\(isSetting.withLock { $0 })")
            case "fill":
                try store.setValue(.data(Data(repeating: 1, count: Int(words[2]) ?? 0)), forKey: words[1])
                answer("ok")
            case "remove":
                try store.removeValue(forKey: words[1])
                answer("ok")
            case "foundation":
                // As other code of this process does, which knows nothing of the library.
                UserDefaults(suiteName: argument(1))?.set(Int(words[2]) ?? 0, forKey: words[1])
                answer("ok")
            case "foundation-date":
                // With a fraction of a second, which Foundation keeps in memory but does not save.
                UserDefaults(suiteName: argument(1))?.set(Date(timeIntervalSinceReferenceDate: 0.5), forKey: words[1])
                answer("ok")
            case "flush":
                try store.flush()
                answer("ok")
            case "other":
                // Another suite of this process, which is opened as soon as it is used.
                let other = try UserDefaultsStore(suite: store.name + ".other")
                try other.setValue(.integer(Int64(words[2]) ?? 0), forKey: words[1])
                try other.flush()
                answer("ok")
            case "other-keys":
                answer(try UserDefaultsStore(suite: store.name + ".other").keys().sorted().joined(separator: " "))
            case "reload":
                try store.reload()
                answer("ok")
            case "reports": answer(reports.withLock { $0 }.joined(separator: " "))
            case "keys": answer(try store.keys().sorted().joined(separator: " "))
            default: return
            }
        } catch {
            let cause = (error.underlyingError as? POSIXError).map { "\($0.code.rawValue)" } ?? "-"
            answer("\(error.code) \(cause)")
        }
    }
}
