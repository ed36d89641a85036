import Testing

@testable import TypedDefaults
