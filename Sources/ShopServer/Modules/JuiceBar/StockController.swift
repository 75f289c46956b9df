import Domain
import Foundation
import Hummingbird
import Storage

/// Lets the keeper set the stock of fruits.
struct StockController: Sendable {
    let bar: JuiceService
    let keeper: Keeper

    /// Responds to `PUT /juice/fruits`.
    func restock(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let id = try request.idempotencyKey()
        guard let seen = request.headers[.ifMatch] else { throw Refusal.noSeenStock }
        let counts: [FruitID: Int] = try await request.body(or: .notAStock)
        try check(counts)
        let key = IdempotencyKey(id, call: ["PUT juice/fruits"], of: counts)
        let stock = try await bar.restock(counts, under: key) { [maker = bar.maker] stock in
            // A weak comparison suffices, because equal tags here mean equal lists.
            EntityTag(of: Response.encode(maker.fruits(in: stock))).isNamed(in: seen)
        }
        return Response(list: bar.maker.fruits(in: stock))
    }

    /// Throws `StockError` for a fruit that is no longer in the files, even if it is still in the stock.
    private func check(_ counts: [FruitID: Int]) throws {
        for fruit in counts.keys where !bar.maker.openingStock.fruits.contains(fruit) {
            throw StockError.unknownFruit(fruit)
        }
    }
}
