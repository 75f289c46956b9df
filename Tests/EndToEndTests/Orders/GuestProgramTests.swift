import Domain
import Foundation
import ShopServer
import Storage
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// A guest's side that reads nothing.
@Suite struct StuckGuestTests {
    /// How long after the limit a guest may stay, in seconds.
    private static let grace = 10

    @Test func whoReadsNothingIsLoggedOutAllTheSame() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let (scratch, idle) = (try Scratch(), 4)
        let arguments = [
            "guest", "--server", server.url, "--sessions", scratch.path("guests"), "--idle", "\(idle)",
        ]
        try await withShop(arguments, columns: 300, rows: 100) { guest in
            try guest.wait(forText: "연결됨")
            try guest.press("3", "t")
            try guest.wait(forText: "잔액 1,000원")
            try guest.stopReading()
            let began = ContinuousClock.now
            let status = guest.terminal.exitStatus(waitingMilliseconds: (idle + Self.grace) * 1_000)
            #expect(status == .exited(0))
            #expect(ContinuousClock.now - began < .seconds(idle + Self.grace))
            // What it would have read last is all there, once it reads again.
            while try guest.pump(milliseconds: 0) {}
            #expect(!guest.screen.isAlternateScreen)
            #expect(!guest.screen.reportsMouse)
            #expect(guest.shows("음료 기계에 있던 1,000원을 돌려드렸습니다."))
        }
        await server.stop()
    }

    @Test func aGuestsChoiceOfLanguageAndThemeHoldsForTheVisit() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let scratch = try Scratch()
        let arguments = ["guest", "--server", server.url, "--sessions", scratch.path("guests"), "--idle", "60"]
        try await withShop(arguments) { guest in
            try guest.wait(forText: "연결됨")
            for (typed, told) in [("언어", "Language: English"), ("high-contrast", "Theme: light")] {
                try guest.press(":")
                try guest.type(Array(typed.utf8))
                try guest.wait(forText: typed)
                try guest.press("enter")
                try guest.wait(forText: told)
            }
            #expect(guest.shows("connected"))
        }
        await server.stop()
    }

    @Test func aClosedShopIsNoReasonToStay() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        // Long enough for the shop to close before the guest is logged out, also on a busy machine.
        let (scratch, idle) = (try Scratch(), 15)
        let arguments = ["guest", "--server", server.url, "--sessions", scratch.path("guests"), "--idle", "\(idle)"]
        try await withShop(arguments, columns: 300, rows: 100) { guest in
            try guest.wait(forText: "연결됨")
            try guest.press("3", "t")
            try guest.wait(forText: "잔액 1,000원")
            try waitFor { await server.stop() }
            try guest.stopReading()
            #expect(guest.terminal.exitStatus(waitingMilliseconds: (idle + Self.grace) * 1_000) == .exited(2))
        }
    }
}

/// The program that sshd runs, tested without sshd.
@Suite struct GuestProgramTests {
    private static let sentence =
        "banchan: Here you can open the shop, or print menu, juice, drinks, orders (--json, --lang ko|en), and nothing else.\n"

    @Test(
        arguments: [
            "orders --csv", "serve", "contacts export", "order H1", "juice make 바나나쥬스 --who x",
            "menu --server http://x",
            "menu --json --json", "menu --lang", "menu --lang fr", "menu --database /tmp/x", "menu --config /tmp/x",
            "menu > /tmp/x", "menu --json /etc/passwd", "--version",
            "config --init", "doctor", "man install", "completions install", "guest --sessions /tmp", "-c id",
            "menu\t--json", "menu`id`", "menu|sh", "menu&&sh",
            "--help", " ",
            "menu --json\n", "menu " + String(repeating: " ", count: 100),
        ])
    func everyOtherCommandIsRefused(_ command: String) async throws {
        let scratch = try Scratch()
        let output = try await runWithoutTerminal(
            ["guest", "--sessions", scratch.path("guests")], environment: ["SSH_ORIGINAL_COMMAND": command])
        #expect(output.status == 64)
        #expect(output.standardOutput.isEmpty)
        #expect(output.standardError == GuestProgramTests.sentence)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("guests")))
    }

