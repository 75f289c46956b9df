import Foundation
import ShopHTTP

#if DEBUG
    import ShopClient
    import Terminal

    @testable import ShopApp
    @testable import Teahouse
#endif

/// The shop with an added counter, using the server whose address is the first argument. For tests.
@main
struct TeahouseProgram {
    static func main() async throws {
        #if DEBUG
            try await open(ShopAddress(CommandLine.arguments.dropFirst().first ?? ""))
        #endif
    }

    #if DEBUG
        @TerminalActor
        private static func open(_ address: ShopAddress) async throws {
            let terminal = try CursesTerminal(.init(name: "xterm-256color", allowsColor: true, log: "/dev/null"))
            defer { terminal.close() }
            let counters: [ShopCounter] = [.menu(), ShopCounter(TeaCounter(), TeaService())]
            let source = HTTPSectionSource(client: HTTPClient(), address: address)
            let repository = SectionRepository(sections: SectionDefinition.menu, unopened: [.teas], source: source)
            await ShopLoop(device: terminal, repository: repository, counters: counters, words: .english).run()
        }
    #endif
}
