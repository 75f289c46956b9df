import ArgumentParser
import Foundation
import ShopApp
import ShopClient
import ShopHTTP
import ShopModels
import TerminalText

/// `banchan menu`: the sections as text, for scripts.
struct Menu: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the menu and leave.",
        discussion: "A section that cannot be fetched is told on standard error, and the exit code is not 0.")

    @OptionGroup var place: ShopOptions

    @Flag(help: "Print JSON: a list of sections, each with its dishes as the server sends them.")
    var json = false

    func run() async throws {
        let user = User.current
        let shop = try Shop(at: place.server, user: user)
        let answers = await Menu.answers(of: shop)
        let sections = SectionID.menu.compactMap { id in
            (try? answers[id]?.get()).map { PrintedSection(id: id, dishes: $0) }
        }
        FileHandle.standardOutput.write(json ? try Menu.json(sections) : Data(Menu.text(sections).utf8))
        var failed = false
        for id in SectionID.menu {
            if case .failure(let failure) = answers[id] {
                _ = user.failure(user.words.sectionFailed(SectionHeading.of(id), failure))
                failed = true
            }
        }
        if failed { throw ExitCode.failure }
    }

    /// Every section of the shop, asked for at once.
    private static func answers(of shop: Shop) async -> [SectionID: Result<[Dish], FetchFailure>] {
        await withTaskGroup(of: (SectionID, Result<[Dish], FetchFailure>)?.self) { group in
            group.addTask {
                await shop.run()
                return nil
            }
            for id in SectionID.menu {
                group.addTask { (id, await dishes(of: id, from: shop.source)) }
            }
            var answers: [SectionID: Result<[Dish], FetchFailure>] = [:]
            while answers.count < SectionID.menu.count, let next = await group.next() {
                if let (id, answer) = next { answers[id] = answer }
            }
            group.cancelAll()
            return answers
        }
    }

    private static func dishes(of id: SectionID, from source: any SectionSource) async -> Result<[Dish], FetchFailure> {
        do throws(FetchFailure) {
            guard case .content(.dishes(let dishes), _) = try await source.fetch(id, validator: nil) else {
                return .failure(.status(304))
            }
            return .success(dishes)
        } catch {
            return .failure(error)
        }
    }

    private static func json(_ sections: [PrintedSection]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(sections) + Data("\n".utf8)
    }

    /// A heading a section, and a line a dish: its price, so that prices stand below each other, and its title.
    static func text(_ sections: [PrintedSection]) -> String {
        sections.map { section in
            let prices = section.dishes.map(\.price.text)
            let width = prices.map(\.columns).max() ?? 0
            let lines = zip(section.dishes, prices).map { dish, price in
                "  \(String(repeating: " ", count: width - price.columns))\(price)  \(dish.title)\n"
            }
            return "\(section.title)  \(section.subtitle)\n" + lines.joined()
        }.joined(separator: "\n")
    }
}

/// A section as `banchan menu --json` prints it.
struct PrintedSection: Encodable {
    let section: String
    let title: String
    let subtitle: String
    let dishes: [Dish]

    init(id: SectionID, dishes: [Dish]) {
        let heading = SectionHeading.of(id)
        section = id.path
        title = heading.title
        subtitle = heading.subtitle
        self.dishes = dishes
    }
}
