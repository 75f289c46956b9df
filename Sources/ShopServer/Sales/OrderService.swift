import Domain
import Foundation
import Storage
import TerminalText

/// Takes orders of whatever the modules sell, and moves them.
struct OrderService: Sendable {
    let store: any Store
    let sellers: ItemSellers
    /// Signalled for each order once it is kept; `nil` where orders are not announced.
    let announcements: WakeUpSignal?

    /// Keeps the order under its key, with everything that it needs taken, or nothing. What was ordered under the key before
    /// is answered as it is now, whatever became of its items since. Throws `OrderConflict` and `KeyTaken`.
    func place(_ asked: AskedOrder, under key: IdempotencyKey) async throws -> KeyedAnswer<Order> {
        let isAnnounced = announcements != nil
        let placed = try await store.transaction { [sellers] transaction in
            try transaction.place(
                asked.sold(by: sellers, in: transaction, isAnnounced: isAnnounced), under: key)
        }
        if placed.isNew { announcements?.signal() }
        return placed
    }

    /// Moves the order with that number under the key; one that is cancelled gives back what it took. What was answered
    /// under the key before is answered again. Throws `OrderMoveFailure` and `KeyTaken`.
    func move(_ id: Int, _ move: OrderOperation, under key: IdempotencyKey) async throws -> KeyedAnswer<Order> {
        try await store.transaction { [sellers] transaction in
            try transaction.answerOnce(to: key, at: .now) {
                guard let before = try transaction.order(id) else { throw OrderMoveFailure.unknown }
                let order = try move.apply(to: before, in: transaction)
                try transaction.keep(order, movedFrom: before.state)
                guard order.state == .cancelled else { return order }
                for line in order.lines { try sellers.giveBack(line.quantity, of: line.item, in: transaction) }
                return order
            }
        }
    }
}

/// What somebody wants an order to become.
enum OrderOperation: Hashable, Sendable {
    /// By the terminal that placed it.
    case cancellation(session: UUID)
    /// By the keeper, who saw it in the state `seen`; `nil` for a state that there is none of.
    case change(OrderState, seen: OrderState?, reason: PlainText?)

    /// The order after the move. Throws `OrderMoveFailure`.
    fileprivate func apply(to order: Order, in store: any StoreReader) throws -> Order {
        var order = order
        do {
            switch self {
            case .cancellation(let session):
                guard try store.session(ofOrder: order.id) == session else { throw OrderMoveFailure.foreign }
                try order.move(to: .cancelled, by: .guest, at: .now)
            case .change(let state, let seen, let reason):
                guard order.state == seen else { throw OrderMoveFailure.moved(order.state) }
                try order.move(to: state, by: .keeper, at: .now, reason: reason)
            }
        } catch let error as OrderMoveError {
            throw OrderMoveFailure(error)
        }
        return order
    }
}

/// Why an order was not moved.
enum OrderMoveFailure: Error, Hashable {
    /// There is no order of that number.
    case unknown
    /// Another terminal placed it.
    case foreign
    /// It is in another state than was seen.
    case moved(OrderState)
    case noSuchArrow(from: OrderState)
    case noReason
}

extension OrderMoveFailure {
    fileprivate init(_ error: OrderMoveError) {
        switch error {
        case .noSuchArrow(let state): self = .noSuchArrow(from: state)
        case .noReason: self = .noReason
        }
    }
}
