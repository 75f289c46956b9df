import Domain
import Foundation
import ShopHTTP

/// Makes juices and restocks fruit; tests substitute their own.
public struct JuiceClient: Sendable {
    /// Orders a juice. Returns soon after its task is cancelled, with any outcome.
    public let make: @Sendable (JuiceDraft) async -> JuiceOutcome
    /// Changes the stock if `validator` still matches it.
    public let restock: @Sendable (StockDraft, _ validator: String) async -> StockOutcome

    public init(
        make: @escaping @Sendable (JuiceDraft) async -> JuiceOutcome,
        restock: @escaping @Sendable (StockDraft, _ validator: String) async -> StockOutcome
    ) {
        self.make = make
        self.restock = restock
    }

    /// A client without a juice bar.
    public static let none = JuiceClient(
        make: { _ in .unanswered(.unreachable) }, restock: { _, _ in .unanswered(.unreachable) })

    /// Returns a client of the juice bar of the shop at `address`.
    public static func http(
        client: HTTPClient, credentials: Credentials, limits: HTTPLimits = WriteSender.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> JuiceClient {
        let sender = WriteSender(client: client, keeper: credentials.keeper, limits: limits, address: address)
        return JuiceClient(
            make: { draft in
                credentials.session.keep()
                return JuiceOutcome(
                    await sender.send(
                        KeyedWrite(
                            key: draft.key, session: credentials.session.id, path: "juice/orders", body: draft.request))
                )
            },
            restock: { draft, validator in
                StockOutcome(
                    await sender.send(
                        KeyedWrite(
                            key: draft.key, session: credentials.session.id, .put, path: SectionID.fruits.path,
                            body: draft.counts,
                            isKeepers: true, validator: validator)))
            })
    }
}

extension JuiceOutcome {
    /// More of a fruit than any recipe takes.
    private static let maxMissing = 1_000_000

    init(_ result: WriteResult<JuicePurchase>) {
        switch result {
        case .made(let juice): self = .made(juice)
        case .refused(409, let body): self = .short(JuiceOutcome.missing(in: body))
        case .refused(let status, _), .later(let status, _): self = .refused(status: status)
        case .unanswered(let failure): self = .unanswered(failure)
        }
    }

    private static func missing(in body: Data) -> [FruitID: Int] {
        let shortage = try? JSONDecoder().decode(JuiceShortage.self, from: body)
        return shortage?.missing.filter { (1...maxMissing).contains($0.value) } ?? [:]
    }
}

extension StockOutcome {
    init(_ result: WriteResult<[FruitStock]>) {
        switch result {
        case .made: self = .stored
        case .refused(412, _): self = .changedMeanwhile
        case .refused(let status, _), .later(let status, _): self = .refused(status: status)
        case .unanswered(let failure): self = .unanswered(failure)
        }
    }
}
