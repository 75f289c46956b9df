import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
import ShopHTTP
import TerminalText

/// `banchan juice`: the commands of the juice bar, for scripts.
struct JuiceBar: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "juice", abstract: "Print the juices, or have one made.",
        subcommands: [JuiceList.self, MakeJuice.self], defaultSubcommand: JuiceList.self)
}

/// `banchan juice list`: prints the juices and the fruit that is left.
struct JuiceList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the juices and the fruit.",
        discussion: "What is printed with --json is described by schemas/juice.json.")

    @OptionGroup var place: ShopOptions

    @Flag(help: "Print JSON: an object with the juices and the fruits.")
    var json = false

    func run() async throws {
        let user = User.current
        try await user.print(JuiceList.sections, at: place.server) { answers in
            let listed = ListedJuices(answers)
            return json ? PrintedJSON.page(listed) : listed.text(in: user.language)
        }
    }

    private static let sections = SectionDefinition.juiceBar.map { section in
        section.id == .juices
            ? SectionDefinition(section.id, section.heading, rows: ExactRow<Juice>.self)
            : SectionDefinition(section.id, section.heading, rows: ExactRow<FruitStock>.self)
    }
}

/// The juice bar as `banchan juice` prints it.
private struct ListedJuices: Encodable {
    let juices: [ExactRow<Juice>]?
    let fruits: [ExactRow<FruitStock>]?

    init(_ answers: SectionAnswers) {
        juices = answers.rows(of: .juices)
        fruits = answers.rows(of: .fruits)
    }

    /// Returns a line for each juice and a line for each fruit.
    func text(in language: Language) -> String {
        [juices.map { text(of: $0.map(\.row), language) }, fruits.map { text(of: $0.map(\.row), language) }]
            .compactMap(\.self).joined(separator: "\n")
    }

    private func text(of juices: [Juice], _ language: Language) -> String {
        let short = language == .korean ? "재료 부족" : "not enough fruit"
        return PrintedTable.text(
            juices.map { juice in
                let name = language.text(juice.name, english: juice.nameInEnglish).string
                return ["", juice.price.text, name, juice.id.name, juice.available ? "" : "(\(short))"]
            }, least: [0, 6, 0, 0, 0], numbers: [1])
    }

    private func text(of fruits: [FruitStock], _ language: Language) -> String {
        PrintedTable.text(
            fruits.map { ["", "\($0.count)", language.text($0.name, english: $0.nameInEnglish).string, $0.id.name] },
            least: [0, 6, 0, 0], numbers: [1])
    }
}
