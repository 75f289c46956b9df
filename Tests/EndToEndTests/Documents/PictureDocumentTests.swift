import Foundation
import TerminalProbe
import TestSupport
import Testing

/// The pictures in README show what the program shows. If `BANCHAN_WRITE_SCREENS` is set, they are made anew.
@Suite struct PictureDocumentTests {
    private static let themes = ["dark", "light"]

    @Test(arguments: themes) func theMenuIsAsThePictureShows(_ theme: String) async throws {
        try await withShop(["--theme", theme], environment: PictureDocumentTests.colors, columns: 120, rows: 30) {
            shop in
            try shop.waitUntilSettled()
            try shop.press("down", "down", "+")
            try shop.wait(forText: "장바구니에 1개")
            try shop.wait(untilGone: "장바구니에 1개")
            try shop.wait(untilGone: "모두 1개")
            try shop.wait(forText: "적립금")
            try PictureDocumentTests.expect("menu-ko-\(theme)", "반찬 메뉴: 사진이 있는 목록과 고른 반찬", shop, theme)
        }
    }

    @Test func theReadmeShowsEachOfThemByTheReadersTheme() throws {
        let readme = try Repository.text("README.md")
        for name in ["visit", "menu-ko"] {
            #expect(
                readme.contains(#"<source media="(prefers-color-scheme: dark)" srcset="\#(path("\(name)-dark"))">"#))
            #expect(readme.contains(#"src="\#(path("\(name)-light"))""#))
        }
    }

    private static let colors = ["COLORTERM": "truecolor"]

    private static func path(_ name: String) -> String { "Resources/docs/pictures/\(name).svg" }
    private func path(_ name: String) -> String { PictureDocumentTests.path(name) }

    /// Expects the screen to be that of the picture, or draws it anew. Photographs need only be there.
    private static func expect(_ name: String, _ title: String, _ shop: ProgramOnTerminal, _ theme: String) throws {
        let file = Repository.file(path(name))
        func picture(_ screen: TerminalEmulator) -> String {
            ScreenPicture(of: screen, title: title, on: theme == "dark" ? .dark : .light).text
        }
        // Pictures arrive one after the other: nearly all colors of the present picture have to be there.
        let present = try Repository.text(path(name))
        let colors = ScreenPicture.colors(ofPixels: present).count
        try shop.wait(for: "photographs") { ScreenPicture.colors(ofPixels: picture($0)).count * 10 >= colors * 9 }
        if ProcessInfo.processInfo.environment["BANCHAN_WRITE_SCREENS"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            return try Data(picture(shop.screen).utf8).write(to: file)
        }
        let expected = ScreenPicture.withoutPixels(present)
        try shop.wait(for: "the picture \(name)") { ScreenPicture.withoutPixels(picture($0)) == expected }
    }
}
