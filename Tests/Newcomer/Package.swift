// swift-tools-version: 6.2
// A program outside the package, as a newcomer would write it: Swift 6 mode, no annotations, no warnings.
import PackageDescription

let package = Package(
    name: "newcomer",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "TypedDefaults", path: "../..")],
    targets: [
        .executableTarget(
            name: "newcomer",
            dependencies: [.product(name: "TypedDefaults", package: "TypedDefaults")],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "newcomer-on-main",
            dependencies: [.product(name: "TypedDefaults", package: "TypedDefaults")],
            swiftSettings: [.treatAllWarnings(as: .error), .defaultIsolation(MainActor.self)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
