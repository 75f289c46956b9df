import Foundation
import TerminalProbe
import TestSupport
import Testing

@Suite struct DoctorTests {
    @Test func aHealthyDeviceHasNothingThatFails() async throws {
        let json = try await runWithoutTerminal(["doctor", "--json"])
        #expect(json.status == 0)
        #expect(try JSONSchema(named: "doctor").problems(in: json.standardOutput) == [])
        let text = try await runWithoutTerminal(["doctor"], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(text.status == 0)
        #expect(text.standardOutput.hasSuffix("가게를 열 수 있습니다.\n"))
        #expect(!text.standardOutput.contains("\u{1B}"))
    }

    @Test func doctorChangesNothing() async throws {
        let scratch = try Scratch()
        #expect(try await runWithoutTerminal(["doctor"], environment: scratch.all).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
    }

    @Test func whatFailsIsToldWithWhatToDo() async throws {
        let scratch = try Scratch()
        let damaged = scratch.url.appending(path: "shop.sqlite")
        try Data(String(repeating: "not a database\n", count: 500).utf8).write(to: damaged)
        let secret = try scratch.secret("token", mode: 0o644)
        let output = try await runWithoutTerminal(
            [
                "doctor", "--json", "--server", "http://127.0.0.1:1", "--database", damaged.path, "--keeper-token-file",
                secret,
            ], environment: ["XDG_DATA_HOME": "/proc/nowhere"])
        #expect(output.status == 1)
        #expect(try JSONSchema(named: "doctor").problems(in: output.standardOutput) == [])
        let failed = try findings(output).filter { $0["state"] == .string("failed") }
        #expect(failed.map { $0["name"]?.string } == ["server", "token", "disk", "database"])
        #expect(failed[0]["finding"]?.string == "http://127.0.0.1:1: the server cannot be reached")
        #expect(failed[1]["finding"]?.string?.contains("chmod 600") == true)
        #expect(failed[3]["finding"]?.string?.contains("the database is damaged") == true)
    }

    @Test func problemsWithTheSettingsAreFindings() async throws {
        let scratch = try Scratch()
        try scratch.writeSettings("server: shop.local:8080\ncolors: {light: {price: \"#ffd700\"}}\n")
        let output = try await runWithoutTerminal(["doctor", "--json"], environment: scratch.environment)
        #expect(output.status == 1)
        #expect(try JSONSchema(named: "doctor").problems(in: output.standardOutput) == [])
        let told = try findings(output).filter { $0["name"] == .string("settings") }
        #expect(told.map { $0["state"] } == [.string("failed"), .string("note")])
        #expect(told.first?["finding"]?.string?.hasPrefix("\(scratch.settings.path):1: ") == true)
        let servers = try findings(output).filter { $0["name"] == .string("server") }
        #expect(servers.map { $0["state"] } == [.string("failed")])
    }

    @Test func aFileOfCertificatesThatIsMissingIsNamedInTheAdvice() async throws {
        let output = try await runWithoutTerminal(
            ["doctor", "--json", "--server", "https://127.0.0.1:1"], environment: ["SSL_CERT_FILE": "/nowhere.pem"])
        let server = try #require(try findings(output).first { $0["name"] == .string("server") })
        #expect(server["advice"]?.string?.hasSuffix("unset SSL_CERT_FILE") == true, "\(output)")
    }

    @Test func theServerSaysWhetherItKnowsTheToken() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        for (token, state) in [(OrderingServer.keeperToken, "ok"), ("another-token", "failed"), ("", "note")] {
            let output = try await runWithoutTerminal(
                ["doctor", "--json", "--server", server.url], environment: ["BANCHAN_KEEPER_TOKEN": token])
            let states = try findings(output).reduce(into: [:]) { $0[$1["name"]?.string] = $1["state"]?.string }
            #expect(states["server"] == "ok")
            #expect(states["token"] == state)
        }
        await server.stop()
    }

    @Test func onATerminalItAsksForPixelsAndUsesColours() async throws {
        for (environment, isColored) in [(["NO_COLOR": "1"], false), ([:], true)] as [([String: String], Bool)] {
            try await withShop(["doctor"], environment: environment) { shop in
                try shop.wait(forText: "가게를 열 수 있습니다.")
                let status = try shop.waitForExit()
                #expect(status == .exited(0))
                #expect(shop.shows("터미널"))
                #expect(shop.shows("TERM=xterm-256color"))
                let first = shop.screen.cells(row: 0)[0]
                #expect(first.text == "정")
                #expect((first.foreground != .default) == isColored)
            }
        }
    }

    @Test(arguments: [(GraphicsTerminal.Script.kitty, "kitty"), (.xterm, "sixel")])
    func pixelsAreAskedForAsTheShopDoes(_ terminal: GraphicsTerminal.Script, _ name: String) async throws {
        try await withShop(["doctor"], environment: ["NO_COLOR": "1"], graphics: terminal) { shop in
            try shop.wait(forText: "가게를 열 수 있습니다.")
            #expect(try shop.waitForExit() == .exited(0))
            #expect(shop.screen.text.contains { $0.trimmingCharacters(in: .whitespaces).hasSuffix(" \(name)") })
        }
    }

    /// In a mount namespace of its own, an empty file stands in the library's place.
    @Test(
        .enabled(if: geteuid() == 0 && Installed.has("unshare", "ldconfig"), "only root can hide a library"),
        arguments: [
            ("libgdk_pixbuf-2.0.so.0", "no pictures", "libgdk-pixbuf-2.0-0"),
            ("libchafa.so.0", "no pictures", "libchafa0"),
            ("libpq.so.5", "no PostgreSQL database", "libpq5"),
        ])
    func aMissingLibraryIsNamedWithWhatIsLost(_ library: String, _ loss: String, _ package: String) async throws {
        let whole = try await libraries(of: "doctor --json")
        #expect(whole.map { $0["state"] } == [.string("ok")])
        let hide = "mount --bind /dev/null $(ldconfig -p | awk '$1 == \"\(library)\" { print $NF; exit }')"
        let missing = try await libraries(of: "doctor --json", after: hide)
        #expect(missing.map { $0["state"] } == [.string("note")])
        #expect(missing.first?["finding"]?.string?.hasPrefix("\(library) is missing: \(loss)") == true)
        #expect(missing.first?["advice"]?.string == "apt-get install \(package)")
    }

    /// Returns the findings about libraries of a command that runs after that line of a shell.
    private func libraries(of command: String, after line: String = "true") async throws -> [JSONValue] {
        let output = try await shell(
            "unshare --mount /bin/sh -c '\(line.replacing("'", with: "'\\''")) && exec \(Built.banchan) \(command)'")
        return try findings(output).filter { $0["name"] == .string("libraries") }
    }

    private func findings(_ output: Output) throws -> [JSONValue] {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(output.standardOutput.utf8))
        return try #require(value["findings"]?.array)
    }
}
