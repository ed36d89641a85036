#if canImport(SwiftUI)
public import SwiftUI

extension DefaultsEntry {
    /// A binding to the entry's value, for controls.
    ///
    /// ```swift
    /// Toggle("Dark mode", isOn: Defaults.isDark.binding)
    /// Picker("Theme", selection: Defaults.theme.binding) { … }
    /// ```
    ///
    /// A view whose body reads ``value`` is updated when it changes, whoever changes it, with no wrapper.
    public var binding: Binding<T> {
        Binding(get: { value }, set: { value = $0 })
    }
}

/// In a view, the property is found by SwiftUI. Reading it in `body` updates the view when the value changes, and
/// `$name.binding` is a binding to it.
///
/// ```swift
/// struct SettingsView: View {
///     @UserDefault(Defaults.isDark) private var isDark
///
///     var body: some View {
///         Toggle("Dark mode", isOn: $isDark.binding)
///         Text(isDark ? "Dark" : "Light")
///     }
/// }
/// ```
extension UserDefault: DynamicProperty {}
#endif
