import Domain
import Foundation
import ShopHTTP

/// How somebody wants to move an order that the shop has. However often it is sent, its key makes it one move.
public struct OrderMove: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Its guest does not want it any more.
        case cancel
        /// The keeper moves it from the state that was seen; cancelling takes a reason.
        case keeper(from: OrderState, to: OrderState, reason: String?)
    }

    public let key: UUID
    /// The order's number.
    public let order: Int
    public let kind: Kind

    public init(key: UUID, order: Int, kind: Kind) {
        self.key = key
        self.order = order
        self.kind = kind
    }
}

/// What came of a move.
public enum OrderMoveOutcome: Hashable, Sendable {
    /// The order as it is now, where that could be read.
    case moved(Order?)
    /// It is in another state by now, which the shop may tell; nothing was changed.
    case otherState(OrderState?)
    /// The shop does not do it, with this status.
    case refused(status: Int)
    /// The server did not answer, so that nobody knows whether it moved.
    case unanswered(FetchFailure)

    init(_ result: WriteResult<Order>) {
        switch result {
        case .made(let order): self = .moved(order)
        case .refused(409, let body), .refused(412, let body):
            self = .otherState((try? JSONDecoder().decode(OrderStateConflict.self, from: body))?.state)
        case .refused(let status, _), .later(let status, _): self = .refused(status: status)
        case .unanswered(let failure): self = .unanswered(failure)
        }
    }
}

/// What came of a move that somebody wanted.
public typealias OrderMoveReport = WriteReport<OrderMove, OrderMoveOutcome>

/// Where orders are moved; tests put one of their own in its place.
public struct OrderMoves: Sendable {
    /// Sends a move. Returns soon after its task is cancelled, with anything.
    public let send: @Sendable (OrderMove) async -> OrderMoveOutcome

    public init(send: @escaping @Sendable (OrderMove) async -> OrderMoveOutcome) { self.send = send }

    /// Nobody moves orders.
    public static let none = OrderMoves { _ in .unanswered(.unreachable) }

    /// The orders of the shop at `address`.
    public static func http(
        client: HTTPClient, credentials: Credentials, limits: HTTPLimits = WriteSender.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> OrderMoves {
        let sender = WriteSender(client: client, keeper: credentials.keeper, limits: limits, address: address)
        return OrderMoves { move in
            OrderMoveOutcome(await sender.send(move.write(session: credentials.session.id)))
        }
    }
}

extension OrderMove {
    fileprivate func write(session: UUID) -> KeyedWrite {
        switch kind {
        case .cancel:
            KeyedWrite(key: key, session: session, path: "orders/\(order)/cancellation", body: [String: String]())
        case .keeper(let seen, let state, let reason):
            KeyedWrite(
                key: key, session: session, .patch, path: "orders/\(order)",
                body: OrderChange(state: state, reason: reason), isKeepers: true, validator: "\"\(seen.rawValue)\"")
        }
    }
}
