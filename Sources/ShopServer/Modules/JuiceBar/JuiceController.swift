import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// The juice bar for guests: its menu, its fruits and orders of juices.
struct JuiceController: Sendable {
    let bar: JuiceService
    let orders: OrderService

    /// Responds to `GET /juice/menu`.
    func menu(_ request: Request) async throws -> Response {
        Response(to: request, list: bar.maker.juices(from: try await bar.stock()))
    }

    /// Responds to `GET /juice/fruits`.
    func fruits(_ request: Request) async throws -> Response {
        Response(to: request, list: bar.maker.fruits(in: try await bar.stock()))
    }

    /// Responds to `POST /juice/orders`.
    func sell(_ request: Request) async throws -> Response {
        let id = try request.idempotencyKey()
        let asked = try await order(in: request)
        do {
            let sale = try await orders.place(
                RequestedOrder(asked, by: request.session), under: IdempotencyKey(id, of: asked))
            return Response(status: sale.isNew ? .created : .ok, json: JuicePurchase(sale.answer, asked.juice))
        } catch let conflict as OrderConflict {
            throw Refusal(oneJuice: conflict)
        }
    }

    /// Returns the order in the body, with control characters removed from the name. Throws `Refusal`.
    private func order(in request: Request) async throws -> JuiceRequest {
        let order: JuiceRequest = try await request.body(or: .notAJuiceOrder)
        return JuiceRequest(juice: order.juice, who: try GuestName.checked(order.who))
    }
}

extension RequestedOrder {
    /// Creates an order of one juice at any price.
    fileprivate init(_ asked: JuiceRequest, by session: UUID?) {
        self.init(
            who: PlainText(asked.who), session: session,
            lines: [Line(item: OrderedItem(.juice, asked.juice.name), quantity: 1)])
    }
}

extension JuicePurchase {
    fileprivate init(_ order: Order, _ juice: JuiceID) {
        self.init(id: order.id, juice: juice, name: order.title, price: order.unitPrice)
    }
}
