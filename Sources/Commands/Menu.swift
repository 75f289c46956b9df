import ArgumentParser
import Domain
import Foundation
import Settings
import ShopApp
import ShopClient
import TerminalText

/// `banchan menu`: the commands of the menu, for scripts.
struct Menu: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "menu", abstract: "Print the menu, or change a dish as the keeper.",
        subcommands: [MenuListing.self, CountDish.self], defaultSubcommand: MenuListing.self)
}

/// `banchan menu list`: prints the sections.
struct MenuListing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the menu and leave.",
        discussion: """
            Your own sections stand after the shop's. A section that cannot be fetched is reported on standard error, and the \
            exit code is not 0. What is printed with --json is described by schemas/menu.json.
            """)

    @OptionGroup var shopOptions: ShopOptions

    @Flag(help: "Print JSON: a list of sections, each with its dishes.")
    var json = false

    func run() async throws {
        let user = User.ofCommand
        let own = user.settings.sections.outside(SectionDefinition.juiceBar + SectionDefinition.drinksMachine)
        try await user.print(.menu, at: shopOptions.server, takesOrders: false) { [json] shop in
            let sections = SectionDefinition.menu(of: shop.sections, and: own)
            return json ? sections.map(MenuListing.exact) : sections
        } _: { answers in
            json ? MenuListing.json(answers) : MenuListing.text(answers)
        }
    }

    /// Returns the section with rows that keep their texts as the server sent them.
    private static func exact(_ section: SectionDefinition) -> SectionDefinition {
        SectionDefinition(section.id, section.heading, elsewhere: section.address, rows: ListedDish.self)
    }

    private static func json(_ answers: SectionAnswers) -> String {
        PrintedJSON.page(
            answers.sections.compactMap { section in
                answers.rows(of: section.id, as: ListedDish.self).map { ListedSection(section, dishes: $0) }
            })
    }

    /// Returns a heading for each section and a line for each dish: the right-aligned price and the title.
    private static func text(_ answers: SectionAnswers) -> String {
        answers.sections.compactMap { section in
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
        self.section = section.address.map { OwnSection.Source.address($0).label } ?? section.id.path
        title = section.heading.title
        subtitle = section.heading.subtitle
        self.dishes = dishes
    }
}

enum PricedLines {
    /// Returns a line for each row: the right-aligned price and the text.
    static func text(_ rows: [(price: Won, text: String)]) -> String {
        let prices = rows.map(\.price.text)
        let width = prices.map(\.columns).max() ?? 0
        return zip(rows, prices).map { row, price in
            "  \(String(repeating: " ", count: width - price.columns))\(price)  \(row.text)\n"
        }.joined()
    }
}
