import Domain
import Foundation

/// An order as it is sent, and as it waits on this device: with all that makes a second sending the same as the first.
public struct PendingOrder: Hashable, Sendable, Codable, Identifiable {
    public let draft: OrderDraft
    /// The terminal where it was placed.
    public let session: UUID
    public let confirmedAt: Date
    /// Whether the shop may have it though nobody knows: then it cannot be taken back here.
    public internal(set) var mayHaveArrived: Bool

    public init(draft: OrderDraft, session: UUID, confirmedAt: Date, mayHaveArrived: Bool = true) {
        self.draft = draft
        self.session = session
        self.confirmedAt = confirmedAt
        self.mayHaveArrived = mayHaveArrived
    }

    public var id: UUID { draft.key }

    /// How it is sent.
    var write: KeyedWrite { KeyedWrite(key: draft.key, session: session, path: "orders", body: draft.body) }

    /// The same, as it is known to be.
    func with(mayHaveArrived: Bool) -> PendingOrder {
        var order = self
        order.mayHaveArrived = mayHaveArrived
        return order
    }

    private enum CodingKeys: CodingKey { case draft, session, confirmedAt, mayHaveArrived }

    /// Of what earlier versions wrote, nobody knows whether it arrived.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        draft = try values.decode(OrderDraft.self, forKey: .draft)
        session = try values.decode(UUID.self, forKey: .session)
        confirmedAt = try values.decode(Date.self, forKey: .confirmedAt)
        mayHaveArrived = try values.decodeIfPresent(Bool.self, forKey: .mayHaveArrived) ?? true
    }
}
