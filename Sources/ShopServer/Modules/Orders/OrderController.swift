import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// Lets guests place, list and cancel orders.
struct OrderController: Sendable {
    let orders: OrderService
    let keeper: Keeper

    /// Responds to `POST /orders`.
    func take(_ request: Request) async throws -> Response {
        let id = try request.idempotencyKey()
        let order = try await request.body(as: OrderRequest.self, or: .notAnOrder).checked()
        do {
            let placed = try await orders.place(order, by: request.session, under: IdempotencyKey(id, of: order))
            return Response(status: placed.isNew ? .created : .ok, json: placed.answer)
        } catch let refused as RefusedOrder {
            throw Refusal(refused, of: order)
        }
    }

    /// Responds to `GET /orders/mine`.
    func mine(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let page = try OrderPageQuery(request)
        let mine = try await orders.store.read { reader in
            OrderList(
                try reader.orders(of: session, before: page.before, limit: page.limit),
                count: try reader.orderCount(of: session))
        }
        return Response(to: request, ownList: mine)
    }

    /// Responds to `GET /orders/{id}`, for the terminal that placed the order and for the keeper.
    func show(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        let id = try context.orderNumber()
        let isKeeper = request.headers[.authorization] != nil
        if isKeeper { try keeper.admit(request) }
        let (order, session) = try await orders.store.read { (try $0.order(id), try $0.session(ofOrder: id)) }
        guard let order else { throw Refusal.unknownOrder }
        guard try isKeeper || session == request.namedSession() else { throw Refusal.foreignOrder }
        return Response(to: request, ownList: order)
    }

    /// Responds to `POST /orders/{id}/cancellation`.
    func cancel(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        let (id, session) = (try context.orderNumber(), try request.namedSession())
        let call = [request.method.rawValue, request.uri.path, session.uuidString]
        let key = IdempotencyKey(try request.idempotencyKey(), call: call, of: [String: String]())
        let order = try await orders.move(id, .cancellation(session: session), under: key)
        return Response(status: .ok, json: order.answer)
    }
}

extension ShopRequestContext {
    /// Returns the order number in the path. Throws `Refusal`.
    func orderNumber() throws -> Int {
        guard let number = text("id").flatMap({ Int($0) }) else { throw Refusal.unknownOrder }
        return number
    }
}

extension OrderRequest {
    /// Returns the order after validation, with control characters removed from the name. Throws `Refusal`.
    fileprivate func checked() throws -> OrderRequest {
        var order = self
        order.who = try GuestName.checked(who)
        guard (1...Order.maxLines).contains(lines.count) else { throw Refusal.noSuchCountOfLines }
        guard lines.allSatisfy({ OrderLine.quantities.contains($0.quantity) }) else { throw Refusal.noSuchQuantity }
        return order
    }
}
