import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Storage

/// Takes orders: checks them, has them kept, and answers only then.
struct OrderController: Sendable {
    let ledger: any Ledger
    /// What the dish of a hash costs now; `nil` for a hash of nothing.
    let offer: @Sendable (_ hash: String) -> Offer?
    /// Rung for each new order once it is kept; `nil` where orders are not announced.
    let wakeUp: WakeUpSignal?

    /// The answer to `POST /orders`.
    func take(_ request: Request) async throws -> Response {
        try await take(request.wholeBody(), key: request.idempotencyKey())
    }

    /// The answer to the order in `body`. Throws `Refusal` and `LedgerError`.
    func take(_ body: Data, key id: UUID) async throws -> Response {
        let asked = try OrderController.order(in: body)
        let key = IdempotencyKey(id: id, request: asked.canonicalText)
        switch quote(asked) {
        case .success(let offer):
            return try answer(await ledger.place(placing(asked, offer, key)))
        case .failure(let refusal):
            // An order that was taken stays taken, whatever became of the dish since.
            guard let earlier = try await ledger.placement(of: key) else { throw refusal }
            return try answer(earlier)
        }
    }

    /// What the dish is sold for. The shop's own price decides: another one in the order was true once, or never.
    private func quote(_ asked: OrderRequest) -> Result<Offer, Refusal> {
        guard let offer = offer(asked.detailHash) else { return .failure(.unknownDish) }
        guard offer.price == asked.unitPrice else { return .failure(.anotherPrice(offer.price)) }
        return .success(offer)
    }

    private func placing(_ asked: OrderRequest, _ offer: Offer, _ key: IdempotencyKey) -> NewOrder {
        NewOrder(
            counter: .menu, who: asked.who, title: offer.title, quantity: asked.quantity, unitPrice: offer.price,
            placedAt: .now, key: key, isAnnounced: wakeUp != nil)
    }

    private func answer(_ placement: OrderOutcome) throws -> Response {
        switch placement {
        case .placed(let order):
            wakeUp?.signal()
            return Response(status: .created, json: order)
        case .repeated(let order): return Response(status: .ok, json: order)
        case .keyTaken: throw Refusal.keyTaken
        case .short(let shortage): throw Refusal.short(shortage)
        }
    }

    /// The order in the body, with a name that is harmless to show. Throws `Refusal`.
    private static func order(in body: Data) throws -> OrderRequest {
        guard var order = try? JSONDecoder().decode(OrderRequest.self, from: body) else { throw Refusal.notAnOrder }
        order.who = try GuestName.checked(order.who)
        guard OrderRequest.quantities.contains(order.quantity) else { throw Refusal.noSuchQuantity }
        return order
    }
}

extension OrderRequest {
    /// The same text for every spelling of the same order.
    fileprivate var canonicalText: String { String(decoding: Response.encode(self), as: UTF8.self) }
}
