import Foundation
import Testing

/// Waits until a condition holds, and records an issue when it has not after some seconds.
func eventually(
    within seconds: Double = 10,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) rethrows {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline {
        if try condition() { return }
        usleep(2_000)
    }
    #expect(try condition(), comment, sourceLocation: sourceLocation)
}
