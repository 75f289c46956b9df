import Foundation
import TerminalProbe
import TestSupport
import Testing

/// Terminal features besides drawing: the clipboard, the window title, synchronized frames, and output for screen
/// readers.
@Suite struct TerminalExtrasTests {
    private static let saved = "\u{1B}[22;0t"
    private static let restored = "\u{1B}[23;0t"
    private static let begin = "\u{1B}[?2026h"
    private static let end = "\u{1B}[?2026l"

    // MARK: - Clipboard

    @Test func whatIsCopiedComesOutOfTheTerminalsCommand() async throws {
        try await withShop { shop in
            try shop.waitUntilSettled()
            _ = shop.takeBytes()
            try shop.press("y")
            try shop.wait(forText: "클립보드로 보냈습니다")
            let text = try #require(shop.takeText().copied)
            #expect(text.contains("돼지갈비 600g 15,900원"))
            #expect(shop.screen.text.contains { $0.contains(text) })
        }
    }

    @Test func throughTmuxTheTerminalBehindItIsToldAsWell() async throws {
        try await withShop(environment: ["TMUX": "/nowhere,1,0", "TMUX_PANE": "%0"]) { shop in
            try shop.waitUntilSettled()
            _ = shop.takeBytes()
            try shop.press("y")
            try shop.wait(forText: "클립보드로 보냈습니다")
            let text = shop.takeText()
            #expect(text.copied != nil)
            #expect(text.contains("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;"))
        }
    }

    // MARK: - Title

    @Test func theTitleIsTheCountersAndTheOldOneComesBackOnLeaving() async throws {
        try await withShop { shop in
            try shop.waitUntilSettled()
            #expect(shop.screen.title == "반찬")
            try shop.press("5")
            try shop.wait(for: "another title") { $0.title == "주문 - 반찬" }
            #expect(shop.takeText().components(separatedBy: Self.saved).count == 2)
            try shop.press("q")
            try shop.waitForExit()
            #expect(shop.takeText().components(separatedBy: Self.restored).count == 2)
        }
    }

    @Test func aProgramThatIsKilledGivesTheOldTitleBack() async throws {
        try await withShop { shop in
            try shop.waitUntilSettled()
            _ = shop.takeBytes()
            try shop.terminal.signal(SIGTERM)
            try shop.waitForExit()
            #expect(shop.takeText().components(separatedBy: Self.restored).count == 2)
        }
    }

    @Test func aStoppedProgramGivesTheTitleBackAndSetsItAgainWhenItGoesOn() async throws {
        try await withShopInShell { shell in
            _ = shell.takeBytes()
            try shell.press("ctrl-z")
            try shell.wait(forText: "has-stopped")
            #expect(shell.takeText().contains(Self.restored))
            try shell.press("enter")
            try shell.wait(for: "the shop again") { $0.isAlternateScreen && $0.line(0).contains("연결됨") }
            let again = shell.takeText()
            #expect(again.contains("\(Self.saved)\u{1B}]0;반찬\u{07}"))
            try shell.press("q")
            try shell.wait(forText: "has-ended")
            #expect(shell.takeText().contains(Self.restored))
        }
    }

    @Test func aTerminalWithoutATitleIsGivenNone() async throws {
        try await withShop(environment: ["TERM": "linux"]) { shop in
            try shop.waitUntilSettled()
            try shop.press("q")
            try shop.waitForExit()
            let text = shop.takeText()
            #expect(!text.contains("\u{1B}]0;"))
            #expect(!text.contains(Self.saved))
            #expect(!text.contains(Self.restored))
        }
    }

    // MARK: - Repeated blanks

    @Test(arguments: [("xterm-256color", true), ("tmux-256color", false)])
    func theGapOfTheSelectedRowIsRepeatedWhereTheTerminalDoesIt(_ name: String, _ repeats: Bool) async throws {
        try await withShop(environment: ["TERM": name]) { shop in
            try shop.waitUntilSettled()
            _ = shop.takeBytes()
            try shop.press("down")
            try shop.waitUntilSettled()
            #expect(shop.takeText().contains(#/\u{1B}\[\d+b/#) == repeats)
        }
    }

    // MARK: - Synchronized frames

