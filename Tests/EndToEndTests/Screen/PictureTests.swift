import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

@Suite struct PictureTests {
    /// The columns and rows of the first dish's picture at 80x24.
    private static let columns = 2..<8
    private static let rows = 3..<6

    @Test func aTerminalOf256ColoursShowsPicturesInThem() async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url]) { shop in
            try shop.waitForPictures(5)
            for row in PictureTests.rows {
                for cell in shop.screen.cells(row: row)[PictureTests.columns] {
                    #expect(cell.isOf256Colors)
                    #expect(!cell.isReversed, "\(cell)")
                }
            }
            #expect(shop.selectedRows() == [3])
            #expect(shop.screen.line(3).contains("돼지갈비"))
        }
        await server.stop()
    }

    @Test func aTerminalOfDirectColourShowsPicturesInAnyColour() async throws {
        let server = try await CountingServer()
        let entry = try DirectColorTerminal()
        try await withShop(["--server", server.url], environment: entry.environment) { shop in
            try shop.waitForPictures(5)
            let cells = PictureTests.rows.flatMap { shop.screen.cells(row: $0)[PictureTests.columns] }
            #expect(cells.allSatisfy { $0.isOfDirectColor })
        }
        await server.stop()
    }

    @Test(arguments: ["xterm-256color", "tmux-256color"], ["truecolor", "24bit"])
    func whereTheEnvironmentSaysSoPicturesAreInAnyColour(_ name: String, _ colors: String) async throws {
        let server = try await CountingServer()
        let environment = ["TERM": name, "COLORTERM": colors]
        try await withShop(["--server", server.url], environment: environment) { shop in
            try shop.waitForPictures(5)
            let cells = PictureTests.rows.flatMap { shop.screen.cells(row: $0)[PictureTests.columns] }
            #expect(cells.allSatisfy { $0.isOfDirectColor })
            #expect(!cells.contains { $0.isReversed })
            try shop.press("q")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
        }
        await server.stop()
    }

    @Test(arguments: [
        ["TERM": "screen-256color", "COLORTERM": "truecolor"], ["TERM": "xterm-256color", "COLORTERM": "yes"],
    ])
    func otherwiseTheyAreInThePalette(_ environment: [String: String]) async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url], environment: environment) { shop in
            try shop.waitForPictures(5)
            let cells = PictureTests.rows.flatMap { shop.screen.cells(row: $0)[PictureTests.columns] }
            #expect(cells.allSatisfy { $0.isOf256Colors })
        }
        await server.stop()
    }

    @Test func inAnyColourNothingLeavesATrace() async throws {
        let server = try await CountingServer()
        let environment = ["COLORTERM": "truecolor"]
        try await withShop(["--server", server.url], environment: environment) { shop in
            try shop.waitForPictures(5)
            let before = shop.visibleCells
            // Test a form above the pictures, a page in their place, a scrolled list, another size, and a full repaint.
            try shop.press("o")
            try shop.wait(forText: "원 주문하기 ]")
            try shop.press("escape")
            try shop.wait(for: "the screen as it was, after a form") { _ in shop.visibleCells == before }
            try shop.press("?")
            try shop.wait(forText: "도움말")
            try shop.press("escape")
            try shop.wait(for: "the screen as it was, after help") { _ in shop.visibleCells == before }
            try shop.press("G")
            try shop.wait(untilGone: "메인반찬")
            try shop.press("g")
            try shop.wait(for: "the screen as it was, after scrolling") { _ in shop.visibleCells == before }
            try shop.resize(columns: 50, rows: 20)
            try shop.wait(for: "a smaller shop") { $0.line(19).hasPrefix("─") }
            try shop.resize(columns: 80, rows: 24)
            try shop.wait(for: "the screen as it was, after another size") { _ in shop.visibleCells == before }
            let drawn = shop.bytesReceived
            try shop.press("down")
            try shop.wait(for: "the second row selected") { _ in shop.selectedRows() == [7] }
            try shop.press("up")
            try shop.wait(for: "the screen as it was, with the first row selected") { _ in shop.visibleCells == before }
            // The pictures were not sent again.
            #expect(shop.bytesReceived - drawn < 1_500)
            try shop.press("ctrl-l")
            try shop.wait(for: "the screen as it was, drawn anew") { _ in
                shop.bytesReceived - drawn > 4_000 && shop.visibleCells == before
            }
        }
        await server.stop()
    }

    @Test(arguments: [["TERM": "vt100"], ["TERM": "linux"], ["NO_COLOR": "1"]])
    func withoutEnoughColoursThereAreNoPicturesAndNoneAreAskedFor(_ environment: [String: String]) async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url], environment: environment) { shop in
            try shop.waitUntilSettled()
            #expect(shop.screen.line(3).hasPrefix("  [소반가]"))
            for row in 1..<23 { #expect(shop.screen.cells(row: row).allSatisfy { !$0.isOf256Colors }) }
            try shop.press("q")
            _ = try shop.waitForExit()
        }
        #expect(server.requests.keys.allSatisfy { !$0.contains("pictures") })
        await server.stop()
    }

    @Test func aNarrowScreenGivesTheColumnsToText() async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url], columns: 44, rows: 24) { shop in
            try shop.waitUntilSettled()
            #expect(shop.screen.line(3).hasPrefix("  [소반가]"))
            try shop.resize(columns: 80, rows: 24)
            try shop.waitForPictures(5)
            try shop.resize(columns: 44, rows: 24)
            try shop.wait(for: "text where pictures were") { $0.line(3).hasPrefix("  [소반가]") }
        }
        await server.stop()
    }

    @Test func aToastOverPicturesLeavesNoTrace() async throws {
        let title = PlainText(String(repeating: "아주 긴 이름의 반찬 ", count: 6))
        let dishes = (0..<5).map { Dish(detailHash: "\($0)", image: "pictures/a.png", title: title, price: Won(1)) }
        let menu = try TemporaryMenu(main: dishes)
        try menu.write(picture: TestPicture.png(64, 64) { x, y in UInt32(x * 3) << 16 | UInt32(y * 3) }, to: "a.png")
        let server = try await CountingServer(resources: menu.url)
        try await withShop(["--server", server.url], columns: 60) { shop in
            try shop.waitForPictures(5)
            let before = shop.visibleCells
            try shop.press("enter")
            try shop.wait(for: "a toast over the last picture") { screen in
                shop.showsToast && screen.line(20).prefix(6).contains("│")
            }
            try shop.wait(for: "the screen as it was") { _ in shop.visibleCells == before }
            #expect(!shop.showsToast)
        }
        await server.stop()
    }

    @Test func picturesOfTheDayBeforeAreThereWithoutARequest() async throws {
        let server = try await CountingServer()
        let scratch = try Scratch()
        let cache = scratch.url
        let all = Set(try SectionID.menu.flatMap { try TemporaryMenu.own($0).map(\.image) }).count
        try await withShop(["--server", server.url], scratch: scratch) { shop in
            try shop.waitForPictures(5)
            try shop.wait(for: "all pictures on disk") { _ in Kept.pictures(in: cache) == all }
            try shop.press("q")
            _ = try shop.waitForExit()
        }
        let asked = server.requests.filter { $0.key.contains("pictures") }
        #expect(asked.values.allSatisfy { $0 == 1 })
        try await withShop(["--server", server.url], scratch: scratch) { shop in
            try shop.waitForPictures(5)
            try shop.press("end")
            try shop.waitForPictures(5)
        }
        #expect(server.requests.filter { $0.key.contains("pictures") } == asked)
        await server.stop()
    }

    @Test func scrollingBringsPicturesAlong() async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url]) { shop in
            try shop.waitForPictures(5)
            let second = shop.screen.cells(row: 7)[PictureTests.columns]
            try shop.press(Array(repeating: Key("down"), count: 5))
            try shop.wait(for: "the second dish one row up") { screen in
                (2..<8).contains { screen.cells(row: $0)[PictureTests.columns] == second && $0 != 7 }
            }
        }
        #expect(server.requests.filter { $0.key.contains("pictures") }.values.allSatisfy { $0 == 1 })
        await server.stop()
    }

    @Test func hostilePicturesLeaveFramesAndAProgramThatGoesOn() async throws {
        let names = ["bomb.png", "page.jpg", "half.png", "absent.png", "good.png"]
        let dishes = names.map { Dish(detailHash: $0, image: "/pictures/\($0)", title: PlainText($0), price: Won(1)) }
        let menu = try TemporaryMenu(main: dishes)
        let good = TestPicture.plain(0xC03020)
        var bomb = good
        bomb.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        let files = [bomb, Data("<html>\u{1B}[2J</html>".utf8), good.prefix(60), nil, good]
        for (name, bytes) in zip(names, files) { if let bytes { try menu.write(picture: bytes, to: name) } }
        let server = try await CountingServer(resources: menu.url)
        try await withShop(["--server", server.url]) { shop in
            try shop.waitForPictures(1)
            #expect(shop.screen.text.count { $0.hasPrefix("  ┌────┐  ") } == 4)
            for name in names { #expect(shop.shows(name)) }
            try shop.press("down")
            try shop.waitForSelection(of: "page.jpg")
        }
        await server.stop()
    }
}

