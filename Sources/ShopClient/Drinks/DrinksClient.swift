import Domain
import Foundation
import ShopHTTP

/// The terminal's interface to the drinks machine; tests substitute their own.
public struct DrinksClient: Sendable {
    /// Sends an action. Returns soon after its task is cancelled, with any outcome.
    public let send: @Sendable (DrinkDraft) async -> DrinkOutcome
    /// Fetches the machine's state for this terminal.
    public let machine: @Sendable () async -> Result<DrinksMachine, FetchFailure>
    /// Fetches the keeper's view; fails with the status 401 or 403 for anybody else.
    public let overview: @Sendable () async -> Result<DrinksOverview, FetchFailure>

    public init(
        send: @escaping @Sendable (DrinkDraft) async -> DrinkOutcome,
        machine: @escaping @Sendable () async -> Result<DrinksMachine, FetchFailure>,
        overview: @escaping @Sendable () async -> Result<DrinksOverview, FetchFailure>
    ) {
        self.send = send
        self.machine = machine
        self.overview = overview
    }

    /// A client without a machine.
    public static let none = DrinksClient(
        send: { _ in .unanswered(.unreachable) }, machine: { .failure(.unreachable) },
        overview: { .failure(.unreachable) })

    /// Returns a client of the machine of the shop at `address`.
    public static func http(
        client: HTTPClient, credentials: Credentials, limits: HTTPLimits = WriteSender.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> DrinksClient {
        let writes = WriteSender(client: client, keeper: credentials.keeper, limits: limits, address: address)
        let reads = ShopReader(client: client, credentials: credentials, limits: limits, address: address)
        return DrinksClient(
            send: { draft in
                credentials.session.keep()
                return await draft.outcome(for: credentials.session.id, by: writes)
            },
            machine: {
                await reads.result { reader throws(FetchFailure) in
                    try await reader.get("drinks/machine", for: .terminal)
                }
            },
            overview: { await reads.result { reader throws(FetchFailure) in try await reader.overview() } })
    }
}

extension ShopReader {
    fileprivate func overview() async throws(FetchFailure) -> DrinksOverview {
        let stock: DrinksStock = try await get("drinks/stock", for: .keeper)
        let history: DrinksHistory = try await get("drinks/purchases", for: .keeper)
        return DrinksOverview(drinks: DrinkKind.allCases.flatMap { stock.drinks[$0] ?? [] }, history: history)
    }
}

extension DrinkDraft {
    fileprivate func outcome(for session: UUID, by sender: WriteSender) async -> DrinkOutcome {
        func write(_ name: String, _ body: some Encodable, isKeepers: Bool = false) -> KeyedWrite {
            KeyedWrite(
                key: key, session: session, isKeepers && name == "stock" ? .put : .post, path: "drinks/\(name)",
                body: body, isKeepers: isKeepers)
        }
        return switch action {
        case .insert(let amount):
            DrinkOutcome(
                await sender.send(write("money", DrinkMoneyRequest(amount: amount)), telling: DrinkBalance.self),
                to: action
            ) { .inserted(balance: $0?.balance) }
        case .buy(let id, _, let price):
            DrinkOutcome(
                await sender.send(write("purchases", DrinkRequest(id: id, price: price)), telling: SoldDrink.self),
                to: action
            ) { .bought($0) }
        case .returnChange:
            DrinkOutcome(
                await sender.send(write("change", [String: String]()), telling: DrinkChange.self), to: action
            ) { .returned($0?.returned) }
        case .restock(let stock, _):
            DrinkOutcome(
                await sender.send(write("stock", stock, isKeepers: true), telling: DrinksStock.self), to: action
            ) { _ in .kept }
        case .removeExpired(let id, _):
            DrinkOutcome(
                await sender.send(
                    write("removals", DrinkRemoval(id: id), isKeepers: true), telling: DrinksStock.self),
                to: action
            ) { _ in .kept }
        }
    }
}

extension DrinkOutcome {
    fileprivate init<Made>(
        _ result: WriteResult<Made>, to action: DrinkAction, made: (Made?) -> DrinkOutcome
    ) {
        self =
            switch (result, action) {
            case (.made(let told), _): made(told)
            case (.refused(402, let body), .buy): .insufficientBalance(missing: DrinkOutcome.missing(in: body))
            case (.refused(409, let body), .buy): DrinkOutcome(conflict: body)
            case (.refused(409, _), .insert): .full
            case (.refused(412, _), .restock): .changedMeanwhile
            case (.refused(let status, _), _), (.later(let status, _), _): .refused(status: status)
            case (.unanswered(let failure), _): .unanswered(failure)
            }
    }

    private static func missing(in body: Data) -> Won? {
        guard let told = try? JSONDecoder().decode(InsufficientBalance.self, from: body), told.price > told.balance
        else {
            return nil
        }
        return Won(told.price.amount - told.balance.amount)
    }

    /// Creates the outcome that a 409 body describes: another price, or a drink that is unavailable.
    private init(conflict body: Data) {
        let decoder = JSONDecoder()
        if let conflict = try? decoder.decode(DrinkPriceConflict.self, from: body) {
            self = .otherPrice(conflict.price)
        } else {
            self = .unavailable((try? decoder.decode(DrinkUnavailable.self, from: body))?.reason ?? .soldOut)
        }
    }
}
