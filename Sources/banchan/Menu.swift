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
        abstract: "Print the menu and leave.",
        discussion: "A section that cannot be fetched is told on standard error, and the exit code is not 0.")

    @OptionGroup var place: ShopOptions

    @Flag(help: "Print JSON: a list of sections, each with its dishes as the server sends them.")
    var json = false

    func run() async throws {
        let user = User.current
        user.tellSettings()
        let answers: Answers
        do throws(CommandProblem) {
            answers = try await Menu.answers(of: Shop(at: place.server, user: user))
        } catch {
            throw user.failure(error)
        }
        let sections = SectionDefinition.menu.compactMap { section in
            (try? answers[section.id]?.get()).map { PrintedSection(section, dishes: $0) }
        }
        FileHandle.standardOutput.write(json ? try Menu.json(sections) : Data(Menu.text(sections).utf8))
        var failed = false
        for section in SectionDefinition.menu {
            if case .failure(let failure) = answers[section.id] {
                _ = user.failure(user.words.sectionFailed(section.heading, failure))
                failed = true
            }
        }
        if failed { throw ExitCode.failure }
    }

    private typealias Answers = [SectionID: Result<[Dish], FetchFailure>]

    /// Every section of the shop, asked for at once.
    private static func answers(of shop: Shop) async throws(CommandProblem) -> Answers {
        enum Part: Sendable {
            case section(SectionID, Result<[Dish], FetchFailure>)
            case end(CommandProblem?)
        }
        let outcome: Result<Answers, CommandProblem> = await withTaskGroup(of: Part.self) { group in
            group.addTask {
                do throws(CommandProblem) {
                    try await shop.run()
                    return .end(nil)
                } catch {
                    return .end(error)
                }
            }
            for section in SectionDefinition.menu {
                group.addTask { .section(section.id, await dishes(of: section, from: shop.source)) }
            }
            defer { group.cancelAll() }
            var answers: Answers = [:]
            for await part in group {
                switch part {
                case .section(let id, let answer): answers[id] = answer
                case .end(let problem?): return .failure(problem)
                case .end(nil): break
                }
                if answers.count == SectionDefinition.menu.count { break }
            }
            return .success(answers)
        }
        return try outcome.get()
    }

    private static func dishes(
        of section: SectionDefinition, from source: any SectionSource
    ) async -> Result<[Dish], FetchFailure> {
        do throws(FetchFailure) {
            guard case .content(let rows, _) = try await source.fetch(section, validator: nil) else {
                return .failure(.status(304))
            }
            return .success(rows.array(of: Dish.self))
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

    init(_ section: SectionDefinition, dishes: [Dish]) {
        self.section = section.id.path
        title = section.heading.title
        subtitle = section.heading.subtitle
        self.dishes = dishes
    }
}
