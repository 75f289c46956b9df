import Domain
import Foundation
import Platform
import Storage
import TerminalText

/// Takes orders for the items of all modules, and changes their states.
struct OrderService: Sendable {
    let store: any Store
    let sellers: ItemSellers
    /// What the shop says of itself.
    let shop: LiveResource<ShopProfile>
    let days: ShopDays
    /// Signalled for each new order and each cancellation after it is committed; `nil` if orders are not announced.
    let announcements: WakeUpSignal?

    /// Places the order of the terminal `session`, `nil` if it did not identify itself, under its idempotency key and
    /// takes what it needs from the stock, in one transaction. If an order was already placed under the key, returns
    /// that order in its present state, whatever became of its items since. Throws `RefusedOrder` and `KeyTaken`.
    func place(
        _ request: OrderRequest, by session: UUID?, under key: IdempotencyKey
    ) async throws -> KeyedAnswer<Order> {
        let isAnnounced = announcements != nil
        let placed = try await store.transaction { [sellers, shop, days] transaction in
            let sale = OrderSale(shop: shop.value, sellers: sellers, store: transaction)
            return try transaction.place(
                sale.order(request, by: session, on: days.today(), at: days.clock(), isAnnounced: isAnnounced),
                under: key)
        }
        if placed.isNew { announcements?.signal() }
        return placed
    }

    /// Applies `move` to the order with that number under the idempotency key. A cancelled order returns its items to
    /// the stock. If the key was already used, returns the same answer again. Throws `OrderFailure` and `KeyTaken`.
    func move(_ id: Int, _ move: OrderOperation, under key: IdempotencyKey) async throws -> KeyedAnswer<Order> {
        let isAnnounced = announcements != nil
        let moved = try await store.transaction { [sellers] transaction in
            try transaction.answerOnce(to: key, at: .now) {
                guard let before = try transaction.order(id) else { throw OrderFailure.unknown }
                let order = try move.apply(to: before, in: transaction)
                try transaction.keep(order, movedFrom: before.state)
                guard order.state == .cancelled else { return order }
                try transaction.announceCancellation(of: order, isAnnounced: isAnnounced)
                try sellers.giveBack(order, from: before.state, in: transaction)
                return order
            }
        }
        if moved.isNew, moved.answer.state == .cancelled { announcements?.signal() }
        return moved
    }
}

/// A requested change of an order's state.
enum OrderOperation: Hashable, Sendable {
    /// Cancellation by the terminal that placed the order.
    case cancellation(session: UUID)
    /// A change by the keeper, who saw the order in the state `seen`; `nil` if that was not a valid state, which never
    /// matches.
    case change(OrderState, seen: OrderState?, reason: PlainText?)

    /// Returns the order with the change applied. Throws `OrderFailure`.
    fileprivate func apply(to order: Order, in store: any StoreReader) throws -> Order {
        var order = order
        switch self {
        case .cancellation(let session):
            guard try store.session(ofOrder: order.id) == session else { throw OrderFailure.foreign }
            try order.move(to: .cancelled, by: .guest, at: .now)
        case .change(let state, let seen, let reason):
            guard order.state == seen else { throw OrderFailure.moved(order.state) }
            try order.move(to: state, by: .keeper, at: .now, reason: reason)
        }
        return order
    }
}
