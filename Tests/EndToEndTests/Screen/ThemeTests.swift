import Foundation
import TerminalProbe
import TestSupport
import Testing

/// The shop's colours on terminals that report their background, and on those that do not.
@Suite struct ThemeTests {
    @Test func theTerminalIsAskedOnceTheFirstFrameIsUpAndOnceOnly() async throws {
        try await withPlainShop { shop in
            let start = try shop.waitForQuestion()
            try shop.waitUntilSettled()
            try shop.press("down", "down", "up")
            try shop.wait(for: "the selection") { _ in shop.selectedRows().count == 1 }
            let text = start + String(decoding: shop.takeBytes(), as: UTF8.self)
            let parts = text.components(separatedBy: question)
            #expect(parts.count == 2)
            // The first frame does not wait for the query: a whole frame comes before it.
            let frame = TerminalEmulator(columns: 80, rows: 24)
            frame.feed(Array(parts[0].utf8))
            #expect(frame.line(0).contains("반찬"))
            #expect(frame.line(23).hasPrefix("─"))
        }
    }

    @Test(arguments: ["\u{07}", "\u{1B}\\"])
    func aTerminalThatSaysLightGetsTheColoursForLight(_ end: String) async throws {
        try await withPlainShop { shop in
            try shop.waitUntilSettled()
            #expect(shop.inkColors.isSubset(of: dark))
            let text = shop.screen.text
            try shop.type(Array("\u{1B}]11;rgb:fdfd/f6f6/e3e3\(end)".utf8))
            try shop.wait(for: "the colours for light") { _ in shop.inkColors.isSubset(of: light) }
            #expect(shop.inkColors.count > 2)
            #expect(shop.screen.text == text)
            #expect(shop.selectedRows().count == 1)
        }
    }

    @Test func aTerminalThatSaysDarkOrNothingKeepsTheColoursForDark() async throws {
        try await withPlainShop { shop in
            try shop.waitUntilSettled()
            let before = shop.visibleCells
            try shop.type(Array("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{07}".utf8))
            try shop.moveDownAndUp(expecting: before)
            #expect(shop.inkColors.isSubset(of: dark))
        }
    }

    @Test func aReplyThatComesLateAndInPiecesIsNotTypedIntoAName() async throws {
        try await withPlainShop { shop in
            try shop.waitUntilSettled()
            try shop.press("o")
            try shop.wait(forText: "주문하기")
            try shop.press("지")
            try shop.wait(for: "the first syllable") { $0.text.contains { $0.contains("이름") && $0.contains("지") } }
            for piece in ["\u{1B}]1", "1;rg", "b:ffff/f", "f", "ff/ffff", "\u{1B}", "\\"] {
                try shop.type(Array(piece.utf8))
                try shop.pump(milliseconds: 5)
            }
            try shop.press("훈")
            try shop.wait(for: "the colours for light, and the name alone") { screen in
                screen.text.contains { $0.contains("지훈") } && shop.inkColors.isSubset(of: light)
            }
            #expect(!shop.shows("지훈f"))
            #expect(!shop.shows("rgb"))
            #expect(shop.shows("주문하기"))
        }
    }

    @Test(arguments: [
        "\u{1B}]11;\u{07}", "\u{1B}]11;rgb:zz/zz/zz\u{07}", "\u{1B}]11;q한글\u{1B}\\", "\u{1B}]52;c;cXFx\u{07}",
        "\u{1B}]11;" + String(repeating: "q", count: 5_000) + "\u{07}",
    ])
    func aHostileReplyDoesNothing(_ reply: String) async throws {
        try await withPlainShop { shop in
            try shop.waitUntilSettled()
            let before = shop.visibleCells
            try shop.type(Array(reply.utf8))
            try shop.moveDownAndUp(expecting: before)
            #expect(shop.inkColors.isSubset(of: dark))
        }
    }

    @Test func theEnvironmentsHintIsBelievedUntilTheTerminalSaysOtherwise() async throws {
        try await withPlainShop(environment: ["COLORFGBG": "0;15"]) { shop in
            try shop.waitUntilSettled()
            #expect(shop.inkColors.isSubset(of: light))
            try shop.type(Array("\u{1B}]11;rgb:0/0/0\u{07}".utf8))
            try shop.wait(for: "the colours for dark") { _ in shop.inkColors.isSubset(of: dark) }
            #expect(shop.shows("연결됨"))
        }
    }

    struct Wish: Sendable {
        var arguments: [String] = []
        var environment: [String: String] = [:]
        let colors: Set<UInt8>
    }

    static let wishes = [
        Wish(arguments: ["--theme", "light"], colors: light),
        Wish(arguments: ["--theme", "dark"], environment: ["COLORFGBG": "0;15"], colors: dark),
        Wish(environment: ["BANCHAN_THEME": "light"], colors: light),
        Wish(arguments: ["--theme", "dark"], environment: ["BANCHAN_THEME": "light"], colors: dark),
        Wish(arguments: ["--theme", "high-contrast"], environment: ["TERM": "linux"], colors: []),
        Wish(arguments: ["--theme", "light"], environment: ["NO_COLOR": "1"], colors: []),
        Wish(environment: ["BANCHAN_THEME": "16", "NO_COLOR": "1"], colors: []),
        Wish(environment: ["TERM": "linux"], colors: sixteen),
    ]