extension ProgramOnTerminal {
    /// Waits until `count` rows of the list show a whole picture at their left.
    func waitForPictures(_ count: Int) throws {
        try wait(for: "\(count) pictures") { screen in
            let rows = (1..<(screen.rows - 1)).filter { row in
                screen.cells(row: row)[2..<8].allSatisfy { $0.isOf256Colors || $0.isOfDirectColor }
            }
            return rows.count == count * 3
        }
    }
}

extension Cell {
    /// Whether the background is in the fixed part of the palette, from 16 on.
    fileprivate var isOf256Colors: Bool {
        guard case .indexed(let place) = background else { return false }
        return place >= 16
    }

    fileprivate var isOfDirectColor: Bool {
        guard case .rgb = background else { return false }
        return true
    }
}

extension TemporaryMenu {
    fileprivate func write(picture: Data, to name: String) throws {
        let directory = url.appending(path: "pictures")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try picture.write(to: directory.appending(path: name))
    }
}

private enum Kept {
    /// Returns the number of pictures in a program's cache.
    static func pictures(in directory: URL) -> Int {
        let place = directory.appending(path: "cache/banchan/pictures").path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return files.count { !$0.hasPrefix(".") }
    }
}

/// A modern terminal with direct colour, defined in its own terminfo database.
private struct DirectColorTerminal {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let source = scratch.url.appending(path: "entry")
        let color = { (kind: Int) in
            #"\E[%?%p1%{8}%<%t\#(kind)%p1%d%e\#(kind)8;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"#
        }
        let entry = """
            banchan-direct|direct colour for a test, RGB, colors#0x1000000, pairs#0x10000,
            \tsetaf=\(color(3)), setab=\(color(4)), use=xterm-256color,

            """
        try Data(entry.utf8).write(to: source)
        let tic = Process()
        tic.executableURL = URL(filePath: "/usr/bin/tic")
        tic.arguments = ["-x", "-o", scratch.url.path, source.path]
        try tic.run()
        tic.waitUntilExit()
    }

    var environment: [String: String] { ["TERM": "banchan-direct", "TERMINFO": scratch.url.path] }
}
