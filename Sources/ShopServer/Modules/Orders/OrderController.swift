import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// Takes guests' orders: checks them, has them kept, and answers only then.
struct OrderController: Sendable {
    let orders: OrderService

    /// The answer to `POST /orders`.
    func take(_ request: Request) async throws -> Response {
        let id = try request.idempotencyKey()
        let asked = try await order(in: request)
        do {
            let placed = try await orders.place(AskedOrder(asked), under: IdempotencyKey(id, of: asked))
            return Response(status: placed.isNew ? .created : .ok, json: placed.answer)
        } catch let conflict as OrderConflict {
            throw Refusal(oneDish: conflict)
        }
    }

    /// The order in the body, with a name that is harmless to show. Throws `Refusal`.
    private func order(in request: Request) async throws -> OrderRequest {
        var order: OrderRequest = try await request.body(or: .notAnOrder)
        order.who = try GuestName.checked(order.who)
        guard OrderRequest.quantities.contains(order.quantity) else { throw Refusal.noSuchQuantity }
        return order
    }
}

extension AskedOrder {
    fileprivate init(_ asked: OrderRequest) {
        let line = Line(
            item: OrderedItem(.menu, asked.detailHash), quantity: asked.quantity, unitPrice: asked.unitPrice)
        self.init(who: PlainText(asked.who), lines: [line])
    }
}
