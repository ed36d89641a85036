// What the library and its client file use of Apple's `SwiftUI` module, as its interface declares it.
// https://developer.apple.com/documentation/swiftui/binding
// https://developer.apple.com/documentation/swiftui/dynamicproperty
// https://developer.apple.com/documentation/swiftui/color/resolved

@propertyWrapper
public struct Binding<Value> {
    public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
}

public protocol DynamicProperty {
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@resultBuilder
public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        fatalError()
    }
}

public struct TupleView<T>: View {
    public var body: Never { fatalError() }
}

extension View {
    nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { self }
}

extension Never: View {
    public var body: Never { fatalError() }
}

public struct Text: View {
    nonisolated public init(_ content: String) {}
    public var body: Never { fatalError() }
}

public struct Toggle: View {
    nonisolated public init(_ title: String, isOn: Binding<Bool>) {}
    public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/picker
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    public var body: Never { fatalError() }
}

extension Picker where Label == Text {
    nonisolated public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {}
}

public struct Color: Hashable, Sendable {
    public struct Resolved: Hashable, Sendable, Codable {
        public var linearRed: Float
        public var linearGreen: Float
        public var linearBlue: Float
        public var opacity: Float
    }
}
