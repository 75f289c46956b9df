import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// The settings file, from its text to what is on the screen.
@Suite struct SettingsFileTests {
    @Test func whatTheFileSaysHoldsFromTheFirstFrameOn() async throws {
        let scratch = try Scratch()
        try scratch.writeSettings(
            "theme: light\nlanguage: en\nkeys:\n  search.find: Ctrl-F\n  shop.help: F3\npictures: none\n")
        try await withServedShop(scratch) { shop in
            try shop.wait(forText: "connected")
            #expect(shop.shows("F3 help"))
            #expect(shop.foregrounds.isSubset(of: light))
            try shop.type([6])
            try shop.press("r", "i", "b")
            try shop.wait(forText: "/ rib")
        }
    }

    @Test func aChangeOfTheFileIsSeenOnTheOpenScreen() async throws {
        let scratch = try Scratch()
        try await withServedShop(scratch) { shop in
            try shop.wait(forText: "연결됨")
            #expect(shop.foregrounds.isSubset(of: dark))
            try scratch.writeSettings("language: en\n")
            try shop.wait(forText: "connected")
            try shop.wait(forText: "Language: English")
            try scratch.writeSettings("language: en\ntheme: light\n")
            try shop.wait(for: "the colours for light") { _ in shop.foregrounds.isSubset(of: light) }
            try scratch.writeSettings("keys: {shop.quit: F10, search.find: F2}\n")
            try shop.wait(forText: "F10 나가기")
            try shop.wait(for: "the colours for dark") { _ in shop.foregrounds.isSubset(of: dark) }
            try shop.type(Array("\u{1B}[21~".utf8))
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
        }
    }

    @Test func aCommandChangesTheLanguageAndTheFileKeepsIt() async throws {
        let scratch = try Scratch()
        try scratch.writeSettings("# 내 설정\nmouse: off\n")
        try await withServedShop(scratch) { shop in
            try shop.wait(forText: "연결됨")
            try shop.press(":")
            try shop.type(Array("언어".utf8))
            try shop.wait(forText: "언어: 한국어, English")
            try shop.type([13])
            try shop.wait(forText: "connected")
            try shop.wait(forText: "Language: English")
        }
        #expect(try String(contentsOf: scratch.settings, encoding: .utf8) == "# 내 설정\nmouse: off\nlanguage: en\n")
    }

    @Test func coloursOfTheFileAreOnTheScreenAtOnce() async throws {
        let scratch = try Scratch()
        try await withServedShop(scratch) { shop in
            try shop.wait(forText: "연결됨")
            try scratch.writeSettings("colors:\n  dark:\n    price: 220\n    good: \"#87d787\"\n")
            try shop.wait(for: "the price in its colour") { _ in
                shop.foregrounds.isSuperset(of: [220, 114]) && shop.foregrounds.isDisjoint(with: [172, 71])
            }
        }
    }

    @Test func theMouseIsGivenBackAndTakenWhenTheFileSaysSo() async throws {
        let scratch = try Scratch()
        try await withServedShop(scratch) { shop in
            try shop.wait(for: "the mouse") { $0.reportsMouse }
            try scratch.writeSettings("mouse: off\n")
            try shop.wait(for: "no mouse") { !$0.reportsMouse }
            try scratch.writeSettings("mouse: on\n")
            try shop.wait(for: "the mouse") { $0.reportsMouse }
        }
    }

    @Test func whatIsWrongIsToldAndTheRestHolds() async throws {
        let scratch = try Scratch()
        try scratch.writeSettings("language: en\ntheme: pink\n")
        try await withServedShop(scratch) { shop in
            try shop.wait(forText: "config.yaml:2: theme is one of auto, light")
            try shop.wait(forText: "connected")
            try scratch.writeSettings("language: en\nkeys: {search.fnd: F2}\n")
            try shop.wait(forText: "Did you mean search.find?")
        }
    }

    @Test func whatCannotChangeNowTakesEffectAtTheNextStart() async throws {
        let scratch = try Scratch()
        try await withServedShop(scratch) { shop in
            try shop.wait(forText: "연결됨")
            try scratch.writeSettings("sections: {a: {title: A, path: woowa/a}}\npictures: none\n")
            try shop.wait(forText: "pictures, sections: 다음에 열 때부터 적용됩니다.")
            #expect(shop.shows("연결됨"))
        }
    }

    @Test func aSectionOfAnotherServerIsListedAndNothingOfItIsSold() async throws {
        let dish = Dish(detailHash: "X1", title: "잔치국수", description: "멸치 육수", price: Won(7_000))
        let menu = try TemporaryMenu(main: [dish])
        let (shop, other) = (try await CountingServer(), try await CountingServer(resources: menu.url))
        let scratch = try Scratch()
        try scratch.writeSettings(
            """
            server: \(shop.url)
            guest: 홍길동
            sections:
              noodles:
                title: 옆집 국수
                subtitle: 골목 끝에서
                url: \(other.url)/woowa/main
              late:
                title: 야식
                path: woowa/soup2
            """)
        try await withShop(environment: [:], rows: 40, scratch: scratch) { screen in
            try screen.wait(forText: "연결됨")
            try screen.wait(for: "both sections") { _ in
                other.requests["/woowa/main"] == 1 && shop.requests["/woowa/soup2"] == 1
            }
            try screen.waitUntilSettled()
            try screen.press("end")
            try screen.wait(forText: "옆집 국수  골목 끝에서")
            try screen.wait(forText: "야식")
            try screen.wait(forText: "404")
            try screen.wait(forText: "잔치국수")
        }
        #expect(other.requests == ["/woowa/main": 1])
        await shop.stop()
        await other.stop()
        withExtendedLifetime(menu.scratch) {}
    }
}

extension Scratch {
    var settings: URL { url.appending(path: ".config/banchan/config.yaml") }

    /// Writes the settings file as editors do: a new file that is renamed into place.
    func writeSettings(_ text: String) throws {
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: settings, options: .atomic)
    }
}

/// Runs the shop with a server that has no pictures, and with the settings in `scratch`.
private func withServedShop(
    _ scratch: Scratch, _ body: @escaping @Sendable (ProgramOnTerminal) throws -> Void
) async throws {
    let menu = try TemporaryMenu.withoutPictures()
    let server = try await CountingServer(resources: menu.url)
    try await withShop(["--server", server.url], scratch: scratch, body)
    await server.stop()
    withExtendedLifetime(menu) {}
}

/// The palette indexes of the inks and of dim text, for dark and for light backgrounds.
private let dark: Set<UInt8> = [37, 172, 71, 203, 246]
private let light: Set<UInt8> = [23, 94, 22, 160, 241]

extension ProgramOnTerminal {
    /// The palette indexes of the text colours on the screen.
    fileprivate var foregrounds: Set<UInt8> {
        visibleCells.joined().reduce(into: []) { colors, cell in
            if case .indexed(let index) = cell.foreground { colors.insert(index) }
        }
    }
}
