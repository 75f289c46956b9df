import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Storage

/// Takes orders of dishes: checks them, has them kept, and answers only then.
struct DishOrderController: Sendable {
    let store: any Store
    /// What the dish of a hash costs now; `nil` for a hash of nothing.
    let offer: @Sendable (_ hash: String) -> Offer?
    /// Signalled for each new order once it is kept; `nil` where orders are not announced.
    let announcements: WakeUpSignal?

    /// The answer to `POST /orders`.
    func take(_ request: Request) async throws -> Response {
        let id = try request.idempotencyKey()
        let asked = try await order(in: request)
        let key = IdempotencyKey(id, of: asked)
        switch quote(asked) {
        case .success(let offer):
            let order = newOrder(asked, offer)
            return answer(try await store.transaction { try $0.place(order, under: key) })
        case .failure(let refusal):
            // An order that was taken stays taken, whatever became of the dish since.
            guard let earlier = try await store.read({ try $0.earlierOrder(under: key) }) else { throw refusal }
            return answer(KeyedAnswer(earlier, isNew: false))
        }
    }

    /// What the dish is sold for. The shop's own price decides: another one in the order was true once, or never.
    private func quote(_ asked: OrderRequest) -> Result<Offer, Refusal> {
        guard let offer = offer(asked.detailHash) else { return .failure(.unknownDish) }
        guard offer.price == asked.unitPrice else { return .failure(.anotherPrice(offer.price)) }
        return .success(offer)
    }

    private func newOrder(_ asked: OrderRequest, _ offer: Offer) -> NewOrder {
        NewOrder(
            counter: .menu, who: asked.who, title: offer.title, quantity: asked.quantity, unitPrice: offer.price,
            placedAt: .now, isAnnounced: announcements != nil)
    }

    private func answer(_ placed: KeyedAnswer<PlacedOrder>) -> Response {
        if placed.isNew { announcements?.signal() }
        return Response(status: placed.isNew ? .created : .ok, json: placed.answer)
    }

    /// The order in the body, with a name that is harmless to show. Throws `Refusal`.
    private func order(in request: Request) async throws -> OrderRequest {
        var order: OrderRequest = try await request.body(or: .notAnOrder)
        order.who = try GuestName.checked(order.who)
        guard OrderRequest.quantities.contains(order.quantity) else { throw Refusal.noSuchQuantity }
        return order
    }
}
