import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Storage

/// The drinks machine in the ledger, and what of it is told to whoever asks.
struct DrinksService: Sendable {
    let ledger: any Ledger
    let assortment: Assortment
    /// Rung for each drink once its sale is kept; `nil` where sales are not announced.
    let wakeUp: WakeUpSignal?
    /// What time it is where the machine stands.
    let clock: @Sendable () -> Date

    /// The name under which its sales are in the ledger of orders: the machine asks nobody theirs.
    private static let buyer = "음료 자판기"

    /// The day that it is. Throws `Refusal` where the clock cannot be right.
    func today() throws -> Day {
        guard let day = Day(here: clock()) else { throw Refusal.internalFault }
        return day
    }

    func drinks(_ list: DrinkList = .all) async throws -> [Drink] {
        try await ledger.drinks(list, of: assortment, on: try today())
    }

    /// Does what was asked under the request's key. Throws `Refusal` and `LedgerError`.
    func operate(
        _ action: DrinksOperation.Action, asked: some Encodable, by request: Request
    ) async throws -> Response {
        let id = try request.idempotencyKey()
        let text = [
            request.method.rawValue, request.uri.path, request.session?.uuidString ?? "",
            String(decoding: Response.encode(asked), as: UTF8.self),
        ]
        let operation = DrinksOperation(
            action, key: IdempotencyKey(id: id, request: text.joined(separator: " ")), assortment: assortment,
            day: try today(), time: clock(), buyer: DrinksService.buyer, isAnnounced: wakeUp != nil)
        return try answer(await ledger.operate(operation))
    }

    private func answer(_ outcome: DrinksOutcome) throws -> Response {
        switch outcome {
        case .done(let answer):
            if case .sold = answer { wakeUp?.signal() }
            return answer.response(isNew: true)
        case .repeated(let answer): return answer.response(isNew: false)
        case .keyTaken: throw Refusal.keyTaken
        case .refused(let error): throw Refusal(error)
        case .unknownDrink: throw Refusal.unknownDrink
        case .changedMeanwhile: throw Refusal.drinksChanged
        }
    }
}

extension DrinksAnswer {
    fileprivate func response(isNew: Bool) -> Response {
        let made: HTTPResponse.Status = isNew ? .created : .ok
        return switch self {
        case .balance(let balance): Response(status: made, json: balance)
        case .sold(let drink): Response(status: made, json: drink)
        case .change(let change): Response(status: made, json: change)
        // What there is was changed, and nothing was made.
        case .stock(let stock): Response(status: .ok, json: stock)
        }
    }
}

extension Request {
    /// The terminal that asks; `nil` where it does not say, or not by a UUID.
    var session: UUID? {
        HTTPField.Name("Banchan-Session").flatMap { headers[$0] }.flatMap { UUID(uuidString: $0) }
    }

    /// What the body says. Throws `refusal` where it says something else.
    func body<Value: Decodable>(as: Value.Type, or refusal: Refusal) async throws -> Value {
        guard let value = try? JSONDecoder().decode(Value.self, from: await wholeBody()) else { throw refusal }
        return value
    }
}
