import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestSupport
import Testing

@Suite struct CommandLineTests {
    @Test func withoutATerminalASentenceSaysWhatToUseInstead() async throws {
        let output = try await runWithoutTerminal([])
        #expect(output.status == 1)
        #expect(output.standardOutput.isEmpty)
        #expect(output.standardError == "banchan: The shop opens in a terminal only. In scripts, use: banchan menu\n")
    }

    @Test(arguments: [
        ("dumb", "TERM=dumb 터미널에는 화면을 그릴 수 없습니다."), ("unheard-of", "이 컴퓨터는 TERM=unheard-of 터미널을 모릅니다."),
        ("xtermish", "이 컴퓨터는 TERM=xtermish 터미널을 모릅니다."), ("", "TERM에 터미널 이름이 없습니다."),
    ])
    func aTerminalThatIsNotKnownAndOneThatCannotShowItAreTwoSentences(_ name: String, _ sentence: String) async throws {
        try await withShop(environment: ["TERM": name]) { shop in
            let status = try shop.waitForExit()
            #expect(status == .exited(1))
            #expect(shop.screen.line(0).contains(sentence))
            #expect(shop.screen.text.joined().contains("banchan menu"))
        }
    }

    /// Terminals that bring their own entries, with names that no machine has.
    @Test(arguments: ["xterm-kitty", "xterm-ghostty", "foot", "wezterm", "alacritty", "tmux", "screen.foot"])
    func aTerminalWithoutItsEntryIsTakenForXterm(_ family: String) async throws {
        let name = "\(family)-2099"
        let environment = ["TERM": name]
        try await withShop(environment: environment) { shop in
            try shop.wait(forText: "연결됨")
            try shop.press("down", "up")
            try shop.wait(for: "colours") { screen in
                screen.cells(row: 0).contains {
                    if case .indexed(let color) = $0.foreground { color >= 16 } else { false }
                }
            }
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
        }
        try await withShop(["doctor"], environment: environment, columns: 200) { shop in
            try shop.wait(forText: "가게를 열 수 있습니다.")
            #expect(shop.screen.text.joined().contains("이 컴퓨터는 TERM=\(name) 터미널을 몰라 xterm-256color로 엽니다."))
        }
    }

