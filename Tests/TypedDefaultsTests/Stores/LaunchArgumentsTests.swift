import Foundation
import Testing
import TypedDefaults

private struct Window: Codable, Defaultable, Equatable {
    var width: Int
}

@Suite("Launch arguments")
struct LaunchArgumentsTests {
    @Test(
        "arguments are read as the types of entries",
        arguments: [
            (["-n", "9"], 9), (["-n", "-5"], -5), (["--n", "9"], 9), (["--n=9"], 9), (["-n", "1", "-n", "2"], 2),
            (["-v", "-n", "3"], 3), (["word", "-n", "4"], 4), (["-m", "1"], nil), (["--", "-n", "5"], nil),
            (["-n", "nine"], nil), (["-n"], nil), (["-n", "--m"], nil), (["--n=-5"], -5), (["-n", "-1e2"], -100),
            ([], nil), (["-"], nil),
        ] as [([String], Int?)]
    )
    func numbers(arguments: [String], expected: Int?) {
        let entry: DefaultsEntry<Int?> = Defaults.value("n").bound(to: LaunchArgumentsStore(arguments))
        DefaultsReporter.withReporter(DefaultsReporter { _ in }) { #expect(entry.value == expected) }
    }

    @Test("flags, arrays, dictionaries and codable values")
    func structures() {
        let store = LaunchArgumentsStore([
            "-verbose", "-quiet", "no", "-list", "(1, 2)", "-json", "[3, 4]", "-window", "{\"width\": 640}",
            "-old", "{width = 320;}", "-text", "(not a list", "-url", "https://example.org/?a=b", "-ratio", "-0.5",
        ])
        func read<T: Defaultable>(_ key: String) -> T? { Defaults.value(key).bound(to: store).value }
        #expect(read("verbose") == true)
        #expect(read("quiet") == false)
        #expect(read("list") == [1, 2])
        #expect(read("json") == [3, 4])
        #expect(read("window") == Window(width: 640))
        #expect(read("old") == Window(width: 320))
        #expect(read("text") == "(not a list")
        // Text it stays for those who ask for text.
        #expect(read("list") == "(1, 2)")
        #expect(read("old") == PropertyListValue.string("{width = 320;}"))
        #expect(read("old") == ["width": 320])
        #expect(read("url") == URL(string: "https://example.org/?a=b"))
        #expect(read("ratio") == -0.5)
    }

    @Test("arguments come before what is stored, and can't be changed")
    func layered() throws {
        let store = LayeredStore([
            .init(.arguments, LaunchArgumentsStore(["-n", "9"])), .init(.stored, InMemoryStore(["n": 1])),
        ])
        let entry: DefaultsEntry<Int> = Defaults.value("n").whenNil(use: 0).bound(to: store)
        #expect(entry.value == 9)
        #expect(try store.origin(ofKey: "n") == .arguments)
        let error = #expect(throws: DefaultsError.self) {
            try LaunchArgumentsStore(["-n", "9"]).setValue(1, forKey: "n")
        }
        #expect(error?.code == .unavailable)
    }
}
