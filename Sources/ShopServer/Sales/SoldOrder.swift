import Domain
import Foundation
import Storage
import TerminalText

/// The reason why an order cannot be taken as requested. The transaction is rolled back.
struct RefusedOrder: Error, Hashable {
    /// The lines that differ from the request, in their order.
    let lines: [OrderLineConflict]
    /// The current delivery fee; `nil` unless it is what differs.
    var deliveryFee: Won?

    /// Whether the order contains an item that the shop does not know.
    var isUnknown: Bool { lines.contains { $0.unitPrice == nil } }
}

extension OrderRequest {
    /// Converts the request into an order at current prices, and takes everything it needs from the stock. Throws
    /// `RefusedOrder` if anything differs from what the guest was shown.
    func sold(
        by sellers: ItemSellers, in store: any StoreTransaction, session: UUID?, isAnnounced: Bool
    ) throws -> NewOrder {
        var sold: [SoldLine] = []
        var conflicts: [OrderLineConflict] = []
        for (index, line) in lines.enumerated() {
            let (soldLine, conflict) = try line.sold(at: index, by: sellers, in: store)
            if let soldLine { sold.append(soldLine) }
            if let conflict { conflicts.append(conflict) }
        }
        guard conflicts.isEmpty else { throw RefusedOrder(lines: conflicts) }
        let fee = DeliveryFee.charged(for: sold.map { ($0.fee, $0.line.total) })
        guard fee == deliveryFee else { throw RefusedOrder(lines: [], deliveryFee: fee) }
        return NewOrder(
            who: PlainText(who), lines: sold.map(\.line), taken: sold.map(\.taken), deliveryFee: fee, session: session,
            placedAt: .now, isAnnounced: isAnnounced)
    }
}

/// A line at current prices, with what it took from the stock and the cost of delivering it, `nil` if it is not
/// delivered.
private typealias SoldLine = (line: OrderLine, taken: TakenStock, fee: DeliveryFee?)

extension OrderRequest.Line {
    /// Takes the line's items from the stock. Returns the line, which is `nil` if the shop does not know the item, and
    /// the conflict, which is `nil` if it is sold as requested.
    fileprivate func sold(
        at index: Int, by sellers: ItemSellers, in store: any StoreTransaction
    ) throws -> (SoldLine?, OrderLineConflict?) {
        guard let quote = try sellers.quote(item, in: store) else {
            return (nil, OrderLineConflict(line: index, title: "", unitPrice: nil))
        }
        let line = OrderLine(
            item: item, title: quote.title, titleInEnglish: quote.titleInEnglish, quantity: quantity,
            unitPrice: quote.unitPrice)
        var taken: TakenStock = [:]
        var shortage: Shortage?
        do {
            if !quote.isSoldOut { taken = try sellers.take(quantity, of: item, in: store) }
        } catch let error as Shortage {
            shortage = error
        }
        let isAsShown = (title, unitPrice) == (quote.title, quote.unitPrice) && !quote.isSoldOut && shortage == nil
        let conflict = OrderLineConflict(
            line: index, title: quote.title, unitPrice: quote.unitPrice, isSoldOut: quote.isSoldOut,
            missing: shortage?.missing ?? [:])
        return ((line, taken, quote.deliveryFee), isAsShown ? nil : conflict)
    }
}
