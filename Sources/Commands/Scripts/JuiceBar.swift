import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
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

    @OptionGroup var shopOptions: ShopOptions

    @Flag(help: "Print JSON: an object with the juices and the fruits.")
    var json = false

    func run() async throws {
        let user = User.ofCommand
        try await user.print(.juice, at: shopOptions.server) { _ in
            JuiceList.sections
        } _: { answers in
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
        let short = language.say("재료 부족", "not enough fruit")
        return PrintedTable.text(
            juices.map { juice in
                let name = language.text(juice.name, english: juice.nameInEnglish).string
                return ["", juice.price.text, name, juice.id.name, juice.available ? "" : "(\(short))"]
            }, minWidths: [0, 6, 0, 0, 0], numbers: [1])
    }

    private func text(of fruits: [FruitStock], _ language: Language) -> String {
        PrintedTable.text(
            fruits.map { ["", "\($0.count)", language.text($0.name, english: $0.nameInEnglish).string, $0.id.name] },
            minWidths: [0, 6, 0, 0], numbers: [1])
    }
}

/// `banchan juice make`: has a juice made.
struct MakeJuice: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Have a juice made.",
        discussion: """
            Prints the juice and what it costs. It is asked for under a key, as banchan order does it. What is printed with \
            --json is described by schemas/juice-order.json.
            """)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var buyer: BuyerOptions

    @OptionGroup var handover: HandoverOptions

    @Argument(help: ArgumentHelp("The juice: its name, or its id as banchan juice prints it.", valueName: "juice"))
    var juice: String

    func run() async throws {
        let user = User.ofCommand
        try await user.buy(buyer, at: shopOptions.server) { [self] shop, who async throws(CommandFailure) in
            try await make(at: shop, who, user)
        }
    }

    private func make(at shop: Shop, _ who: String, _ user: User) async throws(CommandFailure) -> PrintedJuicePurchase {
        let profile = await shop.profile(user: user)
        try profile.requires(.juice, user.language)
        let answers = await SectionAnswers(of: SectionDefinition.juiceBar, from: shop.source)
        let words = BuyerTexts(language: user.language)
        let juice = try requested(answers, user, words)
        var draft = JuiceDraft(key: buyer.key ?? UUID(), juice, who: who)
        let way = profile.defaultFulfillmentAtCounter
        let handover = try handover.handover(at: profile, words, defaultWay: way)
        draft.choose(handover, at: profile)
        switch await RetryOnce.outcome(of: { await shop.juices.make(draft) }, doubt: \.doubt) {
        case .made(let receipt):
            return PrintedJuicePurchase(
                draft, receipt, name: user.language.text(juice.name, english: juice.nameInEnglish).string,
                wanted: words.wanted(handover.wantedAt, at: profile))
        case .short(let missing): throw words.short(named(missing, answers, user.language))
        case .refused(let refusal):
            throw CommandStatus(httpStatus: refusal.status) == .unreachable
                ? words.notNow(refusal.status) : words.refused(refusal)
        case .unanswered(let failure) where !failure.mayHaveArrived: throw words.unreachable
        case .unanswered(let failure): throw words.unknown(draft.key, failure)
        }
    }

    /// Returns the juice with that id, else the one with that name in either language.
    private func requested(
        _ answers: SectionAnswers, _ user: User, _ words: BuyerTexts
    ) throws(CommandFailure) -> Juice {
        guard let juices = answers.rows(of: .juices, as: Juice.self) else {
            guard let (section, failure) = answers.failures.first else { throw words.unreachable }
            throw CommandFailure(
                sentence: user.words.sectionFailed(section.heading, failure), status: CommandStatus(failure))
        }
        let name = PlainText(juice)
        let found =
            juices.first { $0.id.name == juice } ?? juices.first { $0.name == name || $0.nameInEnglish == name }
        guard let found else { throw words.noSuch(juice) }
        return found
    }

    private func named(
        _ missing: [FruitID: Int], _ answers: SectionAnswers, _ language: Language
    ) -> [(name: String, count: Int)] {
        let fruits = answers.rows(of: .fruits, as: FruitStock.self) ?? []
        return missing.sorted { $0.key.name < $1.key.name }.map { id, count in
            let fruit = fruits.first { $0.id == id }
            return (fruit.map { language.text($0.name, english: $0.nameInEnglish).string } ?? id.name, count)
        }
    }
}

private struct PrintedJuicePurchase: PrintedPurchase {
    /// The order's ID; absent if the shop did not send it, as is the number.
    let id: Int?
    /// The number by which people call the order.
    let number: Int?
    let who: String
    let juice: JuiceID
    let name: String
    let price: Won
    let key: String
    /// When it is wanted, if not today. Printed, but not encoded.
    private let wanted: String

    init(_ draft: JuiceDraft, _ receipt: OrderReceipt?, name: String, wanted: String) {
        (id, number) = (receipt?.id, receipt?.number)
        who = draft.who
        juice = draft.juice
        self.name = name
        price = receipt?.total ?? draft.total
        key = draft.key.uuidString.lowercased()
        self.wanted = wanted
    }

    private enum CodingKeys: String, CodingKey { case id, number, who, juice, name, price, key }

    func text(in language: Language) -> String {
        "\(order(in: language))  \(name)  \(price.text)\(wanted)"
    }
}
