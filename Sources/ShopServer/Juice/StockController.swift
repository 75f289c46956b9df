import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Storage

/// Where the keeper sets how much fruit there is.
struct StockController: Sendable {
    let ledger: any Ledger
    let maker: JuiceMaker
    let keeper: KeeperController

    /// The answer to `PUT /juice/fruits`.
    func restock(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let id = try request.idempotencyKey()
        guard let seen = request.headers[.ifMatch] else { throw Refusal.noSeenStock }
        let counts = try StockController.counts(in: await request.wholeBody())
        try check(counts)
        let key = IdempotencyKey(
            id: id, request: "PUT juice/fruits \(String(decoding: Response.encode(counts), as: UTF8.self))")
        // Asked again because the answer was lost, it is done, although the list is another by now.
        if let earlier = try await ledger.restocking(under: key) { return try answer(earlier) }
        let kept = try await ledger.stock(opening: maker.openingStock)
        // Weakly compared: equal tags stand for equal lists here.
        guard EntityTag(of: Response.encode(maker.fruits(in: kept))).isNamed(in: seen) else {
            throw Refusal.stockChanged
        }
        return try answer(
            await ledger.restock(Restocking(counts: counts, seen: kept, maker: maker, key: key, time: .now)))
    }

    private func answer(_ outcome: RestockOutcome) throws -> Response {
        switch outcome {
        case .restocked(let stock), .repeated(let stock): return Response(list: maker.fruits(in: stock))
        case .keyTaken: throw Refusal.keyTaken
        case .changedMeanwhile: throw Refusal.stockChanged
        case .refused(let error): throw Refusal(error)
        }
    }

    /// A fruit that is in the stock but not on the list any more cannot be set either.
    private func check(_ counts: [FruitID: Int]) throws {
        for fruit in counts.keys where !maker.openingStock.fruits.contains(fruit) {
            throw Refusal(StockError.unknownFruit(fruit))
        }
    }

    private static func counts(in body: Data) throws -> [FruitID: Int] {
        guard let counts = try? JSONDecoder().decode([FruitID: Int].self, from: body) else {
            throw Refusal.notAStock
        }
        return counts
    }
}
