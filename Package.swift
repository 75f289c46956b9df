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

/// Targets of which tests see what is internal, in release builds too: tests run what guests run, in half of the time that
/// a debug build takes. The others are compiled as for guests.
let testable: [SwiftSetting] = strict + [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

/// Tests themselves are not optimised: it would take longer to compile them than it would spare.
let test: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// How the program is linked in release builds. Resolving symbols in shared Swift libraries would take half of the time
/// to the first frame, so they are static; relative relocations that take a bit each, which only LLVM's linker writes,
/// spare it another 2 ms, and not exporting their symbols, which nobody looks up, 1.2 ms. The usual option, `--static-swift-stdlib`, would link libcurl and the 29 libraries that it
/// needs, 8 to 11 ms; stubs in `CPlatform` replace it. `-l` names what the static libraries need.
let quickStart = LinkerSetting.unsafeFlags(
    [
        "-static-stdlib", "-lCoreFoundation", "-l_CFURLSessionInterface", "-l_FoundationCShims",
        "-l_FoundationCollections", "-l_FoundationICU", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker",
        "pack-relative-relocs", "-Xlinker", "--no-export-dynamic",
    ], .when(configuration: .release))

/// Locks, for almost every target.
let locks = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
/// SQLite, which only the targets that keep a database import.
let sqlite: [Target.Dependency] = [
    .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
]
/// Connections, with TLS.
let network: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOSSL", package: "swift-nio-ssl"),
]

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
        // The program, and its commands: the one place where counters and modules are put together.
        .executableTarget(
            name: "banchan", dependencies: ["Commands"], swiftSettings: strict, linkerSettings: [quickStart]),
        .target(
            name: "Commands",
            dependencies: [
                "CDatabase", "CPlatform", "Canvas", "Contacts", "Domain", "Pictures", "Platform", "Settings",
                "ShopApp", "ShopClient", "ShopHTTP", "ShopResources", "ShopServer", "Storage", "Terminal",
                "TerminalText", locks,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: testable, plugins: ["CommitPlugin"]),
        // Generates the ID of the commit that is built.
        .plugin(name: "CommitPlugin", capability: .buildTool(), path: "Sources/Tools/CommitPlugin"),

        // The front end: counters and their components, and the user's settings, from a file, the environment and the
        // command line.
        .target(
            name: "ShopApp",
            dependencies: [
                "Canvas", "Contacts", "Domain", "Pictures", "Platform", "Settings", "ShopClient", "Storage",
                "Terminal", "TerminalText", locks,
            ],
            swiftSettings: testable),
        .target(
            name: "Settings",
            dependencies: [
                "Canvas", "Domain", "Platform", "ShopClient", "Terminal", "TerminalText",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: testable),

        // The repository, and the one client that it fetches with.
        .target(
            name: "ShopClient",
            dependencies: ["CPlatform", "Canvas", "Domain", "Pictures", "Platform", "ShopHTTP", "TerminalText", locks],
            swiftSettings: testable),
        .target(
            name: "ShopHTTP",
            dependencies: [
                "CPlatform", "Domain", "TerminalText", locks,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ] + network,
            swiftSettings: testable),

        // The server, its storage with SQLite and PostgreSQL behind one interface, and the shop's own files, which a
        // shop keeper can replace.
        .target(
            name: "ShopServer",
            dependencies: [
                "CPlatform", "Domain", "Pictures", "Platform", "ShopHTTP", "Storage", "TerminalText", locks,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + network,
            swiftSettings: testable),
        .target(
            name: "Storage",
            dependencies: ["CDatabase", "Domain", "Platform", "SQLiteFile", "TerminalText", locks] + sqlite,
            swiftSettings: testable),
        .target(
            name: "ShopResources", path: "Resources",
            exclude: ["balancer", "debian", "docs", "openapi.yaml", "schemas", "ssh"],
            resources: [
                .copy("avatars"), .copy("details"), .copy("drinks"), .copy("juice"), .copy("menu"), .copy("pictures"),
            ],
            swiftSettings: strict),

        // Values that cross the wire, and the pure rules.
        .target(name: "Domain", dependencies: ["TerminalText"], swiftSettings: strict),

        // The phone book, on this device, and what both SQLite databases share.
        .target(
            name: "Contacts", dependencies: ["Platform", "SQLiteFile", "TerminalText", locks] + sqlite,
            swiftSettings: testable),
        .target(name: "SQLiteFile", dependencies: ["CDatabase", "Platform", locks] + sqlite, swiftSettings: strict),

        // Drawing: pure values, text in columns, the only importer of curses, and pictures.
        .target(name: "Canvas", dependencies: ["TerminalText"], swiftSettings: strict),
        .target(name: "TerminalText", dependencies: ["CPlatform"], swiftSettings: strict),
        .target(
            name: "Terminal", dependencies: ["Canvas", "CNcurses", "Pictures", "Platform", "TerminalText", locks],
            swiftSettings: testable),
        .target(name: "Pictures", dependencies: ["Canvas", "CPlatform", locks], swiftSettings: testable),

        // Operating system services for all other targets: threads, timers, files.
        .target(name: "Platform", dependencies: ["CPlatform", locks], swiftSettings: testable),

        // C: the curses shim; column widths, processes, zlib, stubs for libcurl, and the libraries of pictures, which are
        // loaded for the first one; what Swift cannot call in SQLite, and libpq, which is loaded for the first connection.
        .target(
            name: "CNcurses", path: "CNcurses",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(name: "CPlatform", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("z")]),
        .target(name: "CDatabase", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("sqlite3")]),

        // Tests: a target for what is read together, and end-to-end tests of the program on a pseudo-terminal, and of
        // the benchmarks.
        .testTarget(
            name: "DomainTests", dependencies: ["Domain", "TerminalText", "TestPeers"], swiftSettings: test),
        .testTarget(
            name: "ShopAppTests",
            dependencies: [
                "Canvas", "Contacts", "Domain", "Platform", "Settings", "ShopApp", "ShopClient", "ShopHTTP",
                "Teahouse", "Terminal", "TerminalText", "TestPeers", "TestSupport", locks,
            ],
            swiftSettings: test),
        .testTarget(
            name: "ShopClientTests",
            dependencies: [
                "Canvas", "Domain", "Pictures", "Platform", "ShopClient", "ShopHTTP", "ShopResources", "ShopServer",
                "Storage", "TerminalText", "TestPeers", "TestSupport", locks,
            ] + network,
            swiftSettings: test),
        .testTarget(
            name: "ShopServerTests",
            dependencies: [
                "Domain", "Pictures", "Platform", "ShopHTTP", "ShopResources", "ShopServer", "Storage", "TerminalText",
                "TestPeers", "TestSupport", locks,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: test),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Contacts", "Domain", "Platform", "SQLiteFile", "Storage", "TerminalText", "TestPeers", "TestSupport",
                locks, .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: test),
        .testTarget(
            name: "TerminalTests",
            dependencies: [
                "CTestSupport", "Canvas", "Pictures", "Platform", "Terminal", "TerminalProbe", "TerminalText",
                "TestPeers", "TestSupport", locks,
            ],
            swiftSettings: test),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport", locks], swiftSettings: test),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "banchan-benchmark", "Canvas", "Commands", "Contacts", "Domain", "Platform", "ShopApp", "ShopClient",
                "ShopResources",
                "ShopServer", "Storage", "Terminal", "TerminalProbe", "TerminalText", "TestPeers", "TestSupport", locks,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: test),

        // Benchmarks: the shop on a pseudo-terminal and over HTTP, beside other programs.
        .executableTarget(
            name: "banchan-benchmark",
            dependencies: [
                "Domain", "Platform", "ShopResources", "Terminal", "TerminalProbe", "TerminalText", "TestPeers", locks,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Benchmarks", exclude: ["Floor"], swiftSettings: testable),
        .executableTarget(
            name: "banchan-floor", path: "Tests/Benchmarks/Floor",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

        // Support for tests: waiting for facts, requests, and a store in memory.
        .target(
            name: "TestSupport",
            dependencies: [
                "CTestSupport", "Domain", "Platform", "ShopHTTP", "Storage", locks,
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/Support/TestSupport", swiftSettings: strict),
        // Support for tests and benchmarks: a program on a pseudo-terminal, seen through libvterm.
        .target(
            name: "TerminalProbe", dependencies: ["CTestSupport", "TerminalText"],
            path: "Tests/Support/TerminalProbe", swiftSettings: strict),
        // What the shop meets: faulty peers, Slack, PostgreSQL, pictures, chance.
        .target(
            name: "TestPeers", dependencies: ["CGdkPixbuf", locks], path: "Tests/Support/TestPeers",
            swiftSettings: strict),
        // A counter that is not part of the shop.
        .target(
            name: "Teahouse", dependencies: ["Canvas", "Domain", "ShopApp", "ShopClient", "Terminal", "TerminalText"],
            path: "Tests/Support/Teahouse", swiftSettings: testable),
        // A shop with that counter, and programs that crash or kill themselves.
        .executableTarget(
            name: "banchan-helper",
            dependencies: [
                "CTestSupport", "Canvas", "Contacts", "Domain", "Platform", "Settings", "ShopApp", "ShopClient",
                "ShopHTTP", "ShopServer", "Storage", "Teahouse", "Terminal", "TerminalText",
            ],
            path: "Tests/Support/Helper", swiftSettings: strict),
        // C: pseudo-terminals, how many tests run at once, a commit that kills; compiling it checks our declarations of
        // libraries that are loaded when they are needed against their own headers.
        .target(
            name: "CTestSupport", dependencies: ["CChafa", "CGdkPixbuf"], path: "Tests/Support/CTestSupport",
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("vterm")]),
        .systemLibrary(
            name: "CChafa", path: "Tests/Support/CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
        .systemLibrary(
            name: "CGdkPixbuf", path: "Tests/Support/CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0",
            providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
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
            name: "FuzzTests", dependencies: ["TestPeers"] + fuzzed, path: "Tests/Fuzz",
            exclude: ["Program", "run"],
            sources: ["FuzzTests.swift", "Targets"], swiftSettings: test))
}
