import Domain
import Foundation
import ShopResources
import TerminalText
import TestSupport

// Requests that place, follow and move orders.
extension OrderingShop {
    static let soupLine = line(soup)
    static let spinachLine = line(spinach, quantity: 2)

    static func line(_ dish: Dish, quantity: Int = 1) -> OrderRequest.Line {
        OrderRequest.Line(
            item: OrderedItem(.menu, dish.detailHash), title: dish.title, quantity: quantity, unitPrice: dish.price)
    }

    /// Returns a line for one of the shop's own juices, or for one that the shop does not have.
    static func juiceLine(_ juice: String, quantity: Int = 1) -> OrderRequest.Line {
        let recipe = recipes.first { $0.id == JuiceID(juice) }
        return OrderRequest.Line(
            item: OrderedItem(.juice, juice), title: recipe?.name ?? "없는 쥬스", quantity: quantity,
            unitPrice: recipe?.price ?? Won(1))
    }

    static func juiceOrder(_ juice: String) -> OrderRequest {
        OrderRequest(who: "지훈", lines: [juiceLine(juice)], deliveryFee: Won(0))
    }

    private static let recipes: [Recipe] = {
        let file = (try? ShopResources.directory())?.appending(components: "juice", "recipes.json")
        return (try? JSONDecoder().decode([Recipe].self, from: Data(contentsOf: file ?? URL(filePath: "/")))) ?? []
    }()

    func order(
        _ lines: [OrderRequest.Line], fee: Int = 0, who: String = "지훈", session: UUID? = nil, key: UUID = UUID()
    ) async throws -> Reply {
        let order = OrderRequest(who: who, handover: OrderingShop.delivery, lines: lines, deliveryFee: Won(fee))
        var fields = ["Idempotency-Key": key.uuidString]
        fields["Banchan-Session"] = session?.uuidString
        return try await ask(url, "orders", method: "POST", fields: fields, body: JSONEncoder().encode(order))
    }

    /// Places an order and returns it with its session.
    func placed(_ lines: [OrderRequest.Line] = [spinachLine], session: UUID = UUID()) async throws -> (Order, UUID) {
        (try await order(lines, session: session).value(), session)
    }

    func mine(_ session: UUID?, tag: String? = nil) async throws -> Reply {
        var fields: [String: String] = [:]
        fields["Banchan-Session"] = session?.uuidString
        fields["If-None-Match"] = tag
        return try await ask(url, "orders/mine", fields: fields)
    }

    func cancel(_ id: Int, by session: UUID?, key: UUID? = UUID()) async throws -> Reply {
        var fields: [String: String] = [:]
        fields["Banchan-Session"] = session?.uuidString
        fields["Idempotency-Key"] = key?.uuidString
        return try await ask(url, "orders/\(id)/cancellation", method: "POST", fields: fields)
    }

    func move(
        _ id: Int, to state: OrderState, seen: OrderState?, reason: String? = nil, token: String? = token,
        key: UUID? = UUID()
    ) async throws -> Reply {
        var fields: [String: String] = [:]
        fields["If-Match"] = seen.map { "\"\($0.rawValue)\"" }
        fields["Idempotency-Key"] = key?.uuidString
        fields["Authorization"] = token.map { "Bearer \($0)" }
        let change = OrderChange(state: state, reason: reason)
        return try await ask(url, "orders/\(id)", method: "PATCH", fields: fields, body: JSONEncoder().encode(change))
    }

    func pay(_ id: Int, _ method: PaymentMethod?, token: String? = token) async throws -> Reply {
        var fields = ["Idempotency-Key": UUID().uuidString]
        fields["Authorization"] = token.map { "Bearer \($0)" }
        return try await ask(
            url, "orders/\(id)/payment", method: "PUT", fields: fields,
            body: JSONEncoder().encode(PaymentChange(method: method)))
    }

    /// Requests `path` as the keeper.
    func keep(_ path: String, token: String? = token) async throws -> Reply {
        try await ask(url, path, fields: token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }

    func undelivered() async throws -> [UndeliveredOrder] { try await keep("orders/undelivered").value() }

    /// Requests that refused messages are sent again, and returns the orders to which this applies.
    func resend(_ orders: [Int]?) async throws -> [Int]? {
        let fields = ["Authorization": "Bearer \(OrderingShop.token)", "Idempotency-Key": UUID().uuidString]
        let body = try JSONEncoder().encode(OrderNumbers(orders: orders))
        return try await ask(url, "orders/resends", method: "POST", fields: fields, body: body)
            .value(OrderNumbers.self).orders
    }

    func board(_ state: OrderState, _ query: String = "") async throws -> OrderList {
        try await keep(state.board.path + query).value()
    }
}
