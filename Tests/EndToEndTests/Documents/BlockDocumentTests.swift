import Foundation
import TerminalProbe
import TestPeers
import TestSupport
import Testing

/// Every block of README, of the manual and of Operating does what stands around it.
@Suite struct BlockDocumentTests {
    /// Where blocks stand, and the test that runs them. A block at another place needs a test, too.
    private static let places = [
        "README.md": [
            "## Two commands": "theScriptOfEveryChangeRunsItsTwoCommands",
            "## Five minutes as a keeper": "aKeeperDoesWhatReadmeSays",
        ],
        "Resources/docs/manual.md": [
            "### Opening": "aGuestOpensTheShop", "### A shop from nothing": "aShopIsKeptFromNothing",
            "### Kitchen printers": "theExamplesOfTheShopsFileAreValid",
            "### The shop": "theExamplesOfTheShopsFileAreValid", "### Menu": "theExampleOfOptionsIsValid",
            "### Editors and schemas": "editorsFindTheSchemas", "## Settings": "theExampleOfTheSettingsHolds",
            "## Commands for scripts": "theScriptOrdersWhatIsCheap",
        ],
        "Resources/docs/operating.md": [
            "## Install": "aShopIsInstalledAndServedToGuestsBySSH",
            "## The service": "aShopIsInstalledAndServedToGuestsBySSH",
            "## Guests by ssh": "aShopIsInstalledAndServedToGuestsBySSH",
            "## Metrics": "theExampleOfPrometheusReachesTheFigures", "## Logs": "theLogIsAsShown",
        ],
    ]

    @Test(arguments: places.keys.sorted()) func everyBlockStandsWhereATestRunsIt(_ path: String) throws {
        let found = Set(try Document(path).blocks.map(\.heading))
        #expect(found == Set(BlockDocumentTests.places[path, default: [:]].keys))
    }

    private static func blocks(_ path: String, _ heading: String, _ language: String) throws -> [DocumentBlock] {
        try Document("Resources/docs/\(path).md").blocks.filter { $0.heading == heading && $0.language == language }
    }

