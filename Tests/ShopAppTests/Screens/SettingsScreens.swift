import Canvas
import Domain
import Foundation
import Settings
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

extension ScreenFile {
    /// Screens that depend on the user's settings.
    static let settings = [
        ScreenFile("menu-elsewhere") { size, colors in
            var state = ShopState(
                size: size, sections: [Fixture.sections[0], noodles], counters: [MenuCounter(ownSections: [own])],
                connection: .connected, pictureColors: colors, now: Fixture.noon)
            state.press(.end)
            return state
        },
        ScreenFile("settings-problem") { size, colors in
            var state = ShopState(
                size: size, sections: Fixture.sections, counters: [MenuCounter()], connection: .connected,
                pictureColors: colors, now: Fixture.noon)
            let read = settings("thme: dark\ncolors:\n  dark: {price: 240}\n")
            _ = reduce(&state, .settingsRead(SettingsUpdate(read, file: "config.yaml", language: .korean)))
            return state
        },
    ]

    private static let own = OwnSection(
        name: "sections.noodles", heading: SectionHeading(title: "옆집 국수", subtitle: "골목 끝에서"),
        source: .address(URL(filePath: "/")))
    private static let noodles = Fixture.section(
        SectionDefinition(own).id,
        [Dish(detailHash: "N1", title: "잔치국수", description: "멸치 육수에 말아 냅니다", price: Won(7_000))])

    private static func settings(_ text: String) -> ReadSettings {
        let file = FileManager.default.temporaryDirectory.appending(path: "banchan-screen-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try? Data(text.utf8).write(to: file)
        return SettingsReader(options: [:], environment: [:], file: file.path) { WholeShop.commandNames }.read()
    }
}
