import Domain
import Foundation
import ShopHTTP
import TerminalText

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

/// A guest's order of one juice. Its idempotency key makes repeated sending have one effect.
public struct JuiceDraft: Hashable, Sendable {
    public let key: UUID
    public let item: SaleItem
    /// The guest's name.
    public let who: String
    /// How the guest gets it.
    public private(set) var handover = Handover(.pickup)
    /// What delivering it costs.
    public private(set) var deliveryFee = Won(0)

    public init(key: UUID, _ juice: Juice, who: String) {
        self.key = key
        self.who = who
        item = SaleItem(juice)
    }

    public var juice: JuiceID { JuiceID(item.item.id) }

    /// Has the guest get it in that way, at what the shop charges for that.
    public mutating func choose(_ handover: Handover, at shop: ShopProfile) {
        self.handover = handover
        deliveryFee = shop.deliveryFee(for: [(nil, item.price)], when: handover.fulfillment)
    }

    public var total: Won { order.total }

    var order: OrderDraft {
        OrderDraft(
            key: key, who: who, handover: handover, lines: [Cart.Line(item, quantity: 1)], deliveryFee: deliveryFee)
    }

    /// Returns whether both order the same, under whatever keys.
    public func isEqualOrder(to other: JuiceDraft) -> Bool { (item, who) == (other.item, other.who) }
}

extension SaleItem {
    public init(_ juice: Juice) {
        self.init(
            OrderedItem(.juice, juice.id.name), title: juice.name, titleInEnglish: juice.nameInEnglish,
            price: juice.price)
    }
}

/// The result of a juice order.
public enum JuiceOutcome: Hashable, Sendable {
    /// The juice is made. `nil` if the answer could not be read.
    case made(OrderReceipt?)
    /// The stock is too low by these counts; nothing changed.
    case short([FruitID: Int])
    case refused(OrderRefusal)
    /// There was no usable answer, so it is unknown whether the juice was made.
    case unanswered(FetchFailure)
}

/// The report of a juice order.
public typealias JuiceReport = WriteReport<JuiceDraft, JuiceOutcome>

/// The stock that a keeper wants.
public struct StockDraft: Hashable, Sendable {
    public let key: UUID
    public let counts: [FruitID: Int]
    /// The `contentVersion` of the fruit section that it was based on.
    public let contentVersion: Int

    public init(key: UUID, counts: [FruitID: Int], contentVersion: Int) {
        self.key = key
        self.counts = counts
        self.contentVersion = contentVersion
    }
}

public enum StockOutcome: Hashable, Sendable {
    case stored
    /// The stock has changed since the keeper saw it; nothing was changed.
    case changedMeanwhile
    /// The shop refuses with this status: 401 and 403 if the sender is not its keeper.
    case refused(status: Int)
    case unanswered(FetchFailure)
}

public typealias StockReport = WriteReport<StockDraft, StockOutcome>
