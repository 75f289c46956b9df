import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Storage
import TerminalText

/// The juice bar: what there is, and juices made to order.
struct JuiceController: Sendable {
    let ledger: any Ledger
    let maker: JuiceMaker
    /// Rung for each juice once its sale is kept; `nil` where sales are not announced.
    let wakeUp: WakeUpSignal?

    /// The answer to `GET /juice/menu`.
    func menu(_ request: Request) async throws -> Response {
        let stock = try await ledger.stock(opening: maker.openingStock)
        return Response(to: request, list: maker.juices(from: stock))
    }

    /// The answer to `GET /juice/fruits`.
    func fruits(_ request: Request) async throws -> Response {
        let stock = try await ledger.stock(opening: maker.openingStock)
        return Response(to: request, list: maker.fruits(in: stock))
    }

    /// The answer to `POST /juice/orders`.
    func sell(_ request: Request) async throws -> Response {
        let id = try request.idempotencyKey()
        let asked = try JuiceController.order(in: await request.wholeBody())
        let key = IdempotencyKey(id: id, request: String(decoding: Response.encode(asked), as: UTF8.self))
        guard let recipe = maker.recipe(for: asked.juice) else {
            // A juice that was made was made, whatever became of its recipe since.
            guard let earlier = try await ledger.placement(of: key) else { throw Refusal.unknownJuice }
            return try answer(earlier, to: asked)
        }
        return try answer(await ledger.place(sale(of: recipe, to: asked.who, key)), to: asked)
    }

    private func sale(of recipe: Recipe, to who: String, _ key: IdempotencyKey) -> NewOrder {
        NewOrder(
            counter: .juice, who: who, title: recipe.name.string, quantity: 1, unitPrice: recipe.price,
            placedAt: .now, key: key, isAnnounced: wakeUp != nil, juice: JuicePreparation(recipe, by: maker))
    }

    private func answer(_ placement: OrderOutcome, to asked: JuiceRequest) throws -> Response {
        switch placement {
        case .placed(let order):
            wakeUp?.signal()
            return Response(status: .created, json: MadeJuice(order, asked.juice))
        case .repeated(let order): return Response(status: .ok, json: MadeJuice(order, asked.juice))
        case .keyTaken: throw Refusal.keyTaken
        case .short(let shortage): throw Refusal.short(shortage)
        }
    }

    /// The order in the body, with a name that is harmless to show. Throws `Refusal`.
    private static func order(in body: Data) throws -> JuiceRequest {
        guard let order = try? JSONDecoder().decode(JuiceRequest.self, from: body) else {
            throw Refusal.notAJuiceOrder
        }
        return JuiceRequest(juice: order.juice, who: try GuestName.checked(order.who))
    }
}

extension MadeJuice {
    fileprivate init(_ order: PlacedOrder, _ juice: JuiceID) {
        self.init(id: order.id, juice: juice, name: PlainText(order.title), price: order.unitPrice)
    }
}
