import Domain
import Foundation

/// An order as it is sent, and as it waits on this device: with all that makes a second sending the same as the first.
public struct PendingOrder: Hashable, Sendable, Codable {
    public let draft: OrderDraft
    /// The run of the program in which it was placed.
    public let session: UUID
    public let confirmedAt: Date

    public init(draft: OrderDraft, session: UUID, confirmedAt: Date) {
        self.draft = draft
        self.session = session
        self.confirmedAt = confirmedAt
    }

    /// How it is sent.
    var write: KeyedWrite { KeyedWrite(key: draft.key, session: session, path: "orders", body: draft.request) }
}
