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

    /// More rows than a file of the largest size can have.
    private static let maxRows = 10_000_000

    /// Returns the snapshot with `rows`, or `nil` if the header is not valid for this shop and section. A validator that
    /// cannot be sent is dropped, so that the rows are shown until they are fetched anew.
    func snapshot(_ rows: SectionRows, shop: String, section: SectionID) -> Snapshot? {
        let confirmedAt = Date(timeIntervalSince1970: confirmedAt)
        guard format == SnapshotHeader.presentFormat, self.shop == shop, self.section == section.path,
            (rows.count...max(rows.count, SnapshotHeader.maxRows)).contains(total), confirmedAt.isWritable
        else { return nil }
        return Snapshot(rows: rows, total: total, validator: validator?.sendableField, confirmedAt: confirmedAt)
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

extension Date {
    /// The years 1970, where the clock of a small machine begins, to 2199.
    private static let writableTimes = 0..<7_258_118_400.0

    /// Whether this program can have written the time: one far away would overflow an age, or a calendar.
    var isWritable: Bool { Date.writableTimes.contains(timeIntervalSince1970) }
}
