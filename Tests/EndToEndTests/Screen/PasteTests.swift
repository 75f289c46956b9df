import Foundation
import TerminalProbe
import TestSupport
import Testing

/// Pasted text is text on every terminal: marked by the terminal, or recognised by its pace.
@Suite struct PasteTests {
    private static let lines = "Mira Kim\r12 Main Street\rSeoul\r"

    @Test(arguments: ["xterm-256color", "screen-256color", "gnome", "rxvt", "linux"], [nil, SIGTERM])
    func theTerminalMarksPastesAsLongAsTheShopHasTheScreen(_ name: String, _ signal: Int32?) async throws {
        try await withShop(environment: ["TERM": name]) { shop in
            try shop.wait(forText: "연결됨")
            #expect(String(decoding: shop.takeBytes(), as: UTF8.self).contains("\u{1B}[?2004h"))
            if let signal { try shop.terminal.signal(signal) } else { try shop.press("q") }
            try shop.waitForExit()
            let last = String(decoding: shop.takeBytes(), as: UTF8.self)
            #expect(last.contains("\u{1B}[?2004l"))
        }
    }

    @Test(arguments: [[lines], ["\u{1B}[200~Mira Kim\r", "12 Main Street\rSeoul\r\u{1B}[201~"]])
    func threePastedLinesAreTextInAFieldAndOrderNothing(_ pieces: [String]) async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(["--server", server.url], environment: ["TERM": "vt100"]) { program in
            try program.waitUntilSettled()
            try program.press("o")
            try program.wait(forText: "주문하기")
            for piece in pieces {
                try program.type(Array(piece.utf8))
                try program.waitUntilRead()
            }
            try program.wait(forText: "Mira Kim 12 Main Street Seoul")
            try program.wait(forText: "주문하기")
        }
        let orders = try await shop.orders()
        #expect(orders.isEmpty)
        await server.stop()
    }

    @Test func onAListAPasteDoesNothing() async throws {
        try await withShop(environment: ["TERM": "vt100"]) { shop in
            try shop.waitUntilSettled()
            let before = shop.screen.text
            try shop.type(Array(PasteTests.lines.utf8))
            try shop.type(Array("\u{1B}[200~o\r2\rq\r\u{1B}[201~".utf8))
            // What is typed after the paste is a key.
            try shop.wait(for: "the keys to act again") { _ in
                try shop.press("down", "up", "?")
                return try shop.pump(milliseconds: 100) && shop.shows("모든 목록")
            }
            try shop.press("escape")
            try shop.wait(for: "the list as it was") { $0.text == before }
        }
    }
}