    @Test(arguments: wishes) func whoSaysWhichColoursGetsThemAndTheTerminalIsNotAsked(_ wish: Wish) async throws {
        try await withPlainShop(wish.arguments, environment: wish.environment) { shop in
            try shop.waitUntilSettled()
            let used = shop.inkColors
            #expect(used.isSubset(of: wish.colors))
            #expect(used.isEmpty == wish.colors.isEmpty)
            #expect(shop.selectedRows().count == 1)
            let text = String(decoding: shop.takeBytes(), as: UTF8.self)
            #expect(!text.contains("\u{1B}]11"))
        }
    }

    @Test func highContrastHasColoursThatSuitTheBackground() async throws {
        try await withPlainShop(["--theme", "high-contrast"]) { shop in
            try shop.waitUntilSettled()
            #expect(!shop.inkColors.isEmpty)
            #expect(shop.inkColors.isSubset(of: [46, 51, 217, 226]))
            try shop.type(Array("\u{1B}]11;#fff\u{07}".utf8))
            try shop.wait(for: "the colours for light") { _ in shop.inkColors.isSubset(of: [18, 53, 88]) }
            #expect(!shop.inkColors.isEmpty)
        }
    }

    @Test func ofTheSixteenColoursThoseAreTakenThatSuitTheBackground() async throws {
        try await withPlainShop(["--theme", "16"]) { shop in
            try shop.waitUntilSettled()
            #expect(shop.inkColors.isSubset(of: sixteen))
            try shop.type(Array("\u{1B}]11;#fff\u{07}".utf8))
            try shop.wait(for: "other colours of the 16") { _ in shop.inkColors.isSubset(of: [1, 4, 5]) }
            #expect(!shop.inkColors.isEmpty)
        }
    }

    @Test func whoLeavesAtOnceLeavesNoReplyToTheShell() async throws {
        let scratch = try Scratch()
        let environment = scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }
        try await onOwnThread {
            let script = "\(Built.banchan); echo has-ended; read line; echo \"[$line]\""
            let shell = try ProgramOnTerminal("/bin/sh", arguments: ["-c", script], environment: environment)
            try shell.waitForQuestion()
            try shell.type(Array("q\u{1B}]11;rgb:ffff/ffff/ffff\u{07}".utf8))
            try shell.wait(forText: "has-ended")
            try shell.press("x", "enter")
            try shell.wait(forText: "[x]")
            #expect(!shell.shows("rgb"))
        }
        withExtendedLifetime(scratch) {}
    }

    @Test func anotherValueIsToldInASentence() async throws {
        let variable = try await runWithoutTerminal([], environment: ["BANCHAN_THEME": "pink"])
        let option = try await runWithoutTerminal(["--theme", "pink"])
        #expect(variable.standardError.contains("BANCHAN_THEME"))
        #expect(option.standardError.contains("high-contrast"))
        #expect(option.status == 64)
    }
}

/// Runs the shop without pictures of dishes, whose colours are not the theme's.
private func withPlainShop(
    _ arguments: [String] = [], environment: [String: String] = [:],
    _ body: @escaping @Sendable (ProgramOnTerminal) throws -> Void
) async throws {
    let menu = try TemporaryMenu.withoutPictures()
    let server = try await CountingServer(resources: menu.url)
    try await withShop(["--server", server.url] + arguments, environment: environment, body)
    await server.stop()
    withExtendedLifetime(menu) {}
}

private let question = "\u{1B}]11;?\u{07}"

/// The palette indexes of the inks and of dim text, for dark and light backgrounds and for 16 colours.
private let dark: Set<UInt8> = [37, 172, 71, 203, 246]
private let light: Set<UInt8> = [23, 94, 22, 160, 241]
private let sixteen: Set<UInt8> = [1, 2, 3, 6, 9, 11]

extension ProgramOnTerminal {
    /// The palette indexes of the text colours on the screen.
    fileprivate var inkColors: Set<UInt8> {
        visibleCells.joined().reduce(into: []) { colors, cell in
            if case .indexed(let index) = cell.foreground { colors.insert(index) }
        }
    }

    /// Moves the selection down and up, which shows that all earlier input has been processed.
    fileprivate func moveDownAndUp(expecting before: [[Cell]]) throws {
        try press("down")
        try wait(for: "another selection") { _ in visibleCells != before }
        try press("up")
        try wait(for: "the same screen") { _ in visibleCells == before }
    }

    /// Waits until the program queries the background colour. Returns everything that it wrote until then.
    @discardableResult
    fileprivate func waitForQuestion() throws -> String {
        var seen: [UInt8] = []
        try wait(for: "the question") { _ in
            seen += takeBytes()
            return String(decoding: seen, as: UTF8.self).contains(question)
        }
        return String(decoding: seen, as: UTF8.self)
    }
}
