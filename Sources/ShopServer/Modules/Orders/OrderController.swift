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
        let body: OrderBody = try await request.body(or: .notAnOrder)
        do {
            let asked = try body.checked()
            let placed = try await orders.place(
                asked.order(by: request.session), under: IdempotencyKey(id, of: asked))
            return Response(status: placed.isNew ? .created : .ok, json: placed.answer)
        } catch let conflict as OrderConflict {
            throw body.refusal(conflict)
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

/// The body of `POST /orders`: an order of several lines, or of one dish.
private enum OrderBody: Codable {
    case cart(CartRequest)
    case dish(OrderRequest)

    private enum CodingKeys: CodingKey { case lines }

    init(from decoder: any Decoder) throws {
        let isCart = try decoder.container(keyedBy: CodingKeys.self).contains(.lines)
        self = isCart ? .cart(try CartRequest(from: decoder)) : .dish(try OrderRequest(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .cart(let cart): try cart.encode(to: encoder)
        case .dish(let dish): try dish.encode(to: encoder)
        }
    }

    /// Returns the order after validation, with control characters removed from the name. Throws `Refusal`.
    func checked() throws -> OrderBody {
        switch self {
        case .cart(var cart):
            cart.who = try GuestName.checked(cart.who)
            guard (1...Order.maxLines).contains(cart.lines.count) else { throw Refusal.noSuchCountOfLines }
            for line in cart.lines { try check(line.quantity) }
            return .cart(cart)
        case .dish(var dish):
            dish.who = try GuestName.checked(dish.who)
            try check(dish.quantity)
            return .dish(dish)
        }
    }

    private func check(_ quantity: Int) throws(Refusal) {
        guard OrderLine.quantities.contains(quantity) else { throw .noSuchQuantity }
    }

    func order(by session: UUID?) -> RequestedOrder {
        switch self {
        case .cart(let cart):
            let lines = cart.lines.map {
                RequestedOrder.Line(item: $0.item, quantity: $0.quantity, unitPrice: $0.unitPrice)
            }
            return RequestedOrder(
                who: PlainText(cart.who), session: session, lines: lines, deliveryFee: cart.deliveryFee)
        case .dish(let dish):
            let line = RequestedOrder.Line(
                item: OrderedItem(.menu, dish.detailHash), quantity: dish.quantity, unitPrice: dish.unitPrice)
            return RequestedOrder(who: PlainText(dish.who), session: session, lines: [line])
        }
    }

    func refusal(_ conflict: OrderConflict) -> Refusal {
        switch self {
        case .cart: Refusal(cart: conflict)
        case .dish: Refusal(oneDish: conflict)
        }
    }
}
