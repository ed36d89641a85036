import Foundation
import TypedDefaults

// A program that the tests of user defaults start, kill and talk to. Each command works on one suite, or on the standard
// defaults when that is "standard".
//
//   set SUITE KEY N             sets a key and returns from main at once
//   set-and-exit SUITE KEY N    sets a key and calls exit
//   set-and-die SUITE KEY N     sets a key, flushes and kills itself
//   level SUITE                 prints the value of the Int entry "level", and what is in the suite itself
//   first-reads SUITE KEY       reads a key on 8 threads at once, with the first use of the suite, and prints the results
//   write-loop SUITE            sets "n" to 1, 2, … and flushes, printing each number when its flush has returned
//   write-keys SUITE PREFIX N   sets PREFIX0 … PREFIXN-1, flushing each. It waits for a line before it begins
//   serve SUITE                 reads and writes as the lines on its standard input say, one answer for each
//   as-nobody SUITE             the same after it has given up being root

let arguments = Array(CommandLine.arguments.dropFirst())

func argument(_ index: Int) -> String { arguments.indices.contains(index) ? arguments[index] : "" }

func open() throws -> UserDefaultsStore {
    argument(1) == "standard" ? .standard : try UserDefaultsStore(suite: argument(1))
}

func set() throws -> UserDefaultsStore {
    let store = try open()
    try store.setValue(.integer(Int64(argument(3)) ?? 0), forKey: argument(2))
    return store
}

enum Level: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
}

do {
    switch argument(0) {
    case "set": _ = try set()
    case "set-and-exit":
        _ = try set()
        exit(0)
    case "set-and-die":
        try set().flush()
        kill(getpid(), SIGKILL)
    case "level":
        let entry: DefaultsEntry<Int?> = Level.value("level").bound(to: try open())
        answer("\(try entry.read() ?? -1)")
    case "first-reads": try readAtOnce(key: argument(2))
    case "write-loop": try writeLoop(open())
    case "write-keys": try writeKeys(open(), prefix: argument(2), count: Int(argument(3)) ?? 0)
    case "as-nobody":
        guard setgid(65534) == 0, setuid(65534) == 0 else { exit(77) }
        try serve(open())
    case "serve": try serve(open())
    default: exit(64)
    }
} catch {
    answer("error \(error)")
    exit(1)
}
