import Domain
import Foundation
import Storage
import TerminalText

/// Takes orders of whatever the modules sell.
struct OrderService: Sendable {
    let store: any Store
    let sellers: ItemSellers
    /// Signalled for each order once it is kept; `nil` where orders are not announced.
    let announcements: WakeUpSignal?

    /// Keeps the order under its key, with everything that it needs taken, or nothing. What was ordered under the key before
    /// is answered whatever became of it since. Throws `OrderConflict` and `KeyTaken`.
    func place(_ asked: AskedOrder, under key: IdempotencyKey) async throws -> KeyedAnswer<PlacedOrder> {
        let isAnnounced = announcements != nil
        let placed = try await store.transaction { [sellers] transaction in
            try transaction.place(
                NewOrder(
                    of: asked, lines: asked.take(from: sellers, in: transaction), isAnnounced: isAnnounced),
                under: key)
        }
        if placed.isNew { announcements?.signal() }
        return placed
    }
}

extension NewOrder {
    fileprivate init(of asked: AskedOrder, lines: [OrderLine], isAnnounced: Bool) {
        self.init(
            counter: lines[0].item.counter, who: asked.who.string, title: lines[0].title.string,
            quantity: lines[0].quantity, unitPrice: lines[0].unitPrice, placedAt: .now, isAnnounced: isAnnounced)
    }
}
