import ArgumentParser
import Domain
import Foundation
import Settings
import ShopApp
import ShopClient
import ShopHTTP
import Terminal

/// Opens the shop's list on rows generated in this process: a million rows over HTTP would measure JSON decoding.
struct RowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows", abstract: "Opens the list on rows made in this process.", shouldDisplay: false)

    @Option(help: "Rows in all sections together.")
    var count = 1_000_000
    @Option(help: "Sections; those beyond three are a user's own.")
    var sections = 3

    func validate() throws {
        guard count >= 0, sections >= SectionID.menu.count else {
            throw ValidationError("There cannot be fewer than no rows, or than three sections.")
        }
    }

    func run() async throws {
        try await Rows.open(GeneratedMenu(count: count), ownSections: sections - SectionID.menu.count)
    }
}

/// Opens the list on a generated menu: the shop's own loop and repository, with a source in this process.
enum Rows {
    /// Opens the list on this terminal and returns when the user quits.
    static func open(_ menu: GeneratedMenu, ownSections count: Int) async throws {
        let own = (0..<count).map { number in
            OwnSection(
                name: "own-\(number)", heading: SectionHeading(title: "Section \(number)", subtitle: ""),
                place: .path("own/\(number)"))
        }
        let definitions = SectionDefinition.menu(and: own)
        var menu = menu
        menu.sections = definitions.map(\.id)
        let repository = SectionRepository(sections: definitions, source: GeneratedSource(menu: menu))
        let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
        try await show(repository, own, CursesTerminal.Options(name: name, allowsColor: true, log: "/dev/null"))
    }

    @TerminalActor
    private static func show(
        _ repository: SectionRepository, _ own: [OwnSection], _ options: CursesTerminal.Options
    ) async throws {
        let terminal = try CursesTerminal(options)
        await ShopLoop(
            device: terminal, repository: repository, counters: [.menu(ownSections: own)], words: Language.english.words
        ).run()
        terminal.close()
    }
}

/// A source that generates sections on demand.
private struct GeneratedSource: SectionSource {
    let menu: GeneratedMenu

    func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer {
        // The menu does not change while it is shown.
        guard validator == nil, let index = menu.sections.firstIndex(of: section.id) else { return .unchanged }
        return .content(SectionRows(menu.numbers(of: index).map(menu.dish)), validator: "made")
    }
}
