import Domain
import Foundation
import HTTPTypes
import Storage
import TerminalText

/// The reason why an order cannot be taken as requested. The transaction is rolled back.
struct RefusedOrder: Error, Hashable {
    /// The lines that differ from the request, in their order.
    var lines: [OrderLineConflict] = []
    /// What differs besides.
    var terms = OrderTermsConflict()
    /// The first choices that do not answer their item's options; `nil` if all do.
    var choices: RefusedChoices?

    /// Whether the order contains an item that the shop does not know.
    var isUnknown: Bool { lines.contains { $0.unitPrice == nil } }
}

/// Choices that do not answer the options of an item.
struct RefusedChoices: Hashable {
    /// The line's index, counting from 0.
    let line: Int
    let problem: OptionProblem
}

/// Sells what orders ask for, on the terms of the shop and of the modules that offer the items.
struct OrderSale {
    let shop: ShopProfile
    let sellers: ItemSellers
    let store: any StoreTransaction

    /// The time that may pass between choosing a time and the arrival of the order, and how far ahead it may be.
    private static let wantedTimes = -900.0...(30 * 24 * 3_600.0)

    /// Converts the request into an order at current prices, and takes everything it needs from the stock. Throws
    /// `RefusedOrder` if anything differs from what the guest was shown, and `Refusal` if it lacks what the shop asks for, or
    /// is wanted at another time than one soon. Nothing of this is asked of an order that was placed before.
    func order(
        _ request: OrderRequest, by session: UUID?, on day: Day, at time: Date, isAnnounced: Bool,
        printers: [KitchenPrinter]
    ) throws -> NewOrder {
        try request.handover.check(in: shop)
        let wait = request.handover.wantedAt?.timeIntervalSince(time)
        guard wait.map(OrderSale.wantedTimes.contains) ?? true else { throw Refusal.noSuchTime }
        if let refusing = try shop.refusal(of: request.handover, at: time, pause: store.shopPause()) {
            throw RefusedOrder(terms: OrderTermsConflict(shop: refusing))
        }
        guard shop.receive.contains(request.handover.fulfillment) else {
            throw RefusedOrder(terms: OrderTermsConflict(receive: shop.receive))
        }
        let lines = try sell(request.lines)
        try check(request, against: lines)
        return NewOrder(
            who: PlainText(request.who), handover: request.handover, lines: lines.map(\.line),
            taken: lines.map(\.taken), deliveryFee: request.deliveryFee,
            deliveryTerms: request.handover.fulfillment == .delivery
                ? shop.deliveryTerms(for: lines.map(\.quote.deliveryFee)) : nil,
            state: lines.allSatisfy(\.quote.isMadeAtOnce) ? .ready : .received, session: session, day: day,
            placedAt: time, isAnnounced: isAnnounced,
            printers: printers.filter { printer in lines.contains { printer.prints($0.line) } }.map(\.destination))
    }

    private func sell(_ requested: [OrderRequest.Line]) throws -> [SoldLine] {
        var sold: [SoldLine] = []
        var refused = RefusedOrder()
        for (index, line) in requested.enumerated() {
            do {
                sold.append(try sell(line))
            } catch let difference as LineDifference {
                refused.lines.append(difference.conflict(at: index))
                if let problem = difference.choices, refused.choices == nil {
                    refused.choices = RefusedChoices(line: index, problem: problem)
                }
            }
        }
        guard refused.lines.isEmpty else { throw refused }
        return sold
    }

    /// Takes the line's items from the stock. Throws `LineDifference` if they are not sold as they were shown.
    private func sell(_ line: OrderRequest.Line) throws -> SoldLine {
        guard let quote = try sellers.quote(line.item, in: store) else { throw LineDifference() }
        var difference = LineDifference(quote: quote)
        let options = difference.resolve(line.options)
        let sold = OrderLine(
            item: line.item, section: quote.section, title: quote.title, titleInEnglish: quote.titleInEnglish,
            options: options, quantity: line.quantity, unitPrice: quote.unitPrice.adding(options), note: line.note)
        difference.unitPrice = sold.unitPrice
        var taken: TakenStock = [:]
        do {
            if !quote.isSoldOut, quote.takesStock { taken = try sellers.take(line.quantity, of: line.item, in: store) }
        } catch let shortage as Shortage {
            difference.shortage = shortage
        } catch let few as TooFewLeft {
            difference.left = few.left
        }
        guard (line.title, line.unitPrice) == (sold.title, sold.unitPrice), !difference.isCertain else {
            throw difference
        }
        return SoldLine(line: sold, taken: taken, quote: quote)
    }

