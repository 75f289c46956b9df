import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// Lets the keeper change the price and availability of dishes.
struct DishKeeperController: Sendable {
    let catalog: DishCatalog
    let store: any Store
    let keeper: Keeper

    /// Responds to `GET /dishes/{hash}`.
    func show(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        return answer(try await store.read { [catalog] in try catalog.keeperDish(hash, in: $0) })
    }

    /// Responds to `PUT /dishes/{hash}/price`.
    func setPrice(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked: DishPrice = try await request.body(or: .notADishPrice)
        guard DishPrice.amounts.contains(asked.price.amount) else { throw Refusal.notADishPrice }
        return try await change(hash, asked.title, asked, request) { $0.price = asked.price }
    }

    /// Responds to `DELETE /dishes/{hash}/price`.
    func resetPrice(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        return try await change(hash, nil, [String: String](), request) { $0.price = nil }
    }

    /// Responds to `PUT /dishes/{hash}/availability`.
    func setAvailability(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked: DishAvailability = try await request.body(or: .notAnAvailability)
        return try await change(hash, asked.title, asked, request) { $0.isSoldOut = asked.isSoldOut }
    }

    /// Responds to `DELETE /dishes/{hash}/availability`.
    func resetAvailability(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        return try await change(hash, nil, [String: String](), request) { $0.isSoldOut = nil }
    }

    private func change(
        _ hash: String, _ title: PlainText?, _ asked: some Encodable, _ request: Request,
        _ change: @escaping @Sendable (inout DishChange) -> Void
    ) async throws -> Response {
        let call = [request.method.rawValue, request.uri.path]
        let key = IdempotencyKey(try request.idempotencyKey(), call: call, of: asked)
        let dish = try await store.transaction { [catalog] transaction in
            try transaction.answerOnce(to: key, at: .now) { try catalog.change(hash, title, in: transaction, change) }
        }
        return answer(dish.answer)
    }

    private func answer(_ dish: KeeperDish) -> Response {
        Response(status: .ok, fields: [.cacheControl: "no-store"], json: dish)
    }
}

extension DishKeeperController {
    typealias Answer = @Sendable (DishKeeperController) -> (String, Request) async throws -> Response

    /// Adds the routes. Without a controller, in a shop without a store, all requests are refused.
    static func addRoutes(of controller: DishKeeperController?, to routes: Routes) {
        func add(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping Answer) {
            routes.add(method, "/dishes/:hash\(path)") { request, context in
                guard let controller else { throw Refusal.noOrders }
                guard let hash = context.text("hash") else { throw Refusal.unknownPath }
                return try await answer(controller)(hash, request)
            }
        }
        add(.get, "", DishKeeperController.show)
        add(.put, "/price", DishKeeperController.setPrice)
        add(.delete, "/price", DishKeeperController.resetPrice)
        add(.put, "/availability", DishKeeperController.setAvailability)
        add(.delete, "/availability", DishKeeperController.resetAvailability)
    }
}
