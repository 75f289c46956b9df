import Domain
import Foundation

/// An order as it is sent, and as it waits on this device: with all that makes a second sending the same as the first.
public struct PendingOrder: Hashable, Sendable, Codable, Identifiable {
    /// What becomes of it.
    public enum Place: Hashable, Sendable {
        /// It is on its first way to the shop.
        case sending
        /// It is sent when the server is there.
        case waiting
        /// The shop refused it after it had waited.
        case refused
    }

    public let draft: OrderDraft
    /// The terminal where it was placed.
    public let session: UUID
    public let confirmedAt: Date
    /// Whether the shop may have it though nobody knows: then it cannot be taken back here.
    public internal(set) var mayHaveArrived: Bool
    public internal(set) var place: Place

    public init(
        draft: OrderDraft, session: UUID, confirmedAt: Date, mayHaveArrived: Bool = true, place: Place = .waiting
    ) {
        self.place = place
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

    /// The same somewhere else.
    func at(_ place: Place) -> PendingOrder {
        var order = self
        order.place = place
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
        // Where it is, its directory tells.
        place = .waiting
    }
}
