// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Puts the benchmarks' functions that count allocations in the place of the C library's.
let countingAllocations = ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign"].flatMap {
    ["-Xlinker", "--defsym=\($0)=benchmarks_\($0)", "-Xlinker", "--export-dynamic-symbol=\($0)"]
}

let package = Package(
    name: "TypedDefaults",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "TypedDefaults", targets: ["TypedDefaults"]),
        .library(name: "TypedDefaultsTesting", targets: ["TypedDefaultsTesting"]),
    ],
    targets: [
        .target(name: "TypedDefaults", resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: settings),
        .target(name: "TypedDefaultsTesting", dependencies: ["TypedDefaults"], swiftSettings: settings),
        .executableTarget(name: "tour", dependencies: ["TypedDefaults"], swiftSettings: settings),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["TypedDefaults"],
            swiftSettings: settings,
            linkerSettings: [.unsafeFlags(countingAllocations, .when(platforms: [.linux]))]
        ),
        .executableTarget(
            name: "defaults-child",
            dependencies: ["TypedDefaults"],
            path: "Tests/DefaultsChild",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "suite-child",
            dependencies: ["TypedDefaults"],
            path: "Tests/SuiteChild",
            swiftSettings: settings
        ),
        .testTarget(
            name: "TypedDefaultsTests",
            dependencies: ["TypedDefaults", "TypedDefaultsTesting", "defaults-child", "suite-child"],
            // Tests read these files where they are.
            exclude: ["Golden/Files"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
