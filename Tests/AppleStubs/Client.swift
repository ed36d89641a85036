// Uses each public symbol that only Apple platforms have, as an app would.

import AppKit
import Combine
import SwiftUI
import TypedDefaults
import UIKit

extension Defaults {
    static let isDark: DefaultsEntry<Bool> = value("isDark").whenNil(use: false)
    static let uiColor: DefaultsEntry<UIColor?> = value("uiColor")
    static let nsColor: DefaultsEntry<NSColor?> = value("nsColor")
    static let accent: DefaultsEntry<Color.Resolved?> = value("accent")
}

enum SyncedDefaults: DefaultsNamespace {
    static var store: any DefaultsStore { UbiquitousStore.standard }
}

struct SettingsView: View {
    @UserDefault(Defaults.isDark) private var isDark

    var body: some View {
        Toggle("Dark mode", isOn: $isDark.binding)
    }
}

struct StatusView: View {
    var body: some View {
        Text(Defaults.isDark.value ? "Dark" : "Light")
    }
}

func logChanges() -> AnyCancellable {
    let publisher: DefaultsPublisher<Bool> = Defaults.isDark.publisher
    return publisher.sink { print($0) }
}

func bind() -> Binding<Bool> {
    Defaults.isDark.binding
}

func isAccountProblem(_ error: DefaultsError) -> Bool {
    error.code == .accountChanged
}