    /// Throws `RefusedOrder` unless the order's fee and total are those of `lines`, and `Refusal` if the fee is not known.
    private func check(_ request: OrderRequest, against lines: [SoldLine]) throws {
        let needsFees = request.handover.fulfillment == .delivery && shop.delivery == nil
        if needsFees, let unknown = lines.first(where: { !$0.quote.isFeeKnown }) {
            throw Refusal.unknownFee(unknown.quote.title)
        }
        let subtotal = Won(lines.reduce(0) { $0 + $1.line.total.amount })
        if request.handover.fulfillment == .delivery, let minimum = shop.delivery?.minimum, subtotal < minimum {
            throw RefusedOrder(terms: OrderTermsConflict(minimum: minimum))
        }
        let fee = shop.deliveryFee(
            for: lines.map { ($0.quote.deliveryFee, $0.line.total) }, when: request.handover.fulfillment)
        let total = Won(subtotal.amount + fee.amount)
        guard (fee, total) == (request.deliveryFee, request.total) else {
            throw RefusedOrder(
                terms: OrderTermsConflict(deliveryFee: fee == request.deliveryFee ? nil : fee, total: total))
        }
    }
}

extension Refusal {
    fileprivate static func unknownFee(_ item: PlainText) -> Refusal {
        Refusal(
            status: .serviceUnavailable,
            sentence: "The page of \(item) cannot be read, so its delivery fee is not known; please try again later.",
            fields: [.retryAfter: "30"])
    }
}

extension Handover {
    /// Throws `Refusal` if a detail is missing that the shop needs, or if there is an address that nobody needs.
    fileprivate func check(in shop: ShopProfile) throws(Refusal) {
        if shop.requires(.phone, when: fulfillment), phone == nil { throw .noPhone }
        if shop.requires(.address, when: fulfillment), address == nil { throw .noAddress }
        if address != nil, !shop.takesAddress(when: fulfillment) { throw .needlessAddress }
    }
}

/// A line at current prices, with what it took from the stock and the terms on which its item is sold.
private struct SoldLine {
    let line: OrderLine
    let taken: TakenStock
    let quote: ItemQuote
}

/// What is different from what the guest was shown of a line.
private struct LineDifference: Error {
    /// The current terms; `nil` if the shop does not know the item.
    var quote: ItemQuote?
    var unitPrice: Won?
    var choices: OptionProblem?
    /// The current form of the options, if they are not as they were shown.
    var currentOptions: [ChosenOption]?
    var shortage: Shortage?
    /// How many are left, if these are too few.
    var left: Int?

    /// Whether the line cannot be sold, whatever was shown of its title and price.
    var isCertain: Bool { currentOptions != nil || shortage != nil || left != nil || quote?.isSoldOut ?? true }

    /// Returns the current form of `chosen`: only what is still offered, if they do not answer the item's options.
    mutating func resolve(_ chosen: [ChosenOption]) -> [ChosenOption] {
        let offered = quote?.options ?? []
        do {
            let current = try offered.resolved(chosen)
            if !chosen.allSatisfy({ made in current.contains { $0.agrees(with: made) } }) { currentOptions = current }
            return current
        } catch {
            choices = error
            let current = offered.flatMap { option in
                option.choices.map { ChosenOption(option, $0) }.filter { now in
                    chosen.contains { $0.isSameChoice(as: now) }
                }
            }
            currentOptions = current
            return current
        }
    }

    func conflict(at line: Int) -> OrderLineConflict {
        guard let quote else { return OrderLineConflict(line: line, title: "", unitPrice: nil) }
        return OrderLineConflict(
            line: line, title: quote.title, unitPrice: unitPrice, options: currentOptions, isSoldOut: quote.isSoldOut,
            left: left, missing: shortage?.missing ?? [:])
    }
}

extension ChosenOption {
    /// Whether `shown` is the same choice, and says nothing else of it. A request need not state titles.
    fileprivate func agrees(with shown: ChosenOption) -> Bool {
        isSameChoice(as: shown) && (shown.title.own.isEmpty || shown.title.own == title.own)
            && (shown.optionTitle.own.isEmpty || shown.optionTitle.own == optionTitle.own)
    }
}
