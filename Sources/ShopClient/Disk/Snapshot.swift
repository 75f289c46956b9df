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

    public init(dishes: [Dish], total: Int? = nil, validator: String?, confirmedAt: Date) {
        self.init(rows: .dishes(dishes), total: total, validator: validator, confirmedAt: confirmedAt)
    }

    /// Its rows where they are dishes.
    public var dishes: [Dish] { rows.dishes }

    /// Whether every row is there.
    public var isWhole: Bool { rows.count == total }
}

/// What stands in a snapshot's file.
struct SnapshotRecord: Codable {
    /// Another number is another format: such a file is not read.
    static let presentFormat = 1

    private(set) var format = presentFormat
    /// Whose it is; a file of another shop or section is not read, whatever its name.
    let shop: String
    let section: String
    let validator: String?
    /// Seconds since 1970.
    let confirmedAt: Double
    let total: Int
    /// One of these has the rows; none while they are written one batch after another.
    private let dishes: [Dish]?
    private let juices: [Juice]?
    private let fruits: [FruitStock]?
    private let drinks: [Drink]?

    init(_ snapshot: Snapshot, shop: String, section: SectionID, rows: SectionRows?) {
        self.shop = shop
        self.section = section.path
        validator = snapshot.validator
        confirmedAt = snapshot.confirmedAt.timeIntervalSince1970
        total = snapshot.total
        dishes = if case .dishes(let rows) = rows { rows } else { nil }
        juices = if case .juices(let rows) = rows { rows } else { nil }
        fruits = if case .fruits(let rows) = rows { rows } else { nil }
        drinks = if case .drinks(let rows) = rows { rows } else { nil }
    }

    /// What the rows are called in a file.
    static func key(of rows: SectionRows) -> String {
        switch rows {
        case .dishes: "dishes"
        case .juices: "juices"
        case .fruits: "fruits"
        case .drinks: "drinks"
        }
    }

    private func rows(of section: SectionID) -> SectionRows? {
        switch section {
        case .juices: juices.map { .juices($0) }
        case .fruits: fruits.map { .fruits($0) }
        case .milk, .soda, .coffee: drinks.map { .drinks($0) }
        default: dishes.map { .dishes($0) }
        }
    }

    /// What the file says, if it makes sense for this shop and section.
    func snapshot(shop: String, section: SectionID) -> Snapshot? {
        guard format == SnapshotRecord.presentFormat, self.shop == shop, self.section == section.path,
            let rows = rows(of: section), total >= rows.count, confirmedAt.isFinite
        else { return nil }
        let confirmedAt = Date(timeIntervalSince1970: confirmedAt)
        return Snapshot(rows: rows, total: total, validator: validator, confirmedAt: confirmedAt)
    }
}
