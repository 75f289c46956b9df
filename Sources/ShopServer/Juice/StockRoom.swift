import Foundation
import Hummingbird
import HummingbirdCore
import JuiceMaking
import Ledger
import ShopModels

/// Where the keeper sets how much fruit there is.
struct StockRoom: Sendable {
    let ledger: any Ledger
    let maker: JuiceMaker
    let keeper: Keeper

    /// The answer to `PUT /juice/fruits`.
    func restock(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        guard let seen = request.headers[.ifMatch] else { throw Refusal.noSeenStock }
        let counts = try StockRoom.counts(in: await request.wholeBody())
        let kept = try await ledger.stock(opening: maker.openingStock)
        // Weakly compared: equal tags stand for equal lists here.
        let list = Response.encode(maker.fruits(in: kept))
        try check(counts)
        guard EntityTag(of: list).isNamed(in: seen) else {
            // Asked again because the answer was lost: then it is all done (RFC 9110, 13.1.1).
            guard counts.allSatisfy({ kept[$0.key] == $0.value }) else { throw Refusal.stockChanged }
            return Response(list: maker.fruits(in: kept))
        }
        let restocking = Restocking(counts: counts, seen: kept, maker: maker)
        switch try await ledger.restock(restocking) {
        case .restocked(let kept): return Response(list: maker.fruits(in: kept))
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
