import Domain
import Foundation
import NIOConcurrencyHelpers
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

@Suite struct ConnectionTests {
    @Test func offlineAtLaunchTheLastKnownMenuShowsAndComesBackToLifeByItself() async throws {
        let scratch = try Scratch()
        let server = try await CountingServer(port: FreePort.find())
        let title = try #require(TemporaryMenu.own(.main).first).title.string
        try await withShop(["--server", server.url], scratch: scratch) { shop in
            try shop.waitUntilSettled()
            try shop.press("q")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
        }
        await server.stop()
        try await withShop(["--server", server.url], scratch: scratch) { shop in
            try shop.wait(forText: "연결 끊김")
            #expect(shop.shows(title))
            #expect(!shop.shows("a dish that nobody cooks"))
            try shop.wait(forText: "방금 전")
            // The first line names the server that does not answer only once, with the time of the next retry if it
            // fits.
            try shop.wait(forText: "연결 끊김  127.0.0.1:")
            #expect(!shop.shows("연결할 수 없습니다"))
            let frame = shop.screen.cell(row: 0, column: 0).foreground
            let again = try waitFor { try await CountingServer(port: server.port) }
            try shop.wait(forText: "연결됨")
            #expect(shop.screen.cell(row: 0, column: 0).foreground != frame)
            try shop.wait(untilGone: "127.0.0.1:")
            try waitFor { await again.stop() }
        }
    }

    @Test func hostileTextLeavesEveryRowOneRowAndTheFrameStraight() async throws {
        let titles = [
            String(repeating: "끝없는 제목 ", count: 4_000), "줄\n바꿈\r\n제목", "\u{1B}[2J\u{1B}[H지움\u{9B}31m",
            "\u{202E}거꾸로\u{202C}",
            "국" + String(repeating: "\u{301}", count: 3_000), "👨‍👩‍👧‍👦 가족", "\u{1103}\u{1165}\u{11A8}", "\u{FFFD} 깃발", "1️⃣ 번",
            "क्षि",
        ]
        let dishes = titles.map { title in
            [
                "detail_hash": "H", "image": "", "alt": "", "delivery_type": [title], "title": title,
                "description": title, "s_price": "1,000원", "badge": [title],
            ] as [String: Any]
        }
        let menu = try TemporaryMenu(main: [])
        try menu.write(try JSONSerialization.data(withJSONObject: dishes), to: .main)
        let server = try await CountingServer(resources: menu.url)
        try await withShop(["--server", server.url], columns: 60, rows: 40) { shop in
            try shop.waitUntilSettled()
            try shop.wait(forText: "? 깃발")
            #expect(shop.widestRow == 60)
            var prices = 0
            for line in shop.screen.text where line.hasSuffix("  1,000원") {
                prices += 1
                #expect(line.columns == 58)
            }
            #expect(prices == 10)
        }
        await server.stop()
        withExtendedLifetime(menu.scratch) {}
    }

    @Test func keysSizesAndAServerThatComesAndGoesNeverLeaveAWrongScreen() async throws {
        // Without pictures, which arrive at any time, the screen settles in the end.
        let menu = try TemporaryMenu.withoutPictures()
        let server = try await FickleServer(resources: menu.url)
        try await withShop(["--server", server.url]) { shop in
            var random = SeededGenerator(seed: 11)
            try shop.wait(forText: "연결됨")
            let keys: [Key] = [
                "down", "up", "page-down", "page-up", "home", "end", "tab", "shift-tab", "enter", "r", "R", "?",
                "escape", "ㄱ", "가", "\u{1B}[200~q\rx", "\u{1B}[201~", "ctrl-l", "j", "k", "g", "G", "x", "\u{1}",
                "\u{FF}",
                "right", "left", "l", "h",
            ]
            for _ in 0..<150 {
                switch Int.random(in: 0..<12, using: &random) {
                case 0:
                    try shop.resize(
                        columns: .random(in: 10...140, using: &random), rows: .random(in: 3...50, using: &random))
                case 1:
                    try server.comeOrGo()
                default: try shop.press(keys.randomElement(using: &random)!)
                }
                // Some inputs come together; before others, the program has had time to prepare for the next key.
                let pause = Int.random(in: 0...1, using: &random) * 7 + 1
                while try shop.pump(milliseconds: pause) {}
            }
            try server.come()
            try shop.resize(columns: 80, rows: 24)
            // End a paste or an escape sequence that was cut off, close a help page that may be open, and end the
            // searches of both.
            try shop.press("\u{1B}[201~", "escape", "escape", "escape", "escape", "g", "R")
            try shop.waitUntilSettled()
            try shop.wait(for: "no toast") { _ in !shop.showsToast }
            try shop.wait(for: "one selected row") { _ in shop.selectedRows().count == 1 }
            try shop.expectSameAfterRepaint()
            try shop.press("q")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
        }
        try await onOwnThread { try server.go() }
    }
}

/// A server that is stopped and restarted on one port. Its calls block, so they must run on a thread that may.
private final class FickleServer: Sendable {
    let url: String
    private let port: Int
    private let resources: URL
    private let running: NIOLockedValueBox<CountingServer?>

    init(resources: URL) async throws {
        port = try FreePort.find()
        let server = try await CountingServer(resources: resources, port: port)
        self.resources = resources
        url = server.url
        running = NIOLockedValueBox(server)
    }

    func come() throws {
        guard running.withLockedValue({ $0 == nil }) else { return }
        let server = try waitFor { [port, resources] in try await CountingServer(resources: resources, port: port) }
        running.withLockedValue { $0 = server }
    }

    func go() throws {
        let server = running.withLockedValue { running in
            defer { running = nil }
            return running
        }
        if let server { try waitFor { await server.stop() } }
    }

    func comeOrGo() throws {
        if running.withLockedValue({ $0 == nil }) { try come() } else { try go() }
    }
}

/// Blocks until the asynchronous `body` has finished, and returns its result. Only for a thread that may block.
func waitFor<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = ResultBox<Value>()
    Task {
        do { result.set(.success(try await body())) } catch { result.set(.failure(error)) }
        done.signal()
    }
    done.wait()
    return try #require(result.value).get()
}
