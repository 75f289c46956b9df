import Foundation
import TerminalProbe
import TestSupport
import Testing

/// The program's own shop, when it cannot be opened.
@Suite struct OwnShopTests {
    @Test func aDatabaseThatCannotBeUsedEndsTheShopWithASentenceBelowTheTerminalAsItWas() async throws {
        let scratch = try Scratch()
        let data = scratch.url.appending(path: "data")
        let file = data.appending(path: "banchan/shop.sqlite")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let content = Data(String(repeating: "no database", count: 1_000).utf8)
        try content.write(to: file)
        let environment = scratch.environment.merging(["LANG": "ko_KR.UTF-8", "XDG_DATA_HOME": data.path]) { $1 }
        try await onOwnThread {
            let shop = try ProgramOnTerminal(Built.banchan, environment: environment)
            let before = try PseudoTerminal(columns: 80, rows: 24).attributes()
            let status = try shop.waitForExit()
            #expect(status == .exited(1))
            #expect(!shop.screen.isAlternateScreen)
            let attributes = try shop.terminal.attributes()
            #expect(attributes == before)
            #expect(shop.screen.text.joined().contains("shop.sqlite"))
        }
        #expect(try Data(contentsOf: file) == content)
    }
}
