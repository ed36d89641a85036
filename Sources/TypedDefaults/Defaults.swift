/// The entries of the program, kept in the standard user defaults.
///
/// Declare each key once, in an extension, and use it as a Swift value:
///
/// ```swift
/// extension Defaults {
///     static let launchCount: DefaultsEntry<Int> = value("launchCount").whenNil(use: 0)
///     static var nickname: DefaultsEntry<String?> { value("nickname") }
/// }
///
/// Defaults.launchCount.value += 1
/// Defaults.nickname.value = nil
/// ```
public enum Defaults: DefaultsNamespace {
    /// The standard user defaults. See ``UserDefaultsStore/standard``.
    public static var store: any DefaultsStore { UserDefaultsStore.standard }
}
