import Domain
import Foundation
import ShopHTTP

/// What the repository knows of one section at one moment.
public struct Section: Sendable, Equatable {
    public let id: SectionID
    /// The rows known now. Fewer than `total` only while the rest is still being read from disk.
    public var rows: SectionRows
    /// Rows the section has.
    public var total: Int
    /// Grows by one whenever `rows` changes, so that two states are told apart without comparing rows.
    public var contentVersion: Int
    /// Whether a fetch of this section is under way.
    public var isFetching: Bool
    /// When the server last said that this is the section's content; `nil` when it never did.
    public var confirmedAt: Date?
    /// Whether the content was confirmed in this run of the program and by the latest fetch.
    public var isFresh: Bool
    /// Why the latest fetch failed; `nil` once one succeeds.
    public var failure: FetchFailure?

    public init(
        id: SectionID, rows: SectionRows = SectionRows(), total: Int? = nil, contentVersion: Int = 0,
        isFetching: Bool = false,
        confirmedAt: Date? = nil, isFresh: Bool = false, failure: FetchFailure? = nil
    ) {
        self.id = id
        self.rows = rows
        self.total = total ?? rows.count
        self.contentVersion = contentVersion
        self.isFetching = isFetching
        self.confirmedAt = confirmedAt
        self.isFresh = isFresh
        self.failure = failure
    }

    /// Equal when a guest would see the same; rows are told apart by their version.
    public static func == (left: Section, right: Section) -> Bool {
        left.id == right.id && left.contentVersion == right.contentVersion && left.total == right.total
            && left.isFetching == right.isFetching && left.confirmedAt == right.confirmedAt
            && left.isFresh == right.isFresh && left.failure == right.failure
    }
}

/// Whether the server can be reached.
public enum Connection: Sendable, Hashable {
    /// Nothing has been tried yet.
    case connecting
    /// The latest try was answered, whatever the answer.
    case connected
    /// The latest try was not answered; the repository tries again by itself.
    case disconnected
}
