import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Storage

/// Shows the ledger to whoever knows the keeper's token.
struct KeeperController: Sendable {
    let ledger: any Ledger
    /// `nil` where the shop has no keeper: then no token is the right one.
    let token: Secret?

    private static let usualLimit = 100
    private static let limits = 1...1_000

    /// The answer to `GET /orders`.
    func list(_ request: Request) async throws -> Response {
        try admit(request)
        let after = try request.number("after", in: 0...Int.max) ?? 0
        let limit = try request.number("limit", in: KeeperController.limits) ?? KeeperController.usualLimit
        let orders = try await ledger.orders(after: after, limit: limit)
        // Orders are only ever added, so the same ones are where the same numbers are.
        let tag = EntityTag(of: orders.map { String($0.id) }.joined(separator: ",").utf8)
        let fields: HTTPFields = [.eTag: tag.text, .cacheControl: "no-store"]
        guard !request.knows(tag) else { return Response(status: .notModified, headers: fields) }
        return Response(status: .ok, fields: fields, json: orders)
    }

    /// Throws `Refusal` for everybody but the keeper.
    func admit(_ request: Request) throws {
        let parts = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Refusal.noToken }
        guard let token, token.matches(String(parts[1])) else { throw Refusal.wrongToken }
    }
}

extension Refusal {
    fileprivate static let noToken = Refusal(
        status: .unauthorized, sentence: "This is for the keeper: it needs the keeper's token.",
        fields: [.wwwAuthenticate: "Bearer"])
    fileprivate static let wrongToken = Refusal(status: .forbidden, sentence: "This is not the keeper's token.")

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
