import Domain
import Foundation
import ShopHTTP

/// The drinks machine, as a terminal reaches it; tests put one of their own in its place.
public struct DrinksClient: Sendable {
    /// Has a wish done. Returns soon after its task is cancelled, with anything.
    public let send: @Sendable (DrinkDraft) async -> DrinkOutcome
    /// What the machine is for this terminal.
    public let machine: @Sendable () async -> Result<DrinksMachine, FetchFailure>
    /// What its keeper sees; a status of 401 or 403 for anybody else.
    public let keeping: @Sendable () async -> Result<DrinksOverview, FetchFailure>

    public init(
        send: @escaping @Sendable (DrinkDraft) async -> DrinkOutcome,
        machine: @escaping @Sendable () async -> Result<DrinksMachine, FetchFailure>,
        keeping: @escaping @Sendable () async -> Result<DrinksOverview, FetchFailure>
    ) {
        self.send = send
        self.machine = machine
        self.keeping = keeping
    }

    /// There is no machine.
    public static let none = DrinksClient(
        send: { _ in .unanswered(.unreachable) }, machine: { .failure(.unreachable) },
        keeping: { .failure(.unreachable) })

    /// A guest waits for it.
    public static let limits = HTTPLimits(bodyBytes: 1 << 20, idle: .seconds(8), deadline: .seconds(8))

    /// The machine of the shop at `address`, which is asked for each time; `nil` where there is none. `session` names
    /// this terminal, and `keeper` is what the shop's keeper shows.
    public static func http(
        client: HTTPClient, session: TerminalSession, keeper: Secret?, limits: HTTPLimits = limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> DrinksClient {
        let sender = DrinksSender(
            client: client, session: session, keeper: keeper, limits: limits, address: address)
        return DrinksClient(
            send: { draft in
                do throws(FetchFailure) {
                    return DrinkOutcome(try await sender.send(draft), to: draft.action)
                } catch {
                    return .unanswered(error)
                }
            },
            machine: { await sender.result { sender throws(FetchFailure) in try await sender.get("machine") } },
            keeping: { await sender.result { sender throws(FetchFailure) in try await sender.keeping() } })
    }
}

private struct DrinksSender: Sendable {
    let client: HTTPClient
    let session: TerminalSession
    let keeper: Secret?
    let limits: HTTPLimits
    let address: @Sendable () async -> ShopAddress?

    func result<Value: Sendable>(
        _ fetch: @Sendable (DrinksSender) async throws(FetchFailure) -> Value
    ) async -> Result<Value, FetchFailure> {
        do throws(FetchFailure) {
            return .success(try await fetch(self))
        } catch {
            return .failure(error)
        }
    }

    func keeping() async throws(FetchFailure) -> DrinksOverview {
        let stock: DrinksStock = try await get("stock", asKeeper: true)
        let history: DrinksHistory = try await get("purchases", asKeeper: true)
        return DrinksOverview(drinks: DrinkKind.allCases.flatMap { stock.drinks[$0] ?? [] }, history: history)
    }

    func get<Value: Decodable>(_ name: String, asKeeper: Bool = false) async throws(FetchFailure) -> Value {
        let answer = try await client.get(
            try await url(name), headers: headers(asKeeper: asKeeper), limits: limits)
        guard answer.status == 200 else { throw .status(answer.status) }
        do {
            return try JSONDecoder().decode(Value.self, from: answer.body)
        } catch let error as DecodingError {
            throw .body(MenuBodyError(error))
        } catch {
            throw .body(.notJSON)
        }
    }

    func send(_ draft: DrinkDraft) async throws(FetchFailure) -> HTTPAnswer {
        switch draft.action {
        case .insert(let amount): try await send("money", draft.key, DrinkMoneyRequest(amount: amount))
        case .buy(let id, _): try await send("purchases", draft.key, DrinkRequest(id: id))
        case .returnChange: try await send("change", draft.key, [String: String]())
        case .restock(let stock, _): try await send("stock", draft.key, stock, by: .put, asKeeper: true)
        case .removeExpired(let id, _):
            try await send("removals", draft.key, DrinkRemoval(id: id), asKeeper: true)
        }
    }

    private func send(
        _ name: String, _ key: UUID, _ body: some Encodable, by method: HTTPCall.Method = .post,
        asKeeper: Bool = false
    ) async throws(FetchFailure) -> HTTPAnswer {
        let encoder = JSONEncoder()
        // The same bytes at each sending: a key stands for one body.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(body) else { throw .unreachable }
        let headers = headers(asKeeper: asKeeper).merging([
            "Content-Type": "application/json", "Idempotency-Key": key.uuidString.lowercased(),
        ]) { first, _ in first }
        let call = HTTPCall(method, try await url(name), headers: headers, body: bytes)
        return try await client.send(call, limits: limits)
    }

    private func url(_ name: String) async throws(FetchFailure) -> URL {
        guard let url = await address()?.url(for: SectionID(path: "drinks/\(name)")) else { throw .unreachable }
        return url
    }

    private func headers(asKeeper: Bool) -> [String: String] {
        var headers = ["Banchan-Session": session.id.uuidString.lowercased()]
        if asKeeper, let keeper { headers["Authorization"] = "Bearer \(keeper.revealed)" }
        return headers
    }
}

extension DrinkOutcome {
    init(_ answer: HTTPAnswer, to action: DrinkAction) {
        self =
            switch (answer.status, action) {
            case (200..<300, _): DrinkOutcome.done(action, answer)
            case (402, .buy): .tooDear(missing: DrinkOutcome.missing(in: answer.body))
            case (409, .buy): .unavailable(DrinkOutcome.reason(in: answer.body))
            case (409, .insert): .full
            case (412, .restock): .changedMeanwhile
            default: .refused(status: answer.status)
            }
    }

    /// Something between here and the shop may say 200 to everything: only what is told of is done, but what was made is
    /// made.
    private static func done(_ action: DrinkAction, _ answer: HTTPAnswer) -> DrinkOutcome {
        let isMade = answer.status == 201
        switch action {
        case .insert:
            let balance = read(DrinkBalance.self, answer)?.balance
            return balance != nil || isMade ? .inserted(balance: balance) : .refused(status: answer.status)
        case .buy:
            let sold = read(SoldDrink.self, answer)
            return sold != nil || isMade ? .bought(sold) : .refused(status: answer.status)
        case .returnChange:
            let returned = read(DrinkChange.self, answer)?.returned
            return returned != nil || isMade ? .returned(returned) : .refused(status: answer.status)
        case .restock, .removeExpired:
            return read(DrinksStock.self, answer) != nil || isMade ? .kept : .refused(status: answer.status)
        }
    }

    private static func read<Value: Decodable>(_: Value.Type, _ answer: HTTPAnswer) -> Value? {
        try? JSONDecoder().decode(Value.self, from: answer.body)
    }

    private static func missing(in body: Data) -> Won? {
        guard let told = try? JSONDecoder().decode(DrinkTooDear.self, from: body), told.price > told.balance else {
            return nil
        }
        return Won(told.price.amount - told.balance.amount)
    }

    private static func reason(in body: Data) -> DrinkUnavailable.Reason {
        (try? JSONDecoder().decode(DrinkUnavailable.self, from: body))?.reason ?? .soldOut
    }
}
