import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Storage

/// Shows the orders to the keeper.
struct OrdersController: Sendable {
    let store: any Store
    let keeper: Keeper

    private static let usualLimit = 100
    private static let limits = 1...1_000

    /// The answer to `GET /orders`.
    func list(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let after = try request.number("after", in: 0...Int.max) ?? 0
        let limit = try request.number("limit", in: OrdersController.limits) ?? OrdersController.usualLimit
        let orders = try await store.read { try $0.orders(after: after, limit: limit) }
        // Orders are only ever added, so the same ones are where the same numbers are.
        let tag = EntityTag(of: orders.map { String($0.id) }.joined(separator: ",").utf8)
        let fields: HTTPFields = [.eTag: tag.text, .cacheControl: "no-store"]
        guard !request.knows(tag) else { return Response(status: .notModified, headers: fields) }
        return Response(status: .ok, fields: fields, json: orders)
    }
}

extension Refusal {
    fileprivate static func number(_ name: String, in range: ClosedRange<Int>) -> Refusal {
        Refusal(
            status: .badRequest, sentence: "\(name) is a number from \(range.lowerBound) to \(range.upperBound).")
    }
}

extension Request {
    /// The number that the query has under `name`; `nil` where it has none. Throws `Refusal`.
    fileprivate func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = uri.queryParameters[name[...]] else { return nil }
        guard let number = Int(text), range.contains(number) else { throw Refusal.number(name, in: range) }
        return number
    }
}
