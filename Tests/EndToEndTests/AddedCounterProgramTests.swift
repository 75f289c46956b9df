import Foundation
import TerminalProbe
import TestPeers
import TestSupport
import Testing

/// A program with an added counter that is not part of the shop. Its section is fetched over HTTP, and its keys, toast
/// and form work like those of every other counter.
@Suite struct AddedCounterProgramTests {
    private static let teas =
        #"[{"id": "green", "name": "녹차", "minutes": 3}, {"id": "black", "name": "홍차", "minutes": 5}]"#

    @Test func anAddedCounterIsShownFetchedAndServed() async throws {
        let server = try FaultyServer { path in
            switch path {
            case "/tea/list": ValidResponse(AddedCounterProgramTests.teas.utf8)
            case let path where path.hasPrefix("/woowa/"): ValidResponse("[]".utf8)
            default: nil
            }
        }
        defer { server.stop() }
        let scratch = try Scratch()
        let settings = scratch.url.appending(path: "banchan/config.yaml")
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("keys: {tea.wish: x}".utf8).write(to: settings)
        try await withShop(
            ["teahouse", "http://127.0.0.1:\(server.port)"], of: Built.helper,
            environment: ["XDG_CONFIG_HOME": scratch.url.path], scratch: scratch
        ) { shop in
            try shop.wait(forText: "2 Teahouse")
            try shop.press("2")
            try shop.wait(forText: "brewed for 5 minutes")
            try shop.waitForSelection(of: "녹차")
            try shop.press("j", "enter")
            try shop.wait(forText: "Your 홍차, please.")
            try shop.wait(forText: "1 cups")
            try shop.press("x")
            try shop.wait(forText: "Which tea would you like?")
            try shop.press("말차", "enter")
            try shop.wait(forText: "Your 말차, please.")
            #expect(shop.screen.bells == 2)
            try shop.press("q")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
        }
        #expect(server.requests.proper == 4)
    }
}
