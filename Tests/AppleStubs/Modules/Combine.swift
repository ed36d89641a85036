// What the library uses of Apple's `Combine` module, as its interface declares it.
// https://developer.apple.com/documentation/combine/publisher

public protocol Cancellable {
    func cancel()
}

public protocol CustomCombineIdentifierConvertible {}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
    public struct Demand: Equatable, Comparable, Sendable {
        public static let none = Demand()
        public static let unlimited = Demand()
        public static func max(_ value: Int) -> Demand { fatalError() }
        public static func += (lhs: inout Demand, rhs: Demand) {}
        public static func -= (lhs: inout Demand, rhs: Int) {}
        public static func < (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
        public static func > (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
    }

    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    associatedtype Input
    associatedtype Failure: Error
    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

public struct AnySubscriber<Input, Failure: Error>: Subscriber {
    public init<S: Subscriber>(_ s: S) where S.Input == Input, S.Failure == Failure {}
    public func receive(subscription: any Subscription) {}
    public func receive(_ value: Input) -> Subscribers.Demand { fatalError() }
    public func receive(completion: Subscribers.Completion<Failure>) {}
}

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public final class AnyCancellable: Cancellable {
    public func cancel() {}
}

extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { fatalError() }
}
