// swift-tools-version: 6.2
import PackageDescription

/// The path of libFuzzer's library, set by `Tests/Fuzz/run`. If set, all of our own targets are compiled for fuzzing.
let fuzzer = Context.environment["BANCHAN_FUZZ"]

/// Our own targets treat every warning as an error; dependencies are left alone.
let strict: [SwiftSetting] =
    [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (fuzzer == nil ? [] : [.unsafeFlags(["-sanitize=fuzzer"])])

/// Targets that draw, measure and inspect text are optimised in debug builds too: each test that looks at a screen goes
/// through them cell by cell. Assertions stay.
let quick: [SwiftSetting] =
    strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// How the program is linked in release builds. Resolving symbols in shared Swift libraries would take half of the time
/// to the first frame, so they are static; relative relocations that take a bit each, which only LLVM's linker writes,
/// spare it another 2 ms, and not exporting their symbols, which nobody looks up, 1.2 ms. The usual option, `--static-swift-stdlib`, would link libcurl and the 29 libraries that it
/// needs, 8 to 11 ms; `CNoCurl` replaces it. `-l` names what the static libraries need.
let quickStart = LinkerSetting.unsafeFlags(
    [
        "-static-stdlib", "-lCoreFoundation", "-l_CFURLSessionInterface", "-l_FoundationCShims",
        "-l_FoundationCollections", "-l_FoundationICU", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker",
        "pack-relative-relocs", "-Xlinker", "--no-export-dynamic",
    ], .when(configuration: .release))

let package = Package(
    name: "banchan",
    products: [.executable(name: "banchan", targets: ["banchan"])],
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
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // The program: its commands, and the one place where counters and modules are put together.
        .executableTarget(
            name: "banchan",
            dependencies: [
                "CNoCurl", "CPictures", "CPlatform", "CPostgreSQL", "Canvas", "Contacts", "Domain",
                "Pictures", "Platform", "Progress",
                "Settings",
                "ShopApp",
                "ShopClient",
                "ShopHTTP", "ShopResources", "ShopServer", "Storage", "Terminal", "TerminalText",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict, linkerSettings: [quickStart], plugins: ["CommitPlugin"]),
        // Generates the ID of the commit that is built.
        .plugin(name: "CommitPlugin", capability: .buildTool(), path: "Sources/Tools/CommitPlugin"),

        // The front end: counters and their components, and the user's settings.
        .target(
            name: "ShopApp",
            dependencies: [
                "Canvas", "Contacts", "Domain", "Pictures", "Platform", "Settings", "ShopClient", "Storage",
                "Terminal", "TerminalText",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // Configuration: a file, the environment and the command line.
        .target(
            name: "Settings",
            dependencies: [
                "Canvas", "Domain", "Platform", "ShopClient", "Terminal", "TerminalText",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),
        // Progress of long operations on one terminal line, for commands.
        .target(
            name: "Progress",
            dependencies: ["TerminalText", .product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            swiftSettings: strict),

        // The repository, and the one client that it fetches with.
        .target(
            name: "ShopClient",
            dependencies: [
                "Canvas", "Domain", "Pictures", "Platform", "ShopHTTP", "TerminalText",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "ShopHTTP",
            dependencies: [
                "CZlib", "Domain", "TerminalText",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),

        // The server, its storage with SQLite and PostgreSQL behind one interface, and the shop's own files.
        .target(
            name: "ShopServer",
            dependencies: [
                "CZlib", "Domain", "Platform", "ShopHTTP", "Storage", "TerminalText",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .target(
            name: "Storage",
            dependencies: [
                "CPostgreSQL", "Domain", "Platform", "SQLiteFile", "TerminalText",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // The shop's own data, in files that a shop keeper can replace.
        .target(
            name: "ShopResources", path: "Resources",
            exclude: [
                "balancer", "debian", "docs", "openapi.yaml", "schemas", "ssh",
            ],
            resources: [
                .copy("avatars"), .copy("details"), .copy("drinks"), .copy("juice"), .copy("menu"), .copy("pictures"),
            ],
            swiftSettings: strict),

        // Values that cross the wire, and the pure rules.
        .target(name: "Domain", dependencies: ["TerminalText"], swiftSettings: strict),

        // The phone book, on this device, and what both SQLite databases share.
        .target(
            name: "Contacts",
            dependencies: [
                "Platform", "SQLiteFile", "TerminalText",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "SQLiteFile",
            dependencies: [
                "CSQLite", "Platform",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),

        // Drawing: pure values, text in columns, the only importer of curses, and pictures.
        .target(name: "Canvas", dependencies: ["TerminalText"], swiftSettings: quick),
        .target(name: "TerminalText", dependencies: ["CPlatform"], swiftSettings: quick),
        .target(
            name: "Terminal",
            dependencies: [
                "Canvas", "CNcurses", "Pictures", "Platform", "TerminalText",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "Pictures",
            dependencies: [
                "Canvas", "CPictures", .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),

        // Operating system services for all other targets: threads, timers, files.
        .target(
            name: "Platform",
            dependencies: ["CPlatform", .product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            swiftSettings: strict),

        // C: the curses shim, column widths and processes, libraries that are loaded when they are needed.
        .target(
            name: "CNcurses", path: "CNcurses",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(name: "CPlatform"),
        // Loads gdk-pixbuf and chafa for the first picture instead of linking them.
        .target(name: "CPictures", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        // Loads libpq for the first connection.
        .target(name: "CPostgreSQL", linkerSettings: [.linkedLibrary("dl")]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // Only active if the Swift libraries are linked statically; the shared ones bring libcurl with them.
        .target(name: "CNoCurl", cSettings: [.define("WITHOUT_CURL", .when(configuration: .release))]),

        // Tests: a target for each module, and end-to-end tests of the program on a pseudo-terminal.
        .testTarget(
            name: "DomainTests", dependencies: ["Domain", "SeededRandom", "TerminalText"], swiftSettings: strict),
        .testTarget(
            name: "ShopAppTests",
            dependencies: [
                "Canvas", "Contacts", "Domain", "Platform", "SeededRandom", "Settings", "ShopApp", "ShopClient",
                "ShopHTTP",
                "Terminal", "TerminalText", "Teahouse", "TestPictures", "TestSupport",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SettingsTests",
            dependencies: ["Canvas", "Domain", "Settings", "ShopClient", "Terminal", "TerminalText"],
            swiftSettings: strict),
        .testTarget(name: "ProgressTests", dependencies: ["Progress", "TerminalText"], swiftSettings: strict),
        .testTarget(
            name: "ShopClientTests",
            dependencies: [
                "Canvas", "Domain", "FaultyPeer", "Pictures", "Platform", "SeededRandom", "ShopClient", "ShopHTTP",
                "ShopResources", "ShopServer", "Storage", "TerminalText", "TestPictures", "TestSupport",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShopServerTests",
            dependencies: [
                "Domain", "FakeSlack", "FaultyPeer", "InMemoryStore", "LoopbackClient", "Platform", "PostgreSQLServer",
                "SeededRandom", "ShopHTTP", "ShopRequests", "ShopResources", "ShopServer", "Storage", "TerminalText",
                "TestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Domain", "InMemoryStore", "Platform", "PostgreSQLHeaders", "PostgreSQLServer", "SQLiteFile", "Storage",
                "TerminalText", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ContactsTests",
            dependencies: [
                "Contacts", "SeededRandom", "SQLiteFile", "TerminalText", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(name: "CanvasTests", dependencies: ["Canvas", "TerminalText"], swiftSettings: strict),
        .testTarget(name: "TerminalTextTests", dependencies: ["SeededRandom", "TerminalText"], swiftSettings: strict),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["Canvas", "PseudoTerminal", "SeededRandom", "Terminal", "TerminalEmulator"],
            swiftSettings: strict),
        .testTarget(
            name: "PicturesTests",
            dependencies: ["Canvas", "Pictures", "PicturesHeaders", "SeededRandom", "TestPictures"],
            swiftSettings: strict),
        .testTarget(
            name: "PlatformTests",
            dependencies: ["Platform", .product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            swiftSettings: strict),
        .testTarget(
            name: "PseudoTerminalTests",
            dependencies: [
                "CTestWidth", "Platform", "PseudoTerminal", "TerminalEmulator", "TerminalProbe", "TestSupport",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "banchan", "banchan-crash", "banchan-killed", "banchan-killed-contacts", "banchan-teahouse", "Canvas",
                "Contacts", "Domain",
                "FakeSlack", "FaultyPeer", "LoopbackClient", "PostgreSQLServer", "PseudoTerminal", "SeededRandom",
                "ShopRequests", "ShopResources", "ShopServer", "Storage", "TerminalEmulator", "TerminalProbe",
                "TerminalText", "TestPictures", "TestSupport",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: [
                "banchan", "banchan-benchmark", "banchan-floor", "Domain", "PostgreSQLServer", "TerminalEmulator",
                "TerminalProbe", "TestSupport",
            ],
            swiftSettings: strict),

        // Benchmarks: the shop on a pseudo-terminal and over HTTP, beside other programs.
        .executableTarget(
            name: "banchan-benchmark",
            dependencies: [
                "Domain", "FaultyPeer", "LoopbackClient", "Platform", "PostgreSQLServer", "Progress", "PseudoTerminal",
                "ShopResources", "TerminalEmulator", "TerminalProbe", "TerminalText", "TestPictures",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            path: "Tests/Benchmarks", exclude: ["Floor"], swiftSettings: strict),
        .executableTarget(
            name: "banchan-floor", path: "Tests/Benchmarks/Floor",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

        // Support for tests and benchmarks: programs on a pseudo-terminal, faulty peers, databases, pictures.
        .target(name: "CPseudoTerminal", path: "Tests/Support/CPseudoTerminal"),
        .target(
            name: "PseudoTerminal", dependencies: ["CPseudoTerminal"], path: "Tests/Support/PseudoTerminal",
            swiftSettings: quick),
        .systemLibrary(name: "CVterm", path: "Tests/Support/CVterm", providers: [.apt(["libvterm-dev"])]),
        .target(
            name: "TerminalEmulator", dependencies: ["CVterm", "TerminalText"],
            path: "Tests/Support/TerminalEmulator", swiftSettings: quick),
        .target(
            name: "TerminalProbe", dependencies: ["PseudoTerminal", "TerminalEmulator"],
            path: "Tests/Support/TerminalProbe", swiftSettings: quick),
        // A counter that is not part of the shop, and a shop that includes it.
        .target(
            name: "Teahouse", dependencies: ["Canvas", "Domain", "ShopApp", "ShopClient", "Terminal", "TerminalText"],
            path: "Tests/Support/Teahouse", swiftSettings: strict),
        .executableTarget(
            name: "banchan-teahouse",
            dependencies: ["Domain", "Settings", "ShopApp", "ShopClient", "ShopHTTP", "Teahouse", "Terminal"],
            path: "Tests/Support/TeahouseProgram", swiftSettings: strict),
        .target(name: "SeededRandom", path: "Tests/Support/SeededRandom", swiftSettings: quick),
        .target(
            name: "FakeSlack",
            dependencies: ["FaultyPeer", .product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            path: "Tests/Support/FakeSlack", swiftSettings: strict),
        .target(
            name: "FaultyPeer",
            dependencies: [.product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            path: "Tests/Support/FaultyPeer", swiftSettings: strict),
        .target(name: "LoopbackClient", path: "Tests/Support/LoopbackClient", swiftSettings: strict),
        .target(
            name: "InMemoryStore",
            dependencies: [
                "Domain", "Storage", .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            path: "Tests/Support/InMemoryStore", swiftSettings: strict),
        .executableTarget(
            name: "banchan-killed",
            dependencies: ["Domain", "Platform", "ShopServer", "Storage"],
            path: "Tests/Support/KilledShop", swiftSettings: strict),
        .target(name: "CKilledCommit", dependencies: ["CSQLite"], path: "Tests/Support/CKilledCommit"),
        .executableTarget(
            name: "banchan-killed-contacts",
            dependencies: ["CKilledCommit", "Contacts", "Platform", "TerminalText"],
            path: "Tests/Support/KilledContacts", swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: [
                "CTestWidth", "Platform",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            path: "Tests/Support/TestSupport", swiftSettings: strict),
        // Limits how many tests run at the same time.
        .target(name: "CTestWidth", path: "Tests/Support/CTestWidth"),
        .target(
            name: "ShopRequests", dependencies: ["ShopHTTP"], path: "Tests/Support/ShopRequests",
            swiftSettings: strict),
        // For tests: gdk-pixbuf encodes pictures, and our declarations are checked against both libraries' headers.
        .systemLibrary(
            name: "CChafa", path: "Tests/Support/CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
        .systemLibrary(
            name: "CGdkPixbuf", path: "Tests/Support/CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0",
            providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .target(
            name: "PicturesHeaders", dependencies: ["CChafa", "CGdkPixbuf", "CPictures"],
            path: "Tests/Support/PicturesHeaders"),
        .target(
            name: "PostgreSQLHeaders", dependencies: ["CPostgreSQL"], path: "Tests/Support/PostgreSQLHeaders"),
        // A PostgreSQL server for the tests.
        .target(name: "PostgreSQLServer", path: "Tests/Support/PostgreSQLServer", swiftSettings: strict),
        .target(
            name: "TestPictures", dependencies: ["CGdkPixbuf"], path: "Tests/Support/TestPictures",
            swiftSettings: strict),
        .executableTarget(
            name: "banchan-crash", dependencies: ["Canvas", "Terminal"], path: "Tests/Support/CrashingProgram",
            swiftSettings: strict),
    ]
)

/// The modules that the fuzzer calls, and tests call with a few inputs.
let fuzzed: [Target.Dependency] = [
    "Contacts", "Domain", "Pictures", "ShopApp", "ShopClient", "ShopHTTP", "ShopServer", "Terminal",
    .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
]

if let fuzzer {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
        .executableTarget(
            name: "banchan-fuzz", dependencies: ["CLibFuzzer"] + fuzzed, path: "Tests/Fuzz",
            sources: ["Program", "Targets"], swiftSettings: strict,
            linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++")]),
    ]
} else {
    package.targets.append(
        .testTarget(
            name: "FuzzTests", dependencies: ["SeededRandom"] + fuzzed, path: "Tests/Fuzz",
            exclude: ["Program", "run"],
            sources: ["FuzzTests.swift", "Targets"], swiftSettings: strict))
}
