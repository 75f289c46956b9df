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
                let order = PendingOrder(draft: draft.order, session: credentials.session.id, confirmedAt: .now)
                return JuiceOutcome(await sender.send(order.write), of: draft.order)
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
    init(_ result: WriteResult<OrderReceipt>, of draft: OrderDraft) {
        switch result {
        case .made(let receipt): self = .made(receipt)
        case .refused(let status, let body):
            let refusal = OrderRefusal(status: status, body: body, of: draft.lines)
            if case .short(let missing) = refusal.problems[0] {
                self = .short(missing)
            } else {
                self = .refused(refusal)
            }
        case .later(let status, _): self = .refused(OrderRefusal(status: status))
        case .unanswered(let failure): self = .unanswered(failure)
        }
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
