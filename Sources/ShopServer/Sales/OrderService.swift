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
    /// Signalled for each new order, cancellation, reduction and refund after it is committed; `nil` if orders are not announced.
    let announcements: WakeUpSignal?
    /// The printers that print orders.
    let printers: KitchenPrinters

    /// Places the order of the terminal `session`, `nil` if it did not identify itself, under its idempotency key and
    /// takes what it needs from the stock, in one transaction. If an order was already placed under the key, returns
    /// that order in its present state, whatever became of its items since. Throws `RefusedOrder` and `KeyTaken`.
    func place(
        _ request: OrderRequest, by session: UUID?, under key: IdempotencyKey
    ) async throws -> KeyedAnswer<Order> {
        let (isAnnounced, printers) = (announcements != nil, printers.printing(.orders))
        let placed = try await store.transaction { [sellers, shop, days] transaction in
            let sale = OrderSale(shop: shop.value, sellers: sellers, store: transaction)
            return try transaction.place(
                sale.order(
                    request, by: session, on: days.today(), at: days.clock(), isAnnounced: isAnnounced,
                    printers: printers),
                under: key)
        }
        if placed.isNew {
            announcements?.signal()
            self.printers.wake()
        }
        return placed
    }

    /// Applies `operation` to the order with that number under the idempotency key. What is taken out of it returns to
    /// the stock. If the key was already used, returns the same answer again. Throws `OrderFailure` and `KeyTaken`.
    func change(
        _ id: Int, _ operation: OrderOperation, under key: IdempotencyKey
    ) async throws -> KeyedAnswer<Order> {
        let (isAnnounced, printers) = (announcements != nil, printers.printing(.cancellations))
        let changed = try await store.transaction { [sellers, days] transaction in
            let now = days.clock()
            // What the guest wrote is in the order alone, where it can be erased, and not in stored answers.
            let answer = try transaction.answerOnce(to: key, at: now) {
                guard let before = try transaction.order(id) else { throw OrderFailure.unknown }
                let order = try operation.apply(to: before, at: now, on: days, in: transaction)
                guard order != before else { return order.withoutPersonalData }
                try transaction.keep(order, changedFrom: before, on: days.today(), at: now)
                try sellers.giveBack(from: before, to: order, in: transaction)
                let printers = try printers.filter { try $0.isConcerned(by: order, in: transaction) }.map(\.destination)
                if order.state == .cancelled {
                    try transaction.announceCancellation(of: order, isAnnounced: isAnnounced, at: now)
                    try transaction.announceCancellation(of: order, to: printers, at: now)
                } else if order.isSmaller(than: before) {
                    try transaction.announceReduction(of: order, isAnnounced: isAnnounced, at: now)
                    // What is refunded later is no longer the kitchen's.
                    if order.state.isOpen { try transaction.announceChange(of: order, to: printers, at: now) }
                }
                return order.withoutPersonalData
            }
            return try answer.map { try $0.withPersonalData(of: transaction.order(id) ?? $0) }
        }
        if changed.isNew, changed.answer.mayBeSmaller { announcements?.signal() }
        if changed.isNew, !printers.isEmpty { self.printers.wake() }
        return changed
    }
}

/// A requested change of an order.
enum OrderOperation: Hashable, Sendable {
    /// Cancellation by the terminal that placed the order.
    case cancellation(session: UUID)
    /// A move by the keeper, who saw the order in the state `seen`; `nil` if that was not a valid state, which never
    /// matches.
    case move(OrderState, seen: OrderState?, reason: PlainText?)
    /// Fewer pieces of some lines. `seen` is a list of one state if the keeper says in which the order was seen.
    case reduction([ReductionRequest.Line], seen: [OrderState?], reason: PlainText)
    case payment(PaymentMethod?)

    /// Returns the order with the change applied. Throws `OrderFailure`.
    fileprivate func apply(to order: Order, at time: Date, on days: ShopDays, in store: any StoreReader) throws -> Order
    {
        var order = order
        switch self {
        case .cancellation(let session):
            guard try store.session(ofOrder: order.id) == session else { throw OrderFailure.foreign }
            try order.move(to: .cancelled, by: .guest, at: time)
        case .move(let state, let seen, let reason):
            guard order.state == seen else { throw OrderFailure.moved(order.state) }
            if order.state == .handedOver, state == .ready { try order.checkReached(on: days, in: store) }
            try order.move(to: state, by: .keeper, at: time, reason: reason)
        case .reduction(let lines, let seen, let reason):
            guard seen.allSatisfy({ $0 == order.state }) else { throw OrderFailure.moved(order.state) }
            let terms = try store.deliveryTerms(ofOrder: order.id)
            try order.reduce(lines, at: time, reason: reason) { reduced in
                terms?.charged(for: reduced.lines.map { ($0.quantity, $0.total) }) ?? Won(0)
            }
        case .payment(let method): try order.setPayment(method)
        }
        return order
    }
}

extension Order {
    /// Whether pieces were taken out since, or money was refunded.
    fileprivate func isSmaller(than before: Order) -> Bool {
        reductions.count > before.reductions.count || state == .refunded && before.state != .refunded
    }

    /// Whether its last change may be one that the staff is told of.
    fileprivate var mayBeSmaller: Bool { state == .cancelled || state == .refunded || !reductions.isEmpty }

    /// Throws `OrderFailure.pastDay` if the order reached its state before the present business day or the last closing.
    fileprivate func checkReached(on days: ShopDays, in store: any StoreReader) throws {
        guard let step = steps.last, let day = days.calendar.day(of: step.at), try day >= days.today() else {
            throw OrderFailure.pastDay
        }
        // Times are in whole seconds: what happened in that of the closing is taken to be before it. A closing that is still
        // to come was made by a clock that was ahead, and says nothing of what was before it.
        guard let closing = try store.lastClosing(), closing.to <= days.clock() else { return }
        if step.at <= closing.to { throw OrderFailure.pastDay }
    }
}
