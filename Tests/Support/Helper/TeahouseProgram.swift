import Foundation
import Settings
import ShopClient
import ShopHTTP
import Terminal

@testable import ShopApp
@testable import Teahouse

/// The shop with an added counter, using the server whose address is the first argument. For tests.
struct TeahouseProgram {
    static func run(_ arguments: [String]) async throws {
        try await open(ShopAddress(arguments.first ?? ""))
    }

    /// The one place where its counters are registered.
    private static let counters: [ShopCounter] = [.menu(), ShopCounter(TeaCounter(), TeaService())]

    @TerminalActor
    private static func open(_ address: ShopAddress) async throws {
        let terminal = try CursesTerminal(.init(name: "xterm-256color", allowsColor: true, log: "/dev/null"))
        defer { terminal.close() }
        let environment = ProcessInfo.processInfo.environment
        let reader = SettingsReader(
            options: [:], environment: environment, file: SettingsFile.path(in: environment)
        ) { ShopCounter.commandNames(of: counters) }
        let settings = reader.read().settings
        let source = HTTPSectionSource(client: HTTPClient(), address: address)
        let repository = SectionRepository(
            sections: counters[0].sections, unopened: counters[1].sections, source: source)
        await ShopLoop(
            device: terminal, repository: repository, counters: counters, settings: settings, words: .english
        ).run()
    }
}
