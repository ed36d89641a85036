import Foundation
import TypedDefaults

// A program that the durability tests start, kill and talk to. Each command works on one file.
//
//   write-loop FILE             sets "n" to 1, 2, … and flushes, printing each number when its flush has returned
//   write-keys FILE PREFIX N P… sets PREFIX0 … PREFIXN-1, flushing each, and counts what it hears of P0 … PN-1
//                               for each other prefix P. It waits for a line before it begins and before it ends
//   set-and-exit FILE KEY N     sets a key and returns from main at once
//   set-and-die FILE KEY N      sets a key, flushes and kills itself
//   serve FILE                  reads and writes as the lines on its standard input say, one answer for each
//   as-nobody FILE              the same after it has given up being root
//   first-id FILE               prints the value of an entry that generates one when it is absent

let arguments = Array(CommandLine.arguments.dropFirst())

func argument(_ index: Int) -> String { arguments.indices.contains(index) ? arguments[index] : "" }

func open() throws -> PropertyListFileStore {
    try PropertyListFileStore(url: URL(filePath: argument(1)))
}

enum ChildDefaults: DefaultsNamespace {
    static let store: any DefaultsStore = InMemoryStore()
}

do {
    switch argument(0) {
    case "write-loop": try writeLoop(open())
    case "write-keys":
        try writeKeys(open(), prefix: argument(2), count: Int(argument(3)) ?? 0, others: Array(arguments.dropFirst(4)))
    case "set-and-exit": try open().setValue(.integer(Int64(argument(3)) ?? 0), forKey: argument(2))
    case "set-and-die":
        let store = try open()
        try store.setValue(.integer(Int64(argument(3)) ?? 0), forKey: argument(2))
        try store.flush()
        kill(getpid(), SIGKILL)
    case "as-nobody":
        guard setgid(65534) == 0, setuid(65534) == 0 else { exit(77) }
        try serve(open())
    case "serve": try serve(open())
    case "first-id":
        let store = try open()
        let entry: DefaultsEntry<String> = ChildDefaults.value("id").whenNil(save: UUID().uuidString).bound(to: store)
        answer(entry.value)
    default: exit(64)
    }
} catch {
    answer("error \(error)")
    exit(1)
}
