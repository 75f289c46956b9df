import Domain
import Foundation

/// A section as it was last known.
public struct Snapshot: Sendable, Equatable {
    /// Rows, from the first on: all of them, or the first few.
    public var rows: SectionRows
    /// Rows the section has.
    public var total: Int
    /// What came with the rows; stands for all of them together.
    public var validator: String?
    /// When the server last said that this is the section's content.
    public var confirmedAt: Date

    public init(rows: SectionRows, total: Int? = nil, validator: String?, confirmedAt: Date) {
        self.rows = rows
        self.total = total ?? rows.count
        self.validator = validator
        self.confirmedAt = confirmedAt
    }

    /// Whether every row is there.
    public var isWhole: Bool { rows.count == total }
}

/// What stands in a snapshot's file beside the rows.
struct SnapshotHeader: Codable {
    /// Another number is another format: such a file is not read, and its section is fetched.
    private static let presentFormat = 2

    private(set) var format = presentFormat
    /// Whose it is; a file of another shop or section is not read, whatever its name.
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

    /// The snapshot with `rows`, if it makes sense for this shop and section.
    func snapshot(_ rows: SectionRows, shop: String, section: SectionID) -> Snapshot? {
        guard format == SnapshotHeader.presentFormat, self.shop == shop, self.section == section.path,
            total >= rows.count, confirmedAt.isFinite
        else { return nil }
        let confirmedAt = Date(timeIntervalSince1970: confirmedAt)
        return Snapshot(rows: rows, total: total, validator: validator, confirmedAt: confirmedAt)
    }
}

/// What stands in a snapshot's file: one object, of which the rows are the last value.
struct SnapshotRecord<Row: Decodable>: Decodable {
    let header: SnapshotHeader
    let rows: [Row]

    private enum CodingKeys: String, CodingKey { case rows }

    init(from decoder: any Decoder) throws {
        header = try SnapshotHeader(from: decoder)
        rows = try decoder.container(keyedBy: CodingKeys.self).decode([Row].self, forKey: .rows)
    }
}
