import Foundation
import TerminalEmulator
import TerminalProbe
import TestSupport
import Testing

/// The screens in the README must match the program's. If `BANCHAN_WRITE_SCREENS` is set, they are rewritten.
@Suite(.takingTurns) struct ReadmeTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(components: "..", "..", "README.md").standardizedFileURL

    @Test func theMenuIsAsThePictureShows() async throws {
        let plain = ["NO_COLOR": "1"]
        try await withShop(environment: plain, rows: 19) { shop in
            try shop.waitUntilSettled()
            try shop.press("down", "up", "+")
            try shop.wait(forText: "장바구니에 1개")
            try shop.wait(untilGone: "장바구니에 1개")
            try shop.wait(untilGone: "모두 1개")
            try ReadmeTests.expect("menu-ko", shop)
        }
    }

    @Test func theCartIsAsThePictureShows() async throws {
        let plain = ["NO_COLOR": "1", "LANG": "C.UTF-8"]
        try await withShop(["--guest-name", "Maria"], environment: plain, rows: 22) { shop in
            try shop.wait(forText: "keeper ─ connected")
            try shop.wait(forText: "11,800원")
            try shop.press("down", "up", "+", "down", "+", "+", "v")
            try shop.wait(forText: "Maria")
            try shop.wait(untilGone: "not known yet")
            try ReadmeTests.expect("cart-en", shop)
        }
    }

    /// Expects the screen to match the README's screen of that name, or rewrites it.
    private static func expect(_ name: String, _ shop: ProgramOnTerminal) throws {
        var text = try String(contentsOf: file, encoding: .utf8)
        let begin = try #require(text.range(of: "<!-- screen: \(name) -->\n```\n"))
        let end = try #require(text.range(of: "```", range: begin.upperBound..<text.endIndex))
        guard ProcessInfo.processInfo.environment["BANCHAN_WRITE_SCREENS"] == nil else {
            text.replaceSubrange(begin.upperBound..<end.lowerBound, with: ReadmeTests.picture(of: shop.screen))
            try text.write(to: file, atomically: true, encoding: .utf8)
            return
        }
        let picture = text[begin.upperBound..<end.lowerBound]
        try shop.wait(for: "the README's picture \(name)") { ReadmeTests.picture(of: $0) == picture }
        #expect(ReadmeTests.picture(of: shop.screen) == picture)
    }

    /// Returns the screen's lines without trailing blanks.
    private static func picture(of screen: TerminalEmulator) -> String {
        screen.text.map { String($0.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
    }
}
