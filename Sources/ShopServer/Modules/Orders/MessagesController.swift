import Domain
import Foundation
import Hummingbird
import Storage

/// Lets the keeper list the messages that are held up, and resend them.
struct MessagesController: Sendable {
    let store: any Store
    let keeper: Keeper

    /// Responds to `GET /orders/undelivered`.
    func list(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: try await store.read { try $0.undeliveredOrders() })
    }

    /// Responds to `POST /orders/resends`.
    func resend(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked = try await request.body(as: OrderNumbers.self, or: .notNumbers)
        let key = IdempotencyKey(
            try request.idempotencyKey(), call: [request.method.rawValue, request.uri.path], of: asked)
        let resent = try await store.transaction { transaction in
            try transaction.answerOnce(to: key, at: .now) {
                OrderNumbers(orders: try transaction.resendFailed(orders: asked.orders))
            }
        }
        return Response(status: .ok, json: resent.answer)
    }
}

extension Refusal {
    fileprivate static let notNumbers = Refusal(
        status: .badRequest, sentence: "The body does not name orders: JSON with orders, a list of numbers, or without."
    )
}
