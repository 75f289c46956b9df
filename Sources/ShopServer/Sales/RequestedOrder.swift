import Domain
import Foundation
import Storage
import TerminalText

/// An order as it was requested.
struct RequestedOrder: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        let item: OrderedItem
        let quantity: Int
        /// The unit price that the guest was shown; `nil` to buy at any price.
        var unitPrice: Won?
    }

    let who: PlainText
    /// The terminal that made the request; `nil` if it is not named.
    let session: UUID?
    /// The order's lines, at least one.
    let lines: [Line]
    /// The delivery fee that the guest was shown; `nil` for an order without one.
    var deliveryFee: Won?
}

/// The reason why an order cannot be taken as requested. The transaction is rolled back.
struct OrderConflict: Error, Hashable {
    /// The lines that differ from the request, in their order.
    let lines: [CartLineConflict]
    /// The current delivery fee; `nil` unless it is what differs.
    var deliveryFee: Won?

    /// Whether the order contains an item that the shop does not know.
    var isUnknown: Bool { lines.contains { $0.unitPrice == nil } }
}

extension RequestedOrder {
    /// Converts the request into an order at current prices, and takes everything it needs from the stock. Throws
    /// `OrderConflict`.
    func sold(by sellers: ItemSellers, in store: any StoreTransaction, isAnnounced: Bool) throws -> NewOrder {
        var sold: [(fee: DeliveryFee?, line: OrderLine)] = []
        var taken: [TakenStock] = []
        var conflicts: [CartLineConflict] = []
        for (index, line) in lines.enumerated() {
            guard let quote = try sellers.quote(line.item, in: store) else {
                conflicts.append(CartLineConflict(line: index, title: "", unitPrice: nil))
                continue
            }
            let (took, conflict) = try line.take(quote, at: index, from: sellers, in: store)
            if let conflict { conflicts.append(conflict) }
            taken.append(took)
            sold.append((quote.deliveryFee, line.sold(for: quote)))
        }
        guard conflicts.isEmpty else { throw OrderConflict(lines: conflicts) }
        return NewOrder(
            who: who, lines: sold.map(\.line), taken: taken, deliveryFee: try checkedFee(of: sold), session: session,
            placedAt: .now, isAnnounced: isAnnounced)
    }

    private func checkedFee(of sold: [(fee: DeliveryFee?, line: OrderLine)]) throws(OrderConflict) -> Won {
        guard let deliveryFee else { return Won(0) }
        let fee = DeliveryFee.charged(for: sold.map { ($0.fee, $0.line.total) })
        guard fee == deliveryFee else { throw OrderConflict(lines: [], deliveryFee: fee) }
        return fee
    }
}

extension RequestedOrder.Line {
    fileprivate func sold(for quote: ItemQuote) -> OrderLine {
        OrderLine(
            item: item, title: quote.title, titleInEnglish: quote.titleInEnglish, quantity: quantity,
            unitPrice: quote.unitPrice)
    }

    /// Takes the line's items from the stock. Returns what was taken, and the conflict, which is `nil` if the line can be
    /// sold as requested.
    fileprivate func take(
        _ quote: ItemQuote, at index: Int, from sellers: ItemSellers, in store: any StoreTransaction
    ) throws -> (taken: TakenStock, conflict: CartLineConflict?) {
        var taken: TakenStock = [:]
        var shortage: Shortage?
        do {
            if !quote.isSoldOut { taken = try sellers.take(quantity, of: item, in: store) }
        } catch let error as Shortage {
            shortage = error
        }
        guard quote.isSoldOut || shortage != nil || unitPrice ?? quote.unitPrice != quote.unitPrice else {
            return (taken, nil)
        }
        let conflict = CartLineConflict(
            line: index, title: quote.title, unitPrice: quote.unitPrice, isSoldOut: quote.isSoldOut,
            missing: shortage?.missing ?? [:])
        return (taken, conflict)
    }
}
