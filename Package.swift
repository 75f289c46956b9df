// swift-tools-version: 6.2
import PackageDescription

/// Our own targets treat every warning as an error; dependencies are left alone.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The Swift libraries inside the program: finding their symbols in shared ones is a quarter of the time to the first
/// frame. What follows the first flag is what the static libraries need. The plain option for it,
/// `--static-swift-stdlib`, would link libcurl and the 29 libraries behind it; `CNoCurl` is there in its place.
let quickStart = LinkerSetting.unsafeFlags(
    [
        "-static-stdlib", "-lCoreFoundation", "-l_CFURLSessionInterface", "-l_FoundationCShims",
        "-l_FoundationCollections", "-l_FoundationICU",
    ], .when(configuration: .release))

let package = Package(
    name: "banchan",
    products: [
        .executable(name: "banchan", targets: ["banchan"]),
        .executable(name: "banchan-benchmark", targets: ["banchan-benchmark"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The program: commands and wiring.
        .executableTarget(
            name: "banchan",
            dependencies: [
                "CNoCurl", "CProcess", "Canvas", "Ledger", "PhoneBook", "Platform", "SQLiteLedger", "ShopApp",
                "ShopClient", "ShopHTTP", "ShopServer", "ShopModels", "ShopResources", "Terminal", "TerminalText",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict, linkerSettings: [quickStart]),

        // The front end.
        .target(
            name: "ShopApp",
            dependencies: [
                "Canvas", "Ledger", "PhoneBook", "Pictures", "Platform", "ShopClient", "ShopHTTP", "ShopModels",
                "Terminal", "TerminalText",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "Terminal",
            dependencies: ["Canvas", "CNcurses", .product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            swiftSettings: strict),
        .target(name: "Canvas", dependencies: ["TerminalText"], swiftSettings: strict),
        .target(name: "Pictures", dependencies: ["Canvas", "CPictures"], swiftSettings: strict),
        .target(name: "TerminalText", dependencies: ["CWidth"], swiftSettings: strict),

        // The repository and the server it fetches from.
        .target(
            name: "ShopClient",
            dependencies: [
                "Canvas", "Pictures", "Platform", "ShopHTTP", "ShopModels", "TerminalText",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "ShopHTTP",
            dependencies: [
                "CZlib", "ShopModels",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),
        .target(
            name: "ShopServer",
            dependencies: [
                "CZlib", "JuiceMaking", "Ledger", "Platform", "ShopHTTP", "ShopModels", "TerminalText", "Vending",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .target(name: "ShopModels", dependencies: ["TerminalText"], swiftSettings: strict),
        .target(name: "JuiceMaking", dependencies: ["ShopModels", "TerminalText"], swiftSettings: strict),
        .target(name: "Vending", dependencies: ["ShopModels", "TerminalText"], swiftSettings: strict),

        // What the server keeps: the seam, and SQLite behind it.
        .target(name: "Ledger", dependencies: ["JuiceMaking", "ShopModels", "Vending"], swiftSettings: strict),
        .target(
            name: "SQLiteLedger",
            dependencies: [
                "JuiceMaking", "Ledger", "Platform", "SQLiteFile", "ShopModels", "TerminalText", "Vending",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),

        // The guests, on this device.
        .target(
            name: "PhoneBook",
            dependencies: [
                "Platform", "SQLiteFile", "TerminalText",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),

        // What both have in common: a database's file, and the thread that touches it.
        .target(
            name: "SQLiteFile",
            dependencies: [
                "CSQLite",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),

        // The shop's own data, as files that a shop keeper can replace.
        .target(
            name: "ShopResources", path: "Resources",
            resources: [
                .copy("avatars"), .copy("details"), .copy("drinks"), .copy("juice"), .copy("menu"), .copy("pictures"),
            ],
            swiftSettings: strict),

        // What everything else needs of the system: threads, timers, files.
        .target(
            name: "Platform",
            dependencies: [.product(name: "NIOConcurrencyHelpers", package: "swift-nio")], swiftSettings: strict),

        // C: the one curses shim, column widths, pictures, compression, pseudo-terminals.
        .target(
            name: "CNcurses", path: "CNcurses",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(name: "CWidth"),
        // Only where the Swift libraries are inside the program; elsewhere they bring libcurl with them.
        .target(name: "CNoCurl", cSettings: [.define("WITHOUT_CURL", .when(configuration: .release))]),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        // Loads gdk-pixbuf and chafa with the first picture, so it is not linked to them.
        .target(name: "CPictures", linkerSettings: [.linkedLibrary("dl")]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CProcess"),
        .target(name: "CPseudoTerminal"),

        // Measuring: our program beside a C one, on a pseudo-terminal.
        .target(name: "PseudoTerminal", dependencies: ["CPseudoTerminal"], swiftSettings: strict),
        .target(name: "TerminalEmulator", dependencies: ["CVterm", "TerminalText"], swiftSettings: strict),
        .target(name: "TerminalProbe", dependencies: ["PseudoTerminal", "TerminalEmulator"], swiftSettings: strict),
        .systemLibrary(name: "CVterm", providers: [.apt(["libvterm-dev"])]),
        .executableTarget(
            name: "banchan-benchmark",
            dependencies: [
                "FaultyPeer", "PhoneBook", "Platform", "PseudoTerminal", "ShopApp", "ShopClient", "ShopHTTP",
                "ShopModels", "ShopResources", "ShopServer", "Terminal", "TerminalEmulator", "TerminalProbe",
                "TerminalText", "TestPictures",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "banchan-floor",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

        // Tests, one target a module, and the whole program on a pseudo-terminal.
        .testTarget(name: "TerminalTextTests", dependencies: ["SeededRandom", "TerminalText"], swiftSettings: strict),
        .testTarget(name: "ShopModelsTests", dependencies: ["ShopModels", "TerminalText"], swiftSettings: strict),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"], swiftSettings: strict),
        .testTarget(
            name: "JuiceMakingTests", dependencies: ["JuiceMaking", "ShopModels", "TerminalText"],
            swiftSettings: strict),
        .testTarget(
            name: "VendingTests", dependencies: ["SeededRandom", "ShopModels", "TerminalText", "Vending"],
            swiftSettings: strict),
        .testTarget(name: "TerminalTests", dependencies: ["SeededRandom", "Terminal"], swiftSettings: strict),
        .testTarget(name: "CanvasTests", dependencies: ["Canvas", "TerminalText"], swiftSettings: strict),
        .testTarget(
            name: "LedgerTests",
            dependencies: [
                "JuiceMaking", "Ledger", "SeededRandom", "SQLiteFile", "SQLiteLedger", "ShopModels", "TerminalText",
                "Vending",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PhoneBookTests",
            dependencies: [
                "PhoneBook", "SQLiteFile", "SeededRandom", "TerminalText",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PicturesTests", dependencies: ["Canvas", "Pictures", "PicturesHeaders", "TestPictures"],
            swiftSettings: strict),
        .testTarget(
            name: "ShopServerTests",
            dependencies: [
                "FakeSlack", "FaultyPeer", "JuiceMaking", "Ledger", "SQLiteLedger", "ShopModels", "ShopResources",
                "ShopServer", "TerminalText", "TestTurns", "Vending",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShopClientTests",
            dependencies: [
                "Canvas", "FaultyPeer", "Pictures", "Platform", "SQLiteLedger", "SeededRandom", "ShopClient",
                "ShopHTTP",
                "ShopModels", "ShopResources", "ShopServer",
                "TerminalText", "TestPictures", "TestTurns",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShopAppTests",
            dependencies: [
                "Canvas", "PhoneBook", "SeededRandom", "ShopApp", "ShopClient", "ShopHTTP", "ShopModels", "Terminal",
                "TerminalText", "TestPictures", "TestTurns",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PseudoTerminalTests",
            dependencies: ["PseudoTerminal", "TerminalEmulator", "TerminalProbe", "TestTurns"],
            swiftSettings: strict),
        .testTarget(
            name: "BenchmarkTests", dependencies: ["banchan-benchmark", "ShopModels", "TerminalEmulator"],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "banchan", "banchan-crash", "banchan-killed", "banchan-killed-contacts", "Canvas", "FakeSlack",
                "FaultyPeer", "Ledger",
                "PhoneBook", "PseudoTerminal",
                "SQLiteLedger", "SeededRandom", "ShopModels", "ShopResources", "ShopServer", "TerminalEmulator",
                "TerminalProbe", "TerminalText", "TestPictures", "TestTurns",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        .target(
            name: "FakeSlack",
            dependencies: [.product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            path: "Tests/FakeSlack", swiftSettings: strict),
        .target(
            name: "FaultyPeer",
            dependencies: [.product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            path: "Tests/FaultyPeer", swiftSettings: strict),
        .executableTarget(
            name: "banchan-killed",
            dependencies: [
                "JuiceMaking", "Ledger", "Platform", "SQLiteLedger", "ShopModels", "ShopServer", "Vending",
            ],
            path: "Tests/KilledShop", swiftSettings: strict),
        .executableTarget(
            name: "banchan-killed-contacts",
            dependencies: [
                "PhoneBook", "Platform", "TerminalText",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            path: "Tests/KilledPhoneBook", swiftSettings: strict),
        .target(
            name: "TestTurns",
            dependencies: [.product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            path: "Tests/TestTurns", swiftSettings: strict),
        // For tests: gdk-pixbuf encodes pictures, and the headers of both libraries are held against ours.
        .systemLibrary(name: "CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
        .systemLibrary(
            name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .target(
            name: "PicturesHeaders", dependencies: ["CChafa", "CGdkPixbuf", "CPictures"],
            path: "Tests/PicturesHeaders"),
        .target(name: "TestPictures", dependencies: ["CGdkPixbuf"], path: "Tests/TestPictures", swiftSettings: strict),
        .executableTarget(
            name: "banchan-crash", dependencies: ["Canvas", "Terminal"], path: "Tests/CrashingProgram",
            swiftSettings: strict),
    ]
)
