import Domain
import Foundation

/// The last known state of a section.
public struct Snapshot: Sendable, Equatable {
    /// The first rows of the section, or all of them.
    public var rows: SectionRows
    /// The number of rows of the section.
    public var total: Int
    /// The validator that came with the rows, for all of them together.
    public var validator: String?
    /// When the server last confirmed this content.
    public var confirmedAt: Date

    public init(rows: SectionRows, total: Int? = nil, validator: String?, confirmedAt: Date) {
        self.rows = rows
        self.total = total ?? rows.count
        self.validator = validator
        self.confirmedAt = confirmedAt
    }

    /// Whether the snapshot has every row.
    public var isWhole: Bool { rows.count == total }
}

/// The fields of a snapshot file other than the rows.
struct SnapshotHeader: Codable {
    /// The format version. A file of another version is not read, and its section is fetched.
    private static let presentFormat = 2

    private(set) var format = presentFormat
    /// The shop and the section; a file of another one is not read, whatever its name.
    let shop: String
    let section: String
    let validator: String?
    /// Seconds since 1970.
    let confirmedAt: Double
    let total: Int

    init(_ snapshot: Snapshot, shop: String, section: SectionID) {
        self.shop = shop
        self.section = section.path
        validator = snapshot.validator
        confirmedAt = snapshot.confirmedAt.timeIntervalSince1970
        total = snapshot.total
    }

    /// Returns the snapshot with `rows`, or `nil` if the header is not valid for this shop and section.
    func snapshot(_ rows: SectionRows, shop: String, section: SectionID) -> Snapshot? {
        guard format == SnapshotHeader.presentFormat, self.shop == shop, self.section == section.path,
            total >= rows.count, confirmedAt.isFinite
        else { return nil }
        let confirmedAt = Date(timeIntervalSince1970: confirmedAt)
        return Snapshot(rows: rows, total: total, validator: validator, confirmedAt: confirmedAt)
    }
}

/// The content of a snapshot file: one object whose last value is the rows.
struct SnapshotRecord<Row: Decodable>: Decodable {
    let header: SnapshotHeader
    let rows: [Row]

    private enum CodingKeys: String, CodingKey { case rows }

    init(from decoder: any Decoder) throws {
        header = try SnapshotHeader(from: decoder)
        rows = try decoder.container(keyedBy: CodingKeys.self).decode([Row].self, forKey: .rows)
    }
}
