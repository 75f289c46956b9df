import Domain
import Foundation
import ShopHTTP

/// A requested change of an order. Its idempotency key makes repeated sending have one effect.
public struct OrderMove: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case cancel
        /// The keeper moves the order from the state that was seen to another; cancelling requires a reason.
        case keeper(from: OrderState, to: OrderState, reason: String?)
        /// The keeper takes pieces out of an order that was seen in that state; of one that was handed over, money is
        /// refunded.
        case reduce([ReductionRequest.Line], from: OrderState, reason: String)
        /// The keeper marks how the order was paid; `nil` takes the mark away.
        case pay(PaymentMethod?)
        /// The keeper has all printers print the order again, which does not change it.
        case print
    }

    public let key: UUID
    public let order: Int
    /// The number by which people call the order, for messages.
    public let number: Int
    public let kind: Kind

    public init(key: UUID, order: Int, number: Int, kind: Kind) {
        self.key = key
        self.order = order
        self.number = number
        self.kind = kind
    }
}

public enum OrderMoveOutcome: Hashable, Sendable {
    /// The order after the change; `nil` if the answer could not be read.
    case moved(Order?)
    /// The printers of those names print it again.
    case printed([String])
    /// The order is already in another state, `nil` if the shop does not say which; nothing was changed.
    case otherState(OrderState?)
    case refused(status: Int)
    /// There was no usable answer, so it is unknown whether the order changed.
    case unanswered(FetchFailure)

    fileprivate init<Made: Sendable>(_ result: WriteResult<Made>, _ made: (Made?) -> OrderMoveOutcome) {
        switch result {
        case .made(let value): self = made(value)
        case .refused(409, let body), .refused(412, let body):
            self = .otherState((try? JSONDecoder().decode(OrderStateConflict.self, from: body))?.state)
        case .refused(let status, _), .later(let status, _): self = .refused(status: status)
        case .unanswered(let failure): self = .unanswered(failure)
        }
    }
}

public typealias OrderMoveReport = WriteReport<OrderMove, OrderMoveOutcome>

/// Changes the states of orders; tests substitute their own.
public struct OrderStateClient: Sendable {
    /// Sends a state change. Returns soon after its task is cancelled, with any outcome.
    public let send: @Sendable (OrderMove) async -> OrderMoveOutcome

    public init(send: @escaping @Sendable (OrderMove) async -> OrderMoveOutcome) { self.send = send }

    /// Sends the changes one after the other. Stops after one that the server did not answer or could not take. Returns
    /// the results of those that were sent.
    public func send(_ moves: [OrderMove]) async -> [OrderMoveReport] {
        var reports: [OrderMoveReport] = []
        for move in moves where !Task.isCancelled {
            let outcome = await send(move)
            reports.append(OrderMoveReport(draft: move, outcome: outcome))
            switch outcome {
            case .moved, .printed, .otherState, .refused(404): continue
            case .refused, .unanswered: return reports
            }
        }
        return reports
    }

    /// A client without a shop.
    public static let none = OrderStateClient { _ in .unanswered(.unreachable) }

    public static func http(
        client: HTTPClient, credentials: Credentials, limits: HTTPLimits = WriteSender.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> OrderStateClient {
        let sender = WriteSender(client: client, keeper: credentials.keeper, limits: limits, address: address)
        return OrderStateClient { move in
            let write = move.write(session: credentials.session.id)
            guard move.kind == .print else {
                return OrderMoveOutcome(await sender.send(write, telling: Order.self)) { .moved($0) }
            }
            return OrderMoveOutcome(await sender.send(write, telling: PrinterNames.self)) {
                .printed($0?.printers ?? [])
            }
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
        case .reduce(let lines, let seen, let reason):
            KeyedWrite(
                key: key, session: session, .patch, path: "orders/\(order)/lines",
                body: ReductionRequest(lines: lines, reason: reason), isKeepers: true,
                validator: "\"\(seen.rawValue)\"")
        case .pay(let method):
            KeyedWrite(
                key: key, session: session, .put, path: "orders/\(order)/payment", body: PaymentChange(method: method),
                isKeepers: true)
        case .print:
            KeyedWrite(
                key: key, session: session, path: "orders/\(order)/tickets", body: PrinterNames(printers: nil),
                isKeepers: true)
        }
    }
}
