import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
import ShopHTTP
import Terminal

/// Opens the shop's list on rows made in this process: a million rows over HTTP would measure JSON.
struct RowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows", abstract: "Opens the list on rows made in this process.", shouldDisplay: false)

    @Option(help: "Rows in all three sections together.")
    var count = 1_000_000

    func validate() throws {
        guard count >= 0 else { throw ValidationError("There cannot be fewer than no rows.") }
    }

    func run() async throws {
        try await Rows.open(GeneratedMenu(count: count))
    }
}

/// Where the list is opened on a generated menu: the shop's own loop and repository, fed by a source in this process.
enum Rows {
    /// Opens the list on this terminal and returns when the guest leaves.
    static func open(_ menu: GeneratedMenu) async throws {
        let repository = SectionRepository(sections: SectionDefinition.menu, source: GeneratedSource(menu: menu))
        let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
        try await show(repository, CursesTerminal.Options(name: name, allowsColor: true, log: "/dev/null"))
    }

    @TerminalActor
    private static func show(_ repository: SectionRepository, _ options: CursesTerminal.Options) async throws {
        let terminal = try CursesTerminal(options)
        await ShopLoop(
            device: terminal, repository: repository, counters: [.menu()], words: Language.english.words
        ).run()
        terminal.close()
    }
}

/// Sections made on demand.
private struct GeneratedSource: SectionSource {
    let menu: GeneratedMenu

    func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer {
        // The menu does not change while it is shown.
        guard validator == nil, let index = SectionID.menu.firstIndex(of: section.id) else { return .unchanged }
        return .content(SectionRows(menu.numbers(of: index).map(menu.dish)), validator: "made")
    }
}
