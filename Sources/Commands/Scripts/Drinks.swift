import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
import TerminalText

/// `banchan drinks`: prints the contents of the drinks machine, for scripts.
struct Drinks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drinks", abstract: "Print the drinks of the machine.",
        discussion: "What is printed with --json is described by schemas/drinks.json.")

    @OptionGroup var shopOptions: ShopOptions

    @Flag(help: "Print JSON: a list of drinks.")
    var json = false

    func run() async throws {
        let user = User.ofCommand
        try await user.print(.drinks, at: shopOptions.server) { _ in
            Drinks.sections
        } _: { answers in
            json ? Drinks.json(answers) : Drinks.text(answers, user.language)
        }
    }

    private static let sections = SectionDefinition.drinksMachine.map {
        SectionDefinition($0.id, $0.heading, rows: ExactRow<Drink>.self)
    }

    private static func json(_ answers: SectionAnswers) -> String {
        PrintedJSON.page(sections.flatMap { answers.rows(of: $0.id, as: ExactRow<Drink>.self) ?? [] })
    }

    /// Returns a heading for each section and a line for each drink: price, volume, count and name.
    private static func text(_ answers: SectionAnswers, _ language: Language) -> String {
        sections.compactMap { section in
            answers.rows(of: section.id, as: ExactRow<Drink>.self).map { drinks in
                "\(section.heading.title)\n"
                    + PrintedTable.text(
                        drinks.map(\.row).map { cells(of: $0, language) }, minWidths: [0, 6, 6, 6, 0],
                        numbers: [1, 2, 3])
            }
        }.joined(separator: "\n")
    }

    private static func cells(of drink: Drink, _ language: Language) -> [String] {
        let count = drink.count > 0 ? "x\(drink.count)" : language.say("품절", "none")
        let maker = language.text(drink.product.label.brand, english: drink.english.brand)
        let name = language.text(drink.name, english: drink.english.name)
        return ["", drink.price.text, "\(drink.volume) mL", count, "\(maker) \(name)"]
    }
}