    @Test func nothingOfTheEnvironmentOrOfTheAccountsFilesIsUsed() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let scratch = try Scratch()
        let outside = scratch.url.appending(path: "outside")
        let settings = outside.appending(path: "banchan/config.yaml")
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("language: en\n".utf8).write(to: settings)
        let before = try FileManager.default.subpathsOfDirectory(atPath: outside.path)
        let all = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME", "TERMINFO"]
        let environment = Dictionary(uniqueKeysWithValues: all.map { ($0, outside.path) }).merging([
            "BANCHAN_SERVER": "http://127.0.0.1:1", "BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken,
            "BANCHAN_LANGUAGE": "en", "LC_ALL": "../../outside", "COLORTERM": "$(id)", "TMUX": outside.path,
        ]) { $1 }
        try await withShop(
            ["guest", "--server", server.url, "--sessions", scratch.path("guests"), "--name", "지훈"],
            environment: environment
        ) { guest in
            try guest.waitUntilSettled()
            #expect(!guest.shows("가게 주인"))
            let process = try #require(guest.terminal.processID)
            #expect(throws: CocoaError.self, "nobody reads its memory") {
                guard getuid() != 0 else { throw CocoaError(.fileReadNoPermission) }
                _ = try Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
            }
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: outside.path) == before)
        await server.stop()
    }

    @Test func whoTellsNoNameIsCountedByAddress() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let scratch = try Scratch()
        let arguments = ["guest", "--server", server.url, "--sessions", scratch.path("guests"), "--most", "2"]
        @Sendable func connection(_ address: String) -> [String: String] {
            ["SSH_CONNECTION": "\(address) 50022 192.0.2.1 2222"]
        }
        @Sendable func menu(from address: String, _ name: [String] = []) async throws -> Output {
            try await runWithoutTerminal(
                arguments + name,
                environment: connection(address).merging(["SSH_ORIGINAL_COMMAND": "menu"]) { $1 })
        }
        try await withShop(arguments, environment: connection("192.0.2.7")) { guest in
            try guest.wait(forText: "연결됨")
            let crowd = try waitFor { try await menu(from: "192.0.2.7") }
            #expect(crowd.status == 2)
            #expect(
                crowd.standardError
                    == "banchan: Too many guests without a name come from your address. Please come again in a while.\n"
            )
            #expect(try waitFor { try await menu(from: "192.0.2.7", ["--name", "지훈"]) }.status == 0)
            #expect(try waitFor { try await menu(from: "2001:db8::7") }.status == 0)
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
        }
        #expect(try await menu(from: "192.0.2.7").status == 0)
        await server.stop()
    }

    /// As at the server, a customer's whole network is one address, and an IPv4 address is one however it is written.
    @Test(arguments: [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"), ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8"),
    ])
    func placesAreCountedByTheAddressesThatTheServerCounts(_ one: String, _ same: String, _ other: String) async throws
    {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let scratch = try Scratch()
        let arguments = ["guest", "--server", server.url, "--sessions", scratch.path("guests"), "--most", "2"]
        @Sendable func visit(_ address: String) -> [String: String] {
            ["SSH_CONNECTION": "\(address) 50022 192.0.2.1 2222"]
        }
        @Sendable func menu(_ address: String) async throws -> Int32 {
            try await runWithoutTerminal(
                arguments, environment: visit(address).merging(["SSH_ORIGINAL_COMMAND": "menu"]) { $1 }
            ).status
        }
        try await withShop(arguments, environment: visit(one)) { guest in
            try guest.wait(forText: "연결됨")
            let statuses = try waitFor { [try await menu(same), try await menu(other)] }
            #expect(statuses == [2, 0])
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
        }
        await server.stop()
    }

    @Test func aKilledVisitIsSettledByTheNextOneAndAClosedShopIsToldOf() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let scratch = try Scratch()
        let arguments = ["guest", "--server", server.url, "--sessions", scratch.path("guests")]
        try await withShop(arguments) { guest in
            try guest.wait(forText: "연결됨")
            try guest.press("3", "t")
            try guest.wait(forText: "잔액 1,000원")
            try guest.terminal.signal(SIGKILL)
            try guest.waitForExit()
        }
        let session = try #require(
            FileManager.default.subpaths(atPath: scratch.path("guests/places"))?.first {
                $0.hasSuffix("terminals") == false && $0.contains("terminals/") && $0.hasSuffix("/1")
            })
        let name = try String(contentsOfFile: scratch.path("guests/places/\(session)"), encoding: .utf8)
        let id = try #require(UUID(uuidString: name.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(try await shop.store.read { try $0.machineSession(id).balance } == Won(1_000))
        try await withShop(arguments) { guest in
            try guest.wait(forText: "연결됨")
            #expect(try waitFor { try await shop.store.read { try $0.machineSession(id).balance } } == Won(0))
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
        }
        await server.stop()
        try await withShop(arguments) { guest in
            let status = try guest.waitForExit()
            #expect(status == .exited(2))
            #expect(guest.shows("지금은 가게 문이 닫혀 있습니다."))
        }
    }
}
