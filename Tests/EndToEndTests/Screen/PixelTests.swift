import Foundation
import TerminalProbe
import TestPeers
import TestSupport
import Testing

/// Pictures as pixels, on terminals that report support for them.
@Suite struct PixelTests {
    @Test(arguments: [[:], ["COLORTERM": "truecolor"]] as [[String: String]])
    func kittyShowsPicturesByPlaceholdersOfPicturesThatItHas(_ environment: [String: String]) async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url], environment: environment, graphics: .kitty) { shop in
            try shop.waitForPixels(5)
            #expect(shop.unknownPlaceholders.isEmpty)
            #expect(shop.pixelCells(of: 3) == Set(2..<8))
            #expect(shop.screen.line(3).contains("돼지갈비"))
            // Each picture was sent only once.
            let brought = try #require(shop.graphics).commands.compactMap { $0["i"] }
            #expect(Set(brought).count == brought.count)
        }
        await server.stop()
    }

    @Test func nothingLeavesATraceInKitty() async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url], graphics: .kitty) { shop in
            try shop.waitForPixels(5)
            try shop.waitUntilSettled()
            let (before, text) = (shop.visibleCells, shop.screen.text)
            try shop.press("o")
            try shop.wait(forText: "원 주문하기 ]")
            #expect(shop.unknownPlaceholders.isEmpty)
            try shop.press("escape")
            try shop.wait(for: "the screen as it was, after a form") { _ in shop.visibleCells == before }
            try shop.press("G")
            try shop.wait(untilGone: "메인반찬")
            try shop.press("g")
            try shop.wait(for: "the screen as it was, after scrolling") { _ in shop.visibleCells == before }
            try shop.press("down", "down", "down", "down", "down", "down")
            try shop.wait(for: "a row further down") { _ in shop.visibleCells != before }
            #expect(shop.unknownPlaceholders.isEmpty)
            try shop.press("g")
            try shop.wait(for: "the screen as it was, after scrolling by rows") { _ in shop.visibleCells == before }
            try shop.press("right")
            try shop.wait(for: "a picture of the page") { _ in (4..<16).contains { shop.pixelCells(of: $0).count > 8 } }
            #expect(shop.unknownPlaceholders.isEmpty)
            try shop.press("left")
            try shop.wait(for: "the screen as it was, after the page") { _ in shop.visibleCells == before }
            try shop.resize(columns: 44, rows: 20)
            try shop.wait(for: "a smaller shop") { $0.line(19).hasPrefix("─") }
            try shop.resize(columns: 80, rows: 24)
            try shop.wait(for: "the screen as it was, after another size") { _ in shop.visibleCells == before }
            let drawn = shop.bytesReceived
            try shop.press("ctrl-l")
            try shop.wait(for: "all drawn and brought anew") {
                shop.bytesReceived - drawn > 60_000 && $0.text == text && shop.unknownPlaceholders.isEmpty
            }
            #expect(shop.unknownPlaceholders.isEmpty)
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
            #expect(try #require(shop.graphics).images.isEmpty)
        }
        await server.stop()
    }

    @Test func sixelDrawsPicturesOnTheirCellsAndAgainWhenTheyWereCovered() async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url], graphics: .xterm) { shop in
            try shop.waitForSixels(5)
            _ = shop.takeBytes()
            try shop.wait(forText: "연결됨")
            let graphics = try #require(shop.graphics)
            #expect(Set(graphics.sixels.map(\.column)) == [2])
            #expect(graphics.sixels.map(\.row).sorted() == [3, 7, 11, 15, 19])
            #expect(graphics.sixels.allSatisfy { $0.data.contains("\"1;1;60;60#0;2;") })
            let before = shop.visibleCells
            // A form leaves the pictures that it does not cover, and those that it covered are drawn again.
            try shop.press("o")
            try shop.wait(forText: "원 주문하기 ]")
            try shop.press("escape")
            try shop.wait(for: "the screen as it was, after a form") { _ in shop.visibleCells == before }
            // Test a page in place of the list, and a full repaint.
            let drawn = graphics.sixels.count
            try shop.press("?")
            try shop.wait(forText: "도움말")
            try shop.press("escape")
            try shop.waitForSixels(drawn + 5)
            try shop.press("ctrl-l")
            try shop.waitForSixels(drawn + 10)
            #expect(shop.visibleCells == before)
            // If only the selection moves, curses moves the cursor over the pictures, which are not drawn again.
            let still = graphics.sixels.count
            try shop.press("down")
            try shop.wait(for: "the second row selected") { _ in shop.selectedRows() == [7] }
            try shop.press("up")
            try shop.wait(for: "the screen as it was, two keys later") { _ in shop.visibleCells == before }
            #expect(graphics.sixels.count == still)
            // The list moves by a few lines, and sections close up.
            // Each pair ends where it began; keys that are read at once would draw nothing, so each waits for its screen.
            for keys in [["page-down", "page-up"], ["end", "home"], ["z", "z"]] as [[Key]] {
                let drawn = graphics.sixels.count
                try shop.press(keys[0])
                try shop.wait(for: "another screen") { _ in shop.visibleCells != before }
                try shop.waitForSixels(drawn + 4)
                try shop.press(keys[1])
                try shop.wait(for: "the screen as it was") { _ in shop.visibleCells == before }
                try shop.waitForSixels(drawn + 8)
            }
            // The output inserts and deletes no characters within a row, and scrolls nothing: terminals move pixels along
            // with text only in part, and leave some behind.
            let output = String(decoding: shop.takeBytes(), as: UTF8.self)
            #expect(!output.contains(/\x1b\[\d*[P@STLM]|\x1b[DM]/))
            #expect(output.matches(of: /\x1b\[\d+;\d+r/).allSatisfy { $0.output == "\u{1b}[1;24r" })
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
        }
        await server.stop()
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV, SIGABRT])
    func whoeverKillsTheProgramFindsNoPictureLeft(_ signal: Int32) async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url], graphics: .kitty) { shop in
            try shop.waitForPixels(5)
            #expect(try #require(shop.graphics).images.count >= 5)
            try shop.terminal.signal(signal)
            #expect(try shop.waitForExit() == .signalled(signal))
            #expect(try #require(shop.graphics).images.isEmpty)
            #expect(!shop.screen.isAlternateScreen)
        }
        await server.stop()
    }

    @Test func ctrlZTakesThePicturesOffAndFgBringsThemBack() async throws {
        let server = try await CountingServer()
        let scratch = try Scratch()
        let environment = scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }
        try await onOwnThread {
            let script =
                "set -m; \(Built.banchan) --server \(server.url); echo has-stopped; read line; fg; echo has-ended"
            let shell = try ProgramOnTerminal(
                "/bin/bash", arguments: ["--norc", "-c", script], environment: environment,
                graphics: GraphicsTerminal(.kitty))
            try shell.waitForPixels(5)
            try shell.press("ctrl-z")
            try shell.wait(forText: "has-stopped")
            #expect(try #require(shell.graphics).images.isEmpty)
            try shell.press("enter")
            try shell.waitForPixels(5)
            #expect(shell.unknownPlaceholders.isEmpty)
            try shell.press("q")
            try shell.wait(forText: "has-ended")
            #expect(try #require(shell.graphics).images.isEmpty)
        }
        withExtendedLifetime(scratch) {}
        await server.stop()
    }

    @Test(arguments: ["on", "off"]) func insideTmuxPicturesAreHandedOnIfTmuxAllowsIt(_ passthrough: String) async throws
    {
        let server = try await CountingServer()
        let scratch = try Scratch()
        // A fake tmux: a script that prints the answer to the program's query.
        let tmux = scratch.url.appending(path: "tmux")
        let answer = "kitty(0.32.2)\\t256,RGB,title\\t\(passthrough == "on" ? 1 : 0)\\n"
        try Data("#!/bin/sh\nprintf '\(answer)'\n".utf8).write(to: tmux)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tmux.path)
        let environment = [
            "TMUX": "/tmp/none,1,0", "TMUX_PANE": "%0", "TERM": "tmux-256color",
            "PATH": "\(scratch.url.path):/usr/bin:/bin",
        ]
        let script = GraphicsTerminal.Script(name: "tmux 3.3a")
        try await withShop(["--server", server.url], environment: environment, scratch: scratch, graphics: script) {
            shop in
            guard passthrough == "on" else {
                try shop.waitForPictures(5)
                try shop.press("down", "up")
                try shop.waitUntilSettled()
                #expect(try #require(shop.graphics).commands.isEmpty)
                return
            }
            try shop.waitForPixels(5)
            #expect(shop.unknownPlaceholders.isEmpty)
            #expect(try #require(shop.graphics).cameThroughTmux)
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
            #expect(try #require(shop.graphics).images.isEmpty)
        }
        await server.stop()
    }

    struct Silence: Sendable {
        var arguments: [String] = []
        var environment: [String: String] = [:]
        var terminal = GraphicsTerminal.Script.kitty
    }

    static let silences = [
        Silence(terminal: .init(attributes: [22])),
        Silence(terminal: .init(name: "kitty(0.26.5)", takesGraphics: true)),
        Silence(arguments: ["--pictures", "cells"]), Silence(environment: ["BANCHAN_PICTURES": "cells"]),
    ]

    @Test(arguments: silences) func otherwiseTheyAreCells(_ silence: Silence) async throws {
        let server = try await CountingServer()
        let arguments = ["--server", server.url] + silence.arguments
        try await withShop(arguments, environment: silence.environment, graphics: silence.terminal) { shop in
            try shop.waitForPictures(5)
            try shop.press("down", "up")
            try shop.waitUntilSettled()
            #expect(try #require(shop.graphics).commands.isEmpty)
            #expect((0..<24).allSatisfy { shop.pixelCells(of: $0).isEmpty })
        }
        await server.stop()
    }

    @Test func whoWantsNoPicturesHasNone() async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url, "--pictures", "none"], graphics: .kitty) { shop in
            try shop.waitUntilSettled()
            #expect(shop.screen.line(3).hasPrefix("  [소반가]"))
            #expect(!String(decoding: shop.takeBytes(), as: UTF8.self).contains("\u{1B}[>q"))
        }
        #expect(server.requests.keys.allSatisfy { !$0.contains("pictures") })
        await server.stop()
    }

    @Test func anotherValueIsToldInASentence() async throws {
        let variable = try await runWithoutTerminal([], environment: ["BANCHAN_PICTURES": "ascii"])
        let option = try await runWithoutTerminal(["--pictures", "ascii"])
        #expect(variable.standardError.contains("BANCHAN_PICTURES"))
        #expect(option.status == 64)
    }
}

