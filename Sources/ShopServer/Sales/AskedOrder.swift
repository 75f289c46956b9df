import Domain
import Foundation
import Storage
import TerminalText

/// An order as somebody asks for it.
struct AskedOrder: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        let item: OrderedItem
        let quantity: Int
        /// What the guest was told that one costs; `nil` where it is bought for whatever it costs.
        var unitPrice: Won?
    }

    let who: PlainText
    /// The terminal that asks; `nil` where it does not say.
    let session: UUID?
    /// At least one.
    let lines: [Line]
    /// What the guest was told that delivery costs; `nil` for an order that pays none.
    var deliveryFee: Won?
}

/// Why an order cannot be taken as it was asked for. Nothing of it was taken.
struct OrderConflict: Error, Hashable {
    /// Those lines that differ, in their order.
    let lines: [CartLineConflict]
    /// What delivery costs, where it is that which differs.
    var deliveryFee: Won?

    /// Whether it asks for something that the shop does not know.
    var isUnknown: Bool { lines.contains { $0.unitPrice == nil } }
}

extension AskedOrder {
    /// The order as it is sold now, everything that it needs taken. Throws `OrderConflict`.
    func sold(by sellers: ItemSellers, in store: any StoreTransaction, isAnnounced: Bool) throws -> NewOrder {
        var sold: [(fee: DeliveryFee?, line: OrderLine)] = []
        var conflicts: [CartLineConflict] = []
        for (index, line) in lines.enumerated() {
            guard let quote = try sellers.quote(line.item, in: store) else {
                conflicts.append(CartLineConflict(line: index, title: "", unitPrice: nil))
                continue
            }
            if let conflict = try line.take(quote, at: index, from: sellers, in: store) { conflicts.append(conflict) }
            sold.append((quote.deliveryFee, line.sold(for: quote)))
        }
        guard conflicts.isEmpty else { throw OrderConflict(lines: conflicts) }
        return NewOrder(
            who: who, lines: sold.map(\.line), deliveryFee: try checkedFee(of: sold), session: session,
            placedAt: .now, isAnnounced: isAnnounced)
    }

    private func checkedFee(of sold: [(fee: DeliveryFee?, line: OrderLine)]) throws(OrderConflict) -> Won {
        guard let deliveryFee else { return Won(0) }
        let fee = DeliveryFee.charged(for: sold.map { ($0.fee, $0.line.total) })
        guard fee == deliveryFee else { throw OrderConflict(lines: [], deliveryFee: fee) }
        return fee
    }
}

extension AskedOrder.Line {
    fileprivate func sold(for quote: ItemQuote) -> OrderLine {
        OrderLine(
            item: item, title: quote.title, titleInEnglish: quote.titleInEnglish, quantity: quantity,
            unitPrice: quote.unitPrice)
    }

    /// Takes what the line needs; what is the matter with it, where something is.
    fileprivate func take(
        _ quote: ItemQuote, at index: Int, from sellers: ItemSellers, in store: any StoreTransaction
    ) throws -> CartLineConflict? {
        var shortage: Shortage?
        do {
            if !quote.isSoldOut { try sellers.take(quantity, of: item, in: store) }
        } catch let error as Shortage {
            shortage = error
        }
        guard quote.isSoldOut || shortage != nil || unitPrice ?? quote.unitPrice != quote.unitPrice else { return nil }
        return CartLineConflict(
            line: index, title: quote.title, unitPrice: quote.unitPrice, isSoldOut: quote.isSoldOut,
            missing: shortage?.missing ?? [:])
    }
}
