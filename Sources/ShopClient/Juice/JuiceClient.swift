import Domain
import Foundation
import ShopHTTP

/// Where juices are made and fruit is restocked; tests put one of their own in its place.
public struct JuiceClient: Sendable {
    /// Asks for a juice. Returns soon after its task is cancelled, with anything.
    public let make: @Sendable (JuiceDraft) async -> JuiceOutcome
    /// Changes the stock, if `validator` still stands for it.
    public let restock: @Sendable (StockDraft, _ validator: String) async -> StockOutcome

    public init(
        make: @escaping @Sendable (JuiceDraft) async -> JuiceOutcome,
        restock: @escaping @Sendable (StockDraft, _ validator: String) async -> StockOutcome
    ) {
        self.make = make
        self.restock = restock
    }

    /// Nobody makes juices.
    public static let none = JuiceClient(
        make: { _ in .unanswered(.unreachable) }, restock: { _, _ in .unanswered(.unreachable) })

    /// A guest waits for it.
    public static let limits = HTTPLimits(bodyBytes: 64 << 10, idle: .seconds(8), deadline: .seconds(8))

    /// The counter of the shop at `address`, which is asked for each time; `nil` where there is none. `session` names
    /// this run of the program, and `keeper` is what the shop's keeper shows.
    public static func http(
        client: HTTPClient, session: UUID, keeper: Secret?, limits: HTTPLimits = limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> JuiceClient {
        let sender = JuiceSender(client: client, session: session, keeper: keeper, limits: limits)
        return JuiceClient(
            make: { draft in
                guard let url = await address()?.juiceOrders else { return .unanswered(.unreachable) }
                return await sender.make(draft, at: url)
            },
            restock: { draft, validator in
                guard let url = await address()?.url(for: .fruits) else { return .unanswered(.unreachable) }
                return await sender.restock(draft, validator, at: url)
            })
    }
}

private struct JuiceSender: Sendable {
    let client: HTTPClient
    let session: UUID
    let keeper: Secret?
    let limits: HTTPLimits

    func make(_ draft: JuiceDraft, at url: URL) async -> JuiceOutcome {
        do throws(FetchFailure) {
            return JuiceOutcome(try await send(.post, url, key: draft.key, draft.request))
        } catch {
            return .unanswered(error)
        }
    }

    func restock(_ draft: StockDraft, _ validator: String, at url: URL) async -> StockOutcome {
        var headers = ["If-Match": validator]
        if let keeper { headers["Authorization"] = "Bearer \(keeper.revealed)" }
        do throws(FetchFailure) {
            let answer = try await send(.put, url, key: draft.key, headers: headers, draft.counts)
            return StockOutcome(status: answer.status)
        } catch {
            return .unanswered(error)
        }
    }

    private func send(
        _ method: HTTPCall.Method, _ url: URL, key: UUID, headers: [String: String] = [:], _ body: some Encodable
    ) async throws(FetchFailure) -> HTTPAnswer {
        let encoder = JSONEncoder()
        // The same bytes at each sending: a key stands for one body.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(body) else { throw .unreachable }
        let headers = headers.merging([
            "Content-Type": "application/json", "Idempotency-Key": key.uuidString.lowercased(),
            "Banchan-Session": session.uuidString.lowercased(),
        ]) { first, _ in first }
        return try await client.send(HTTPCall(method, url, headers: headers, body: bytes), limits: limits)
    }
}

extension JuiceOutcome {
    /// More of a fruit than any recipe takes.
    private static let mostMissing = 1_000_000

    init(_ answer: HTTPAnswer) {
        switch answer.status {
        case 201: self = .made(try? JSONDecoder().decode(MadeJuice.self, from: answer.body))
        case 200:
            // Something between here and the shop may say 200 to everything: only a juice is a juice.
            let made = try? JSONDecoder().decode(MadeJuice.self, from: answer.body)
            self = made.map { .made($0) } ?? .refused(status: 200)
        case 409: self = .short(JuiceOutcome.missing(in: answer.body))
        default: self = .refused(status: answer.status)
        }
    }

    private static func missing(in body: Data) -> [FruitID: Int] {
        let shortage = try? JSONDecoder().decode(JuiceShortage.self, from: body)
        return shortage?.missing.filter { (1...mostMissing).contains($0.value) } ?? [:]
    }
}

extension StockOutcome {
    init(status: Int) {
        switch status {
        case 200..<300: self = .stored
        case 412: self = .changedMeanwhile
        default: self = .refused(status: status)
        }
    }
}
