import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
import ShopHTTP
import TerminalText

/// `banchan menu`: the sections as text, for scripts.
struct Menu: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "menu", abstract: "Print the menu and leave.",
        discussion: """
            A section that cannot be fetched is told on standard error, and the exit code is not 0. What is printed with \
            --json is described by schemas/menu.json.
            """)

    @OptionGroup var place: ShopOptions

    @Flag(help: "Print JSON: a list of sections, each with its dishes.")
    var json = false

    func run() async throws {
        let user = User.current
        user.tellSettings()
        let failures: [(section: SectionDefinition, failure: FetchFailure)]
        do throws(CommandProblem) {
            let shop = try Shop(at: place.server, user: user)
            let source = shop.source
            let sections = json ? Menu.exactSections : SectionDefinition.menu
            let answers = try await shop.open { await SectionAnswers(of: sections, from: source) }
            failures = answers.failures
            try StandardOutput.write(json ? Menu.json(answers) : Menu.text(answers))
        } catch {
            throw user.failure(error)
        }
        try user.tell(failures)
    }

    /// The sections with their texts as they are sent.
    private static let exactSections = SectionDefinition.menu.map {
        SectionDefinition($0.id, $0.heading, rows: ListedDish.self)
    }

    private static func json(_ answers: SectionAnswers) -> String {
        PrintedJSON.page(
            exactSections.compactMap { section in
                answers.rows(of: section.id, as: ListedDish.self).map { ListedSection(section, dishes: $0) }
            })
    }

    /// A heading a section, and a line a dish: its price, so that prices stand below each other, and its title.
    private static func text(_ answers: SectionAnswers) -> String {
        SectionDefinition.menu.compactMap { section in
            answers.rows(of: section.id, as: Dish.self).map { dishes in
                "\(section.heading.title)  \(section.heading.subtitle)\n"
                    + PricedLines.text(dishes.map { ($0.price, $0.title.string) })
            }
        }.joined(separator: "\n")
    }
}

/// A section as `banchan menu --json` prints it.
private struct ListedSection: Encodable {
    let section: String
    let title: String
    let subtitle: String
    let dishes: [ListedDish]

    init(_ section: SectionDefinition, dishes: [ListedDish]) {
        self.section = section.id.path
        title = section.heading.title
        subtitle = section.heading.subtitle
        self.dishes = dishes
    }
}

/// Lines that begin with a price.
enum PricedLines {
    /// A line for each: the price, so that prices stand below each other, and the text.
    static func text(_ rows: [(price: Won, text: String)]) -> String {
        let prices = rows.map(\.price.text)
        let width = prices.map(\.columns).max() ?? 0
        return zip(rows, prices).map { row, price in
            "  \(String(repeating: " ", count: width - price.columns))\(price)  \(row.text)\n"
        }.joined()
    }
}
