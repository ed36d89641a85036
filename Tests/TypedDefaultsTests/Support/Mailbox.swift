/// Collects values from code that runs anywhere, for a test that waits for them.
struct Mailbox<Value: Sendable>: Sendable {
    private let values: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (values, continuation) = AsyncStream.makeStream(of: Value.self)
    }

    func send(_ value: Value) {
        continuation.yield(value)
    }

    /// The next values. It waits until there are as many. One task at a time may ask.
    func next(_ count: Int) async -> [Value] {
        var received: [Value] = []
        var iterator = values.makeAsyncIterator()
        while received.count < count, let value = await iterator.next() { received.append(value) }
        return received
    }
}