extension ProgramOnTerminal {
    /// Returns the columns of a row that contain placeholders.
    fileprivate func pixelCells(of row: Int) -> Set<Int> {
        let cells = screen.cells(row: row)
        return Set(cells.indices.filter { cells[$0].text.unicodeScalars.first == "\u{10EEEE}" })
    }

    /// The identifiers in the colours of placeholders whose pictures the terminal does not have.
    fileprivate var unknownPlaceholders: Set<UInt32> {
        let images = graphics?.images ?? []
        // A palette colour contains only the lowest eight bits; a combining mark contains the highest.
        let known = images.union(images.map { $0 & 0xFF })
        let cells = (0..<screen.rows).flatMap { screen.cells(row: $0) }
        return Set(cells.compactMap(\.pictureNumber)).subtracting(known)
    }

    /// Waits until at least `count` sixel pictures were drawn.
    fileprivate func waitForSixels(_ count: Int) throws {
        try wait(for: "\(count) pictures as sixel graphics") { _ in (graphics?.sixels.count ?? 0) >= count }
    }

    /// Waits until at least `count` pictures have been transmitted, and placeholders fill three rows for each.
    fileprivate func waitForPixels(_ count: Int) throws {
        try wait(for: "\(count) pictures as pixels") { screen in
            (graphics?.images.count ?? 0) >= count
                && (0..<screen.rows).count { !self.pixelCells(of: $0).isEmpty } >= 3 * count
        }
    }
}

extension Cell {
    /// The picture identifier in the colour of a placeholder; `nil` for all other text.
    fileprivate var pictureNumber: UInt32? {
        guard text.unicodeScalars.first == "\u{10EEEE}" else { return nil }
        switch foreground {
        case .indexed(let place): return UInt32(place)
        case .rgb(let red, let green, let blue): return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        case .default: return 0
        }
    }
}