    /// The third line is that of Operating's chapter on ssh.
    @Test func aGuestOpensTheShop() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let lines = try #require(try BlockDocumentTests.blocks("manual", "### Opening", "sh").first).text
            .split(separator: "\n").filter { $0.hasPrefix("banchan") }.map { line in
                String(line.prefix { $0 != "#" }).replacing("http://shop.local:8080", with: server.url)
            }
        #expect(lines.count == 2)
        for line in lines {
            let home = try FreshHome(port: 8080)
            try await onOwnThread {
                let program = try ProgramOnTerminal(
                    "/bin/bash", arguments: ["-c", "cd; exec " + line], environment: home.environment)
                try program.wait(forText: "connected")
                try program.press("q")
                let status = try program.waitForExit()
                #expect(status == .exited(0))
            }
        }
        await server.stop()
    }

    @Test func aKeeperDoesWhatReadmeSays() async throws {
        let block = try #require(
            try Document("README.md").blocks.first { $0.heading == "## Five minutes as a keeper" })
        let home = try FreshHome(port: FreePort.find())
        var serving: RunningProgram?
        for line in block.text.split(separator: "\n").map({ String($0.prefix { $0 != "#" }) }) {
            if line.hasPrefix("banchan serve") {
                serving = try home.start("exec \(line) --port 8080")
                // The first line says that the shop names no time zone.
                let address = try await serving?.line(1)
                #expect(address == home.own("http://127.0.0.1:8080"))
            } else if line.hasPrefix("banchan --server") {
                try await onOwnThread {
                    let program = try ProgramOnTerminal(
                        "/bin/bash", arguments: ["-c", "cd; exec " + home.own(line)], environment: home.environment)
                    try program.wait(forText: line.contains("token") ? "keeper" : "connected")
                    try program.press("q")
                    let status = try program.waitForExit()
                    #expect(status == .exited(0))
                }
            } else {
                let ended = try await home.start(line).ended()
                #expect(ended.end == .fine, "\(line): \(ended.output)")
            }
        }
        serving?.signal(SIGINT)
        let ended = try await serving?.ended()
        #expect(ended?.end == .fine)
    }

    @Test(arguments: ["### Kitchen printers", "### The shop"])
    func theExamplesOfTheShopsFileAreValid(_ heading: String) async throws {
        let examples = try BlockDocumentTests.blocks("manual", heading, "json")
        #expect(!examples.isEmpty)
        for example in examples {
            let home = try await BlockDocumentTests.homeWithAShop()
            try Data(example.text.utf8).write(to: home.url.appending(path: "shop/shop.json"))
            // One of the examples has a section of this file.
            try Data("[]".utf8).write(to: home.url.appending(path: "shop/menu/late.json"))
            try await expectNoProblem(in: home, example)
        }
    }

    @Test func theExampleOfOptionsIsValid() async throws {
        let example = try #require(try BlockDocumentTests.blocks("manual", "### Menu", "json").first)
        let home = try await BlockDocumentTests.homeWithAShop()
        let file = home.url.appending(path: "shop/menu/main.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let with = text.replacing(#""detail_hash""#, with: example.text + ",\n\"detail_hash\"", maxReplacements: 1)
        try Data(with.utf8).write(to: file)
        try await expectNoProblem(in: home, example)
    }

    @Test func editorsFindTheSchemas() async throws {
        struct Settings: Decodable {
            struct Schema: Decodable { let fileMatch: [String], url: String }
            let schemas: [Schema]
            enum CodingKeys: String, CodingKey { case schemas = "json.schemas" }
        }
        let block = try #require(try BlockDocumentTests.blocks("manual", "### Editors and schemas", "json").first)
        let settings = try JSONDecoder().decode(Settings.self, from: Data(block.text.utf8))
        #expect(settings.schemas.count == 5)
        let home = try await BlockDocumentTests.homeWithAShop()
        for schema in settings.schemas {
            let patterns = schema.fileMatch.joined(separator: " ")
            let listed = try await home.start("cd shop && ls \(schema.url) \(patterns)").ended()
            #expect(listed.end == .fine, "\(listed.output)")
        }
    }

    @Test func theExampleOfTheSettingsHolds() async throws {
        let block = try #require(try BlockDocumentTests.blocks("manual", "## Settings", "yaml").first)
        let home = try FreshHome(port: 8080)
        let directory = home.url.appending(path: ".config/banchan")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(block.text.utf8).write(to: directory.appending(path: "config.yaml"))
        let settings = try await home.start("banchan config").ended()
        #expect(settings.end == .fine)
        let lines = settings.output.split(separator: "\n")
        #expect(lines.count == 14 && lines.allSatisfy { $0.contains("config.yaml:") }, "\(settings.output)")
    }

    @Test(.enabled(if: Installed.has("jq"), "jq is missing")) func theScriptOrdersWhatIsCheap() async throws {
        let block = try #require(try BlockDocumentTests.blocks("manual", "## Commands for scripts", "sh").first)
        let home = try FreshHome(port: 8080)
        let ordered = try await home.start(block.text).ended()
        #expect(ordered.end == .fine)
        let lines = ordered.output.split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("Order ") }, "\(ordered.output)")
        let orders = try await home.start("banchan orders --json").ended()
        #expect(orders.output.split(separator: "\n").count == lines.count)
        #expect(orders.output.contains("지훈"))
    }

    /// Prometheus itself is not asked.
    @Test(.enabled(if: Installed.has("curl"), "curl is missing")) func theExampleOfPrometheusReachesTheFigures()
        async throws
    {
        let block = try #require(try BlockDocumentTests.blocks("operating", "## Metrics", "yaml").first)
        let target = try #require(block.text.firstMatch(of: /targets: \["(.*)"\]/)).1
        let file = try #require(block.text.firstMatch(of: /credentials_file: (.*)\}/)).1
        let home = try FreshHome(port: FreePort.find())
        let serving = try home.start(
            """
            head -c 24 /dev/urandom | base64 > \(URL(filePath: String(file)).lastPathComponent)
            chmod 600 banchan-token
            exec banchan serve --port 8080 --keeper-token-file banchan-token
            """)
        _ = try await serving.firstLine()
        let figures = try await home.start(
            #"curl -sf -H "Authorization: Bearer $(cat banchan-token)" http://\#(target)/metrics"#
        ).ended()
        #expect(figures.output.contains("banchan_build_info"), "\(figures.output)")
        serving.signal(SIGTERM)
        _ = try await serving.ended()
    }

    /// The two formats of a request's line: the same fields in the same order, with what was asked.
    @Test(.enabled(if: Installed.has("curl"), "curl is missing"), arguments: [("text", ""), ("json", "json")])
    func theLogIsAsShown(_ format: String, _ language: String) async throws {
        let block = try #require(try BlockDocumentTests.blocks("operating", "## Logs", language).first)
        let home = try FreshHome(port: FreePort.find())
        let serving = try home.start("exec banchan serve --port 8080 --log-format \(format)")
        _ = try await serving.firstLine()
        let asked = try await home.start(
            "curl -sf -H 'X-Request-Id: abc' http://127.0.0.1:8080/woowa/main | head -c 1 && echo"
        ).ended()
        #expect(asked.end == .fine)
        serving.signal(SIGTERM)
        let ended = try await serving.ended()
        let line = try #require(ended.output.split(separator: "\n").first { $0.contains("client") })
        #expect(shape(of: String(line)) == shape(of: block.text))
    }

    /// Returns the line with its numbers and identifiers as `N`.
    private func shape(of line: String) -> String {
        line.replacing(/[0-9a-f]{32}|\babc\b/, with: "N").replacing(/[0-9]+([-.:T][0-9]+)*/, with: "N")
    }

    private static func homeWithAShop() async throws -> FreshHome {
        let home = try FreshHome(port: 8080)
        let made = try await home.start("banchan init shop").ended()
        try #require(made.end == .fine, "\(made.output)")
        return home
    }

    private func expectNoProblem(in home: FreshHome, _ example: DocumentBlock) async throws {
        let checked = try await home.start("banchan check shop").ended()
        #expect(checked.end == .fine, "\(example.testDescription): \(checked.output)")
    }
}