    @Test(arguments: ["ftp://shop", "no-url", "http://", ""])
    func aWrongAddressIsOneClearSentence(_ address: String) async throws {
        for command in [[], ["menu"]] {
            let output = try await runWithoutTerminal(command + ["--server", address])
            #expect(output.status == 64)
            #expect(
                output.standardError
                    == "banchan: Not the address of a shop: \(address) (write it like http://host:port)\n".replacing(
                        ":  (", with: ": ("))
        }
    }

    @Test func theServerMayComeFromTheEnvironment() async throws {
        let server = try await CountingServer()
        let output = try await runWithoutTerminal(["menu"], environment: ["BANCHAN_SERVER": server.url])
        #expect(output.status == 0)
        #expect(server.requests["/woowa/main"] == 1)
        await server.stop()
    }

    @Test func aProxyInTheEnvironmentDoesNotHideTheProgramsOwnServer() async throws {
        let proxies = ["http_proxy": "http://127.0.0.1:1", "ALL_PROXY": "http://127.0.0.1:1"]
        let output = try await runWithoutTerminal(["menu"], environment: proxies)
        #expect(output.status == 0)
    }

    @Test func menuPrintsEverySectionForScripts() async throws {
        let output = try await runWithoutTerminal(["menu"])
        #expect(output.status == 0)
        #expect(output.standardError.isEmpty)
        for section in SectionID.menu {
            #expect(output.standardOutput.contains(try #require(TemporaryMenu.headings[section])))
            for dish in try TemporaryMenu.own(section) {
                #expect(output.standardOutput.contains("\(dish.price.text)  \(dish.title)\n"))
            }
        }
    }

    @Test func menuTellsOfASectionThatFailedAndPrintsTheOthers() async throws {
        let menu = try TemporaryMenu(main: TemporaryMenu.own(.main))
        let server = try await CountingServer(resources: menu.url)
        let output = try await runWithoutTerminal(["menu", "--server", "\(server.url)/elsewhere"])
        #expect(output.status == 3)
        #expect(output.standardError.contains("메인반찬: the server answered 404"))
        await server.stop()
        withExtendedLifetime(menu.scratch) {}
    }

    @Test func menuOfAServerThatIsNotThereIsASentenceForEachSection() async throws {
        let output = try await runWithoutTerminal(["menu", "--server", "http://127.0.0.1:1"])
        #expect(output.status == 2)
        #expect(output.standardError.split(separator: "\n").count == 3)
        #expect(output.standardError.contains("the server cannot be reached"))
    }

    @Test func hostileTextReachesScriptsHarmlessly() async throws {
        let hostile = "\u{1B}[31m붉은\u{7}\u{202E}글\u{9B}2J\r\n줄\u{2028}끝"
        let body = try JSONSerialization.data(withJSONObject: [
            [
                "detail_hash": "H\u{1B}]0;x\u{7}", "image": "/\u{202E}x.jpg", "alt": hostile,
                "delivery_type": [hostile],
                "title": hostile, "description": hostile, "s_price": "1,000원", "badge": [hostile],
            ]
        ])
        let menu = try TemporaryMenu(main: [])
        try menu.write(body, to: .main)
        let server = try await CountingServer(resources: menu.url)
        for arguments in [["menu"], ["menu", "--json"]] {
            let output = try await runWithoutTerminal(arguments + ["--server", server.url])
            #expect(output.status == 0)
            for scalar in (output.standardOutput + output.standardError).unicodeScalars where scalar != "\n" {
                #expect(PlainText("a\(scalar)a").string == "a\(scalar)a" || scalar == " ", "\(scalar.value)")
            }
        }
        await server.stop()
        withExtendedLifetime(menu.scratch) {}
    }

    @Test func helpAndVersionAreThere() async throws {
        let help = try await runWithoutTerminal(["--help"])
        #expect(help.status == 0)
        for word in ["--server", "serve", "menu", "BANCHAN_SERVER"] { #expect(help.standardOutput.contains(word)) }
        let version = try await runWithoutTerminal(["--version"]).standardOutput
        #expect(version.hasPrefix(ShopVersion.current))
        #expect(version.prefixMatch(of: /[0-9.]+( \([0-9a-f]{10}\+?\))?\n/) != nil, "\(version)")
    }

    @Test func theVersionNamesTheLicenseOfTheRepository() async throws {
        let version = try await runWithoutTerminal(["--version"]).standardOutput.split(separator: "\n")
        let license = try Repository.text("LICENSE").split(separator: "\n")
        #expect(version.dropFirst() == ["\(license[1]). \(license[0])."])
    }

    @Test func servePrintsItsURLOnOneLineAndStopsGracefully() async throws {
        try await withShop(["serve", "--port", "0"]) { server in
            try server.wait(forText: "http://127.0.0.1:")
            let url = server.screen.line(0)
            #expect(server.screen.line(1).isEmpty)
            let port = try #require(URL(string: url)?.port)
            let second = try ProcessOnPort.serve(port: port)
            #expect(second.status == 1)
            #expect(second.standardError.contains("127.0.0.1:\(port)"))
            try server.terminal.signal(SIGTERM)
            let status = try server.waitForExit()
            #expect(status == .exited(0))
        }
    }

    @Test func missingResourcesAreOneClearSentence() async throws {
        let output = try await runWithoutTerminal(["serve", "--port", "0", "--resources", "/nowhere/at/all"])
        #expect(output.status == 1)
        #expect(output.standardError.hasPrefix("banchan: The shop's data is missing: /nowhere/at/all"))
        #expect(output.standardError.split(separator: "\n").count == 1)
    }
}

/// Starts a second server on a port that is taken. It blocks, so it must run on a thread that may.
enum ProcessOnPort {
    static func serve(port: Int) throws -> (status: Int32, standardError: String) {
        // The server must not use the data of the user who runs the tests.
        let scratch = try Scratch()
        defer { withExtendedLifetime(scratch) {} }
        let process = Process()
        process.executableURL = URL(filePath: Built.banchan)
        process.arguments = ["serve", "--port", "\(port)"]
        process.environment = ["LANG": "C.UTF-8"].merging(scratch.environment) { $1 }
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let said = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }
}
