import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// The mouse, from the terminal's report to what is on the screen.
@Suite struct MouseTests {
    @Test func clicksSelectPressGoAndFold() async throws {
        let server = try await CountingServer()
        let main = try TemporaryMenu.own(.main)
        let soup = try #require(TemporaryMenu.own(.soup).first)
        let titles = main.map { String($0.title.string.prefix(12)) }
        try await withShop(["--server", server.url]) { shop in
            try shop.waitUntilSettled()
            try shop.waitForSelection(of: titles[0])
            try shop.click(titles[1])
            try shop.waitForSelection(of: titles[1])
            try shop.doubleClick(titles[2])
            try shop.waitForSelection(of: titles[2])
            try shop.wait(for: "a toast") { _ in shop.showsToast }
            try shop.click(row: 22, column: 40)
            try shop.wait(for: "no toast") { _ in !shop.showsToast }

            try shop.click("메인반찬")
            try shop.wait(forText: "접힘")
            try shop.wait(untilGone: titles[0])
            try shop.wait(forText: String(soup.title.string.prefix(12)))
            try shop.click("메인반찬")
            try shop.wait(forText: titles[0])
            // Wait for the whole footer, as its keys have moved.
            try shop.waitForFooter()

            try shop.click("? 도움말")
            try shop.wait(untilGone: "메인반찬")
            try shop.turnWheel(.wheelDown, notches: 60, row: 12, column: 30)
            try shop.wait(forText: "Shift-drag")
            try shop.click("2 주스")
            try shop.wait(forText: "과일")
            try shop.click("1 반찬")
            try shop.waitForFooter()
            try shop.click("q 나가기")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
            #expect(!shop.screen.reportsMouse)
        }
        await server.stop()
    }

    @Test func theWheelScrolls() async throws {
        let server = try await CountingServer()
        let main = try TemporaryMenu.own(.main).map { String($0.title.string.prefix(12)) }
        try await withShop(["--server", server.url]) { shop in
            try shop.waitUntilSettled()
            try shop.turnWheel(.wheelDown, notches: 2, row: 12, column: 30)
            try shop.wait(untilGone: main[0])
            try shop.waitForSelection(of: main[2])
            try shop.turnWheel(.wheelUp, notches: 9, row: 12, column: 30)
            try shop.wait(forText: main[0])
            #expect(shop.selectedRows().count == 1)
        }
        await server.stop()
    }

    @Test func anOrderIsPlacedWithTheMouseAndItsLetters() async throws {
        let server = try await CountingServer()
        let first = try #require(TemporaryMenu.own(.main).first)
        try await withShop(["--server", server.url]) { shop in
            try shop.waitUntilSettled()
            try shop.click("o 주문")
            try shop.wait(forText: "원 주문하기 ]")
            // Mouse sequences that are cut off, malformed or hostile are never typed as text.
            try shop.type(Array("홍동\u{1B}[<0;1".utf8))
            try shop.wait(forText: "홍동")
            try shop.type(
                Array(";3M\u{1B}[<3;\u{1B}[<".utf8) + Array(repeating: UInt8(ascii: "7"), count: 900) + Array("m".utf8))
            try shop.click("홍동", column: 2)
            try shop.press("길")
            try shop.wait(forText: "홍길동 ")
            try shop.click("수량")
            try shop.wait(forText: "- +")
            try shop.click("- +", column: 2)
            try shop.wait(forText: Won(first.price.amount * 2).text)
            try shop.click("원 주문하기 ]", column: 3)
            try shop.wait(untilGone: "원 주문하기 ]")
        }
        await server.stop()
    }

    @Test(arguments: [(["--no-mouse"], [:]), ([], ["BANCHAN_NO_MOUSE": "1"]), ([], ["TERM": "vt100"])])
    func switchedOffNothingIsAskedOfTheTerminal(_ arguments: [String], _ environment: [String: String]) async throws {
        try await withShop(arguments, environment: environment) { shop in
            try shop.wait(forText: "연결됨")
            try shop.press("down", "q")
            _ = try shop.waitForExit()
            let written = String(decoding: shop.takeBytes(), as: UTF8.self)
            #expect(!written.contains("?1000"))
            #expect(!written.contains("?1006"))
            #expect(!written.contains("?1002"))
        }
    }

    @Test func theMouseIsAskedForOnceTheFirstFrameIsUpAndNoMoreAfterwards() async throws {
        try await withShop { shop in
            try shop.wait(for: "the mouse asked for") { _ in shop.screen.reportsMouse }
            #expect(shop.screen.line(0).contains("1 반찬"))
            try shop.press("q")
            _ = try shop.waitForExit()
            #expect(!shop.screen.reportsMouse)
        }
    }

    @Test func anAddedCounterHasTheMouseWithoutALineOfItsOwn() async throws {
        let teas = #"[{"id": "green", "name": "녹차", "minutes": 3}, {"id": "black", "name": "홍차", "minutes": 5}]"#
        let server = try FaultyServer { path in
            switch path {
            case "/tea/list": ValidResponse(teas.utf8)
            case let path where path.hasPrefix("/woowa/"): ValidResponse("[]".utf8)
            default: nil
            }
        }
        defer { server.stop() }
        try await withShop(["teahouse", "http://127.0.0.1:\(server.port)"], of: Built.helper) { shop in
            try shop.wait(forText: "2 Teahouse")
            try shop.click("2 Teahouse")
            try shop.wait(forText: "brewed for 5 minutes")
            try shop.doubleClick("홍차")
            try shop.wait(forText: "Your 홍차, please.")
            try shop.press("w")
            try shop.wait(forText: "Which tea would you like?")
            try shop.press("말차")
            try shop.wait(forText: "차   말차")
            try shop.click("차   말차", column: 5)
            try shop.press("다")
            try shop.wait(forText: "다말차")
            try shop.click("Esc close")
            try shop.wait(forText: "Not saved")
            try shop.click("[ Yes ]")
            // Wait for the list's footer: the question had already replaced the form's.
            try shop.wait(forText: "Enter brew")
            try shop.click("tea/list")
            try shop.wait(untilGone: "녹차")
        }
    }
}

extension ProgramOnTerminal {
    /// Waits until the whole footer is the menu's. Its keys are at other positions than those of other screens.
    fileprivate func waitForFooter() throws {
        try wait(for: "the keys of the menu") { screen in
            screen.line(screen.rows - 1)
                .hasPrefix("─ Enter 가격  Right 자세히  o 주문  + 담기  / 찾기  : 명령  ? 도움말  q 나가기 ─")
        }
    }

    /// Clicks on a text, `column` columns after its start.
    fileprivate func click(_ text: String, column: Int = 0) throws {
        let place = try place(of: text)
        try click(row: place.row, column: place.column + column)
    }

    fileprivate func click(row: Int, column: Int) throws {
        try type(screen.bytes(for: .click, row: row, column: column))
    }

    fileprivate func doubleClick(_ text: String) throws {
        let place = try place(of: text)
        let bytes = screen.bytes(for: .click, row: place.row, column: place.column)
        try type(bytes + bytes)
    }

    fileprivate func turnWheel(_ action: TerminalEmulator.MouseAction, notches: Int, row: Int, column: Int) throws {
        try type((0..<notches).flatMap { _ in screen.bytes(for: action, row: row, column: column) })
    }

    private func place(of text: String) throws -> (row: Int, column: Int) {
        let row = try #require(screen.text.firstIndex { $0.contains(text) }, "“\(text)” is not on the screen")
        let line = screen.line(row)
        let range = try #require(line.range(of: text))
        return (row, String(line[..<range.lowerBound]).columns)
    }
}
