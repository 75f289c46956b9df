import Domain
import Foundation
import ShopHTTP

/// A snapshot of what the repository knows of one section.
public struct Section: Sendable, Equatable {
    public let id: SectionID
    /// The known rows. Fewer than `total` while the rest is still being read from disk, and where the server has more.
    public var rows: SectionRows
    /// The number of rows of the section.
    public var total: Int
    /// Increases by one whenever `rows` is replaced, so that two states can be compared without comparing rows.
    public var contentVersion: Int
    /// Whether a fetch of this section is under way.
    public var isFetching: Bool
    /// When the server last confirmed this content; `nil` if it never did.
    public var confirmedAt: Date?
    /// Whether the content was confirmed in this run of the program and by the latest fetch.
    public var isFresh: Bool
    /// Why the latest fetch failed; `nil` after a success.
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

    /// Equal if a guest would see the same; rows are compared by their version.
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
    /// The latest attempt was answered, whatever the answer.
    case connected
    /// The latest attempt was not answered; the repository tries again by itself.
    case disconnected
}
