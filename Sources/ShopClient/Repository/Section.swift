import Domain
import Foundation

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

public enum Connection: Sendable, Hashable {
    /// Nothing has been tried yet.
    case connecting
    /// The latest attempt was answered, whatever the answer.
    case connected
    /// The latest attempt was not answered; the repository tries again by itself.
    case disconnected
}

/// The definition of a section by its counter: its identifier, heading and row type.
///
/// The repository uses it to decode and encode the rows, and knows nothing else of them.
public struct SectionDefinition: Sendable {
    /// The audience of a section; the shop is told who asks if it is not for everybody.
    public enum Audience: Sendable {
        case everybody, terminal, keeper
    }

    /// The identifier, which is also its path at the server unless `address` is set.
    public let id: SectionID
    /// The URL of a section that is not at the shop's server, and independent of it; otherwise `nil`.
    public let address: URL?
    public let heading: SectionHeading
    let audience: Audience
    /// How many of its rows are fetched, the first ones; `nil` if the server sends the section whole.
    var rowLimit: Int?
    /// Whether its rows are in the reverse of the server's order.
    let isReversed: Bool
    /// Whether it is stored on disk for the next launch: only public sections are.
    var isKept: Bool { audience == .everybody }
    /// Decodes the rows of a server's answer in the charset that it declares.
    let decode: @Sendable (Data, _ charset: String?) throws(SectionBodyError) -> SectionRows
    /// Joins two consecutive pages of rows.
    let join: @Sendable (SectionRows, SectionRows) -> SectionRows
    /// Returns the number in a request for the page behind these rows; `nil` if there are none.
    let end: @Sendable (SectionRows) -> String?
    /// Decodes a snapshot file, or returns `nil` if it is invalid.
    let stored: @Sendable (Data) -> (SnapshotHeader, SectionRows)?
    /// Encodes a range of the rows as one JSON array.
    let encode: @Sendable (SectionRows, Range<Int>) throws -> Data

    /// Creates a section with rows of this type. If it has no heading, it shows its path. With `rowLimit`, the server
    /// sends it in pages, and only so many rows are fetched until more are asked for. If `isReversed`, the rows are in
    /// the reverse of the server's order.
    public init<Row: SectionRow & Codable>(
        _ id: SectionID, _ heading: SectionHeading? = nil, for audience: Audience = .everybody,
        elsewhere address: URL? = nil, rowLimit: Int? = nil, isReversed: Bool = false,
        rows kind: Row.Type
    ) {
        self.id = id
        self.isReversed = isReversed
        self.rowLimit = rowLimit
        self.address = address
        self.audience = audience
        self.heading = heading ?? SectionHeading(title: id.path, subtitle: "")
        decode = { body, charset throws(SectionBodyError) in
            let rows = try SectionBody.read(body, as: Row.self, charset: charset)
            guard let address else { return rows }
            let moved = rows.array(of: Row.self).map { row in
                row.mappingImageAddress { SectionDefinition.image($0, of: address) }
            }
            return SectionRows(moved, leftOut: rows.leftOut)
        }
        join = { $0.followed(by: $1, as: Row.self) }
        end = { rows in rows.array(of: Row.self).last.map { "\($0.id)" } }
        stored = { file in
            let record = try? JSONDecoder().decode(SnapshotRecord<Row>.self, from: file)
            return record.map { ($0.header, SectionRows($0.rows)) }
        }
        encode = { rows, range in
            let all = rows.array(of: Row.self)
            return try JSONEncoder().encode(Array(all[range.clamped(to: all.indices)]))
        }
    }

    /// Resolves a picture address of a section that is elsewhere against the section's URL.
    private static func image(_ text: String, of address: URL) -> String {
        (try? PictureAddress(text))?.url(relativeTo: address)?.absoluteString ?? ""
    }
}

/// A source of sections: a server over HTTP, or rows made in this process.
public protocol SectionSource: Sendable {
    /// Returns the current content of `section`. `validator` belongs to the content already known, so that a source may
    /// answer `.unchanged`. Returns soon after its task is cancelled, with any failure.
    func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer
}

/// A source's answer to a request for a section.
public enum SectionAnswer: Sendable {
    /// The content still matches `validator`.
    case unchanged
    /// The whole content, and the validator for the next request.
    case content(SectionRows, validator: String?)
}

/// Posted by a repository whenever the content or status of `section` changed, and only then. An observer reads the
/// current value from the repository.
public struct SectionDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = SectionRepository
    public static var name: Notification.Name { Notification.Name("banchan.sectionDidChange") }
    public let section: SectionID

    public init(section: SectionID) { self.section = section }
}

/// Posted by a repository when `connection`, `nextTry` or `isPolled` changed.
public struct ConnectionDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = SectionRepository
    public static var name: Notification.Name { Notification.Name("banchan.connectionDidChange") }

    public init() {}
}

/// Posted by a picture repository when the state of the picture at `address` changed. An observer reads the current
/// value from the repository.
public struct PictureDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = PictureRepository
    public static var name: Notification.Name { Notification.Name("banchan.pictureDidChange") }
    public let address: String

    public init(address: String) { self.address = address }
}
