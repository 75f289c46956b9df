import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
import TerminalText

/// `banchan order`: orders a dish.
struct PlaceOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "Order a dish.",
        discussion: """
            Orders at the price of the menu and prints the order. Where the shop does not answer, the order is sent once \
            more under the same key, which makes it one order; where nobody knows whether it arrived, the key is printed, \
            and --key asks again. What is printed with --json is described by schemas/order.json.
            """)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var buyer: BuyerOptions

    @Argument(help: ArgumentHelp("The dish, as banchan menu --json calls it.", valueName: "hash"))
    var hash: String

    @Option(help: ArgumentHelp("How many, from 1 to 99.", valueName: "count"))
    var quantity = 1

    @Option(help: ArgumentHelp("What one costs, in won: at another price nothing is ordered.", valueName: "won"))
    var price: Int?

    @OptionGroup var handover: HandoverOptions

    @Option(
        name: .customLong("option"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A choice, as banchan menu --json calls it, such as size=large; once for each.", valueName: "option=choice")
    )
    var choices: [String] = []

    func validate() throws {
        guard OrderLine.quantities.contains(quantity) else {
            throw ValidationError(
                "Order from \(OrderLine.quantities.lowerBound) to \(OrderLine.quantities.upperBound).")
        }
        if let price, !OrderLine.unitPrices.contains(price) {
            throw ValidationError(
                "A price is \(OrderLine.unitPrices.lowerBound) to \(OrderLine.unitPrices.upperBound) won.")
        }
    }

    func run() async throws {
        let user = User.ofCommand
        try await user.buy(buyer, at: shopOptions.server) { [self] shop, who async throws(CommandFailure) in
            try await place(try await draft(at: shop, who, user), at: shop, user)
        }
    }

    /// Sends the order, once more if it is not known whether it arrived.
    func place(_ draft: OrderDraft, at shop: Shop, _ user: User) async throws(CommandFailure) -> PlacedOrder {
        shop.credentials.session.keep()
        let order = PendingOrder(draft: draft, session: shop.credentials.session.id, confirmedAt: .now)
        let client = OrderClient.http(client: shop.client, address: shop.currentAddress)
        let words = BuyerTexts(language: user.language)
        let time = draft.handover.wantedAt
        let wanted = words.wanted(time, at: time == nil ? nil : await shop.profile(user: user))
        let result = await RetryOnce.outcome(of: { await client.place(order) }, doubt: \.doubt)
        switch result {
        case .made(let receipt): return PlacedOrder(draft, receipt, wanted: wanted, in: user.language)
        case .refused(let status, let body):
            throw words.refused(OrderRefusal(status: status, body: body, of: draft.lines))
        case .later(let status, _): throw words.notNow(status)
        case .unanswered(let failure) where !failure.mayHaveArrived: throw words.unreachable
        case .unanswered(let failure): throw words.unknown(draft.key, failure)
        }
    }

    /// Returns the order of the dish as the shop has it now, at the given price if there is one.
    func draft(at shop: Shop, _ who: String, _ user: User) async throws(CommandFailure) -> OrderDraft {
        let profile = await shop.profile(user: user)
        try profile.requires(.menu, user.language)
        let dish = try await dish(at: shop, SectionDefinition.menu(of: profile.sections), user)
        let options = try chosen(of: dish, user)
        let item = SaleItem(
            OrderedItem(.menu, dish.detailHash), title: dish.title, titleInEnglish: dish.titleInEnglish,
            options: options, price: price.map { Won($0) } ?? dish.price.adding(options))
        let line = Cart.Line(item, quantity: quantity)
        let handover = try handover.handover(at: profile, BuyerTexts(language: user.language))
        // As in the shop's own order form, the delivery fee is 0 if the detail page cannot be fetched.
        let isFeeAsked = handover.fulfillment == .delivery && profile.delivery == nil
        let detail = isFeeAsked ? try? await shop.details.fetch(dish.detailHash) : nil
        let fee = profile.deliveryFee(
            for: [(detail.map { DeliveryFee($0.deliveryFee.string) }, line.total)], when: handover.fulfillment)
        return OrderDraft(key: buyer.key ?? UUID(), who: who, handover: handover, lines: [line], deliveryFee: fee)
    }

    /// Returns the choices that were given. Throws if they do not answer the dish's options.
    private func chosen(of dish: Dish, _ user: User) throws(CommandFailure) -> [ChosenOption] {
        let made = choices.map { choice in
            let parts = choice.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return ChosenOption(option: parts[0], choice: parts.count > 1 ? parts[1] : "")
        }
        do throws(OptionProblem) {
            return try dish.options.resolved(made)
        } catch {
            throw BuyerTexts(language: user.language).wrongOptions(of: dish)
        }
    }

    /// Returns the dish with that hash, in whichever section it is.
    private func dish(
        at shop: Shop, _ sections: [SectionDefinition], _ user: User
    ) async throws(CommandFailure) -> Dish {
        let answers = await SectionAnswers(of: sections, from: shop.source)
        for section in sections {
            let dishes = answers.rows(of: section.id, as: Dish.self) ?? []
            if let dish = dishes.first(where: { $0.detailHash == hash }) { return dish }
        }
        if let (section, failure) = answers.failures.first {
            throw CommandFailure(
                sentence: user.words.sectionFailed(section.heading, failure), status: CommandStatus(failure))
        }
        throw BuyerTexts(language: user.language).noSuch(hash)
    }
}

/// A placed order as `banchan order` prints it.
struct PlacedOrder: PrintedPurchase {
    /// The order's ID; absent if the shop did not send it, as is the number.
    let id: Int?
    /// The number by which people call the order.
    let number: Int?
    let who: String
    let hash: String
    let title: String
    let quantity: Int
    let unitPrice: Won
    let deliveryFee: Won
    let total: Won
    let key: String
    /// When it is wanted, if not today. Printed, but not encoded.
    private let wanted: String

    init(_ draft: OrderDraft, _ receipt: OrderReceipt?, wanted: String, in language: Language) {
        let line = draft.lines[0]
        (id, number) = (receipt?.id, receipt?.number)
        (who, hash, quantity, unitPrice) = (draft.who, line.item.item.id, line.quantity, line.item.price)
        title = language.text(line.item.title, english: line.item.titleInEnglish).string
        deliveryFee = draft.deliveryFee
        total = receipt?.total ?? draft.total
        key = draft.key.uuidString.lowercased()
        self.wanted = wanted
    }

    private enum CodingKeys: String, CodingKey {
        case id, number, who, hash, title, quantity, total, key
        case unitPrice = "unit_price"
        case deliveryFee = "delivery_fee"
    }

    func text(in language: Language) -> String {
        let contents = Order.counted(title, quantity)
        let fee = language.say(" (배달비 \(deliveryFee.text) 포함)", " (\(deliveryFee.text) of it for delivery)")
        return "\(order(in: language))  \(contents)  \(total.text)"
            + (deliveryFee.amount > 0 ? fee : "") + wanted
    }
}
