import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// The juice bar as guests use it: what there is, and juices made to order.
struct JuiceController: Sendable {
    let bar: JuiceService
    /// Signalled for each juice once its sale is kept; `nil` where sales are not announced.
    let announcements: WakeUpSignal?

    /// The answer to `GET /juice/menu`.
    func menu(_ request: Request) async throws -> Response {
        Response(to: request, list: bar.maker.juices(from: try await bar.stock()))
    }

    /// The answer to `GET /juice/fruits`.
    func fruits(_ request: Request) async throws -> Response {
        Response(to: request, list: bar.maker.fruits(in: try await bar.stock()))
    }

    /// The answer to `POST /juice/orders`.
    func sell(_ request: Request) async throws -> Response {
        let id = try request.idempotencyKey()
        let asked = try await order(in: request)
        let key = IdempotencyKey(id, of: asked)
        guard let recipe = bar.maker.recipe(for: asked.juice) else {
            // A juice that was made was made, whatever became of its recipe since.
            guard let earlier = try await bar.store.read({ try $0.earlierOrder(under: key) }) else {
                throw Refusal.unknownJuice
            }
            return answer(KeyedAnswer(earlier, isNew: false), to: asked)
        }
        let sale = try await bar.sell(recipe, to: asked.who, under: key, isAnnounced: announcements != nil)
        return answer(sale, to: asked)
    }

    private func answer(_ sale: KeyedAnswer<PlacedOrder>, to asked: JuiceRequest) -> Response {
        if sale.isNew { announcements?.signal() }
        return Response(status: sale.isNew ? .created : .ok, json: MadeJuice(sale.answer, asked.juice))
    }

    /// The order in the body, with a name that is harmless to show. Throws `Refusal`.
    private func order(in request: Request) async throws -> JuiceRequest {
        let order: JuiceRequest = try await request.body(or: .notAJuiceOrder)
        return JuiceRequest(juice: order.juice, who: try GuestName.checked(order.who))
    }
}

extension MadeJuice {
    fileprivate init(_ order: PlacedOrder, _ juice: JuiceID) {
        self.init(id: order.id, juice: juice, name: PlainText(order.title), price: order.unitPrice)
    }
}
