import Domain
import Foundation
import Hummingbird
import Storage

/// Where the keeper sets how much fruit there is.
struct StockController: Sendable {
    let bar: JuiceService
    let keeper: Keeper

    /// The answer to `PUT /juice/fruits`.
    func restock(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let id = try request.idempotencyKey()
        guard let seen = request.headers[.ifMatch] else { throw Refusal.noSeenStock }
        let counts: [FruitID: Int] = try await request.body(or: .notAStock)
        try check(counts)
        let key = IdempotencyKey(id, call: ["PUT juice/fruits"], of: counts)
        let stock = try await bar.restock(counts, under: key) { [maker = bar.maker] stock in
            // Weakly compared: equal tags stand for equal lists here.
            EntityTag(of: Response.encode(maker.fruits(in: stock))).isNamed(in: seen)
        }
        return Response(list: bar.maker.fruits(in: stock))
    }

    /// A fruit that is in the stock but not on the list any more cannot be set either.
    private func check(_ counts: [FruitID: Int]) throws {
        for fruit in counts.keys where !bar.maker.openingStock.fruits.contains(fruit) {
            throw StockError.unknownFruit(fruit)
        }
    }
}
