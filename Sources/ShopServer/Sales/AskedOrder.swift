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
    /// At least one.
    let lines: [Line]
}

/// Why an order cannot be taken as it was asked for. Nothing of it was taken.
struct OrderConflict: Error, Hashable {
    /// Those lines that differ, in their order.
    let lines: [CartLineConflict]

    /// Whether it asks for something that the shop does not know.
    var isUnknown: Bool { lines.contains { $0.unitPrice == nil } }
}

extension AskedOrder {
    /// The lines as they are sold now, everything that they need taken. Throws `OrderConflict`.
    func take(from sellers: ItemSellers, in store: any StoreTransaction) throws -> [OrderLine] {
        var (taken, conflicts): ([OrderLine], [CartLineConflict]) = ([], [])
        for (index, line) in lines.enumerated() {
            guard let quote = try sellers.quote(line.item, in: store) else {
                conflicts.append(CartLineConflict(line: index, title: "", unitPrice: nil))
                continue
            }
            let shortage = try line.take(quote, from: sellers, in: store)
            if quote.isSoldOut || shortage != nil || line.unitPrice ?? quote.unitPrice != quote.unitPrice {
                conflicts.append(
                    CartLineConflict(
                        line: index, title: quote.title, unitPrice: quote.unitPrice, isSoldOut: quote.isSoldOut,
                        missing: shortage?.missing ?? [:]))
            }
            taken.append(
                OrderLine(
                    item: line.item, title: quote.title, quantity: line.quantity, unitPrice: quote.unitPrice))
        }
        guard conflicts.isEmpty else { throw OrderConflict(lines: conflicts) }
        return taken
    }
}

extension AskedOrder.Line {
    /// What there is too little of, where that is so.
    fileprivate func take(
        _ quote: ItemQuote, from sellers: ItemSellers, in store: any StoreTransaction
    ) throws -> Shortage? {
        guard !quote.isSoldOut else { return nil }
        do {
            try sellers.take(quantity, of: item, in: store)
            return nil
        } catch let shortage as Shortage {
            return shortage
        }
    }
}
