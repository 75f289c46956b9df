import Domain
import Foundation

/// An order as it is stored on this device and sent, with everything that makes a second sending equal to the first.
public struct PendingOrder: Hashable, Sendable, Codable, Identifiable {
    /// The state of an order that is not at the shop.
    public enum Place: Hashable, Sendable {
        /// It is being sent for the first time.
        case sending
        /// It is sent once the server is reachable.
        case waiting
        /// The shop refused it after it had waited.
        case refused
    }

    public let draft: OrderDraft
    /// The terminal where it was placed.
    public let session: UUID
    public let confirmedAt: Date
    /// Whether the shop may have received it without an answer arriving: then it cannot be withdrawn here.
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

    /// The request that places the order.
    var write: KeyedWrite { KeyedWrite(key: draft.key, session: session, path: "orders", body: draft.request) }

    /// Returns a copy with this value of `mayHaveArrived`.
    func with(mayHaveArrived: Bool) -> PendingOrder {
        var order = self
        order.mayHaveArrived = mayHaveArrived
        return order
    }

    /// Returns a copy with this place.
    func at(_ place: Place) -> PendingOrder {
        var order = self
        order.place = place
        return order
    }

    private enum CodingKeys: CodingKey { case draft, session, confirmedAt, mayHaveArrived }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        draft = try values.decode(OrderDraft.self, forKey: .draft)
        session = try values.decode(UUID.self, forKey: .session)
        confirmedAt = try values.decode(Date.self, forKey: .confirmedAt)
        mayHaveArrived = try values.decode(Bool.self, forKey: .mayHaveArrived)
        // The place is not encoded: the directory of the file determines it.
        place = .waiting
    }
}