    @Test func eachFrameIsWholeWhereTheTerminalKnowsSynchronizedOutput() async throws {
        var script = GraphicsTerminal.Script()
        script.knowsSynchronizedOutput = true
        try await withShop(["--pictures", "cells"], graphics: script) { shop in
            try shop.waitUntilSettled()
            // The terminal's reply arrives after the first frame.
            try shop.press("down")
            try shop.wait(for: "a frame in marks") { _ in shop.takeText().contains(Self.end) }
            try shop.waitUntilSettled()
            _ = shop.takeBytes()
            try shop.press("page-down")
            try shop.waitUntilSettled()
            try shop.press("?")
            var text = ""
            try shop.wait(for: "the help page, whole") { screen in
                text += shop.takeText()
                return screen.line(1).contains("도움말") && text.hasSuffix(Self.end)
            }
            #expect(text.components(separatedBy: Self.begin).count > 2)
            #expect(text.isBalanced(Self.begin, Self.end))
            // All output that moves the cursor or writes text is inside a frame.
            let outside = text.components(separatedBy: Self.begin).compactMap {
                $0.components(separatedBy: Self.end).last
            }
            #expect(outside.allSatisfy { !$0.contains("H") || $0.isEmpty })
            try shop.terminal.signal(SIGTERM)
            try shop.waitForExit()
            #expect(shop.takeText().contains(Self.end))
        }
    }

    @Test func aTerminalThatDoesNotKnowItIsSentNoMarks() async throws {
        try await withShop(graphics: GraphicsTerminal.Script()) { shop in
            try shop.waitUntilSettled()
            try shop.press("down", "down", "?")
            try shop.wait(forText: "도움말")
            try shop.press("escape", "q")
            try shop.waitForExit()
            let text = shop.takeText()
            #expect(text.contains("\u{1B}[?2026$p"))
            #expect(!text.contains(Self.begin))
            #expect(!text.contains(Self.end))
        }
    }

    @Test func theFirstFrameDoesNotWaitForTheQuestion() async throws {
        try await withShop(graphics: GraphicsTerminal.Script()) { shop in
            try shop.wait(forText: "1 반찬")
            try shop.waitUntilSettled()
            let text = shop.takeText()
            let (frame, question) = (text.range(of: "1 반찬"), text.range(of: "\u{1B}[?2026$p"))
            #expect(try #require(frame).lowerBound < (try #require(question)).lowerBound)
        }
    }

    // MARK: - Output for screen readers

    @Test(arguments: [(["--plain"], [:]), ([], ["BANCHAN_PLAIN": "1"])] as [([String], [String: String])])
    func aPlainScreenHasNoLinesAndTellsWhatChanges(
        _ arguments: [String], _ environment: [String: String]
    ) async throws {
        // Tall enough to show all sections: the message about one that arrives later would replace the answer to a key.
        try await withShop(arguments, environment: environment, rows: 140) { shop in
            try shop.wait(for: "all sections") { screen in
                screen.line(0).contains("연결됨")
                    && ["돼지갈비", "황태", "무말랭이"].allSatisfy { dish in screen.text.contains { $0.contains(dish) } }
            }
            let drawn: ClosedRange<Unicode.Scalar> = "\u{2500}"..."\u{259F}"
            #expect(shop.screen.text.allSatisfy { $0.unicodeScalars.allSatisfy { !drawn.contains($0) } })
            #expect(shop.screen.line(0).contains("[1 반찬]"))
            try shop.press("down")
            try shop.wait(for: "the selection in words") { $0.line($0.rows - 1).hasPrefix("2/14 ") }
            #expect(shop.screen.cursor.isVisible)
            let row = shop.screen.cursor.row
            #expect(shop.screen.line(row).contains("오삼불고기"))
            try shop.press("enter")
            try shop.wait(for: "the toast in words") { $0.line($0.rows - 1).contains("12,900원") }
            try shop.press("5")
            try shop.wait(for: "the counter in words") { $0.line($0.rows - 1).hasPrefix("주문: ") }
        }
    }
}

extension ProgramOnTerminal {
    /// Returns the text that the program wrote since the last call.
    fileprivate func takeText() -> String { String(decoding: takeBytes(), as: UTF8.self) }
}

extension String {
    /// The text that the first `OSC 52` in the string copies to the clipboard; `nil` if there is none.
    fileprivate var copied: String? {
        guard let letters = components(separatedBy: "\u{1B}]52;c;").dropFirst().first?.prefix(while: { $0 != "\u{07}" })
        else { return nil }
        return Data(base64Encoded: String(letters)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether every `begin` is followed by exactly one `end` before the next one.
    fileprivate func isBalanced(_ begin: String, _ end: String) -> Bool {
        let frames = components(separatedBy: begin)
        return frames.dropFirst().allSatisfy { $0.components(separatedBy: end).count == 2 }
            && !frames[0].contains(end)
    }
}
