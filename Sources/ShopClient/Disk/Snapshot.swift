import Foundation
import ShopModels

/// A section as it was last known.
public struct Snapshot: Sendable, Equatable {
    /// Rows, from the first on: all of them, or the first few.
    public var dishes: [Dish]
    /// Rows the section has.
    public var total: Int
    /// What came with the rows; stands for all of them together.
    public var validator: String?
    /// When the server last said that this is the section's content.
    public var confirmedAt: Date

    public init(dishes: [Dish], total: Int? = nil, validator: String?, confirmedAt: Date) {
        self.dishes = dishes
        self.total = total ?? dishes.count
        self.validator = validator
        self.confirmedAt = confirmedAt
    }

    /// Whether every row is there.
    public var isWhole: Bool { dishes.count == total }
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
    /// `nil` while the rows are written one batch after another.
    let dishes: [Dish]?

    init(_ snapshot: Snapshot, shop: String, section: SectionID, dishes: [Dish]?) {
        self.shop = shop
        self.section = section.path
        validator = snapshot.validator
        confirmedAt = snapshot.confirmedAt.timeIntervalSince1970
        total = snapshot.total
        self.dishes = dishes
    }

    /// What the file says, if it makes sense for this shop and section.
    func snapshot(shop: String, section: SectionID) -> Snapshot? {
        guard format == SnapshotRecord.presentFormat, self.shop == shop, self.section == section.path,
            let dishes, total >= dishes.count, confirmedAt.isFinite
        else { return nil }
        let confirmedAt = Date(timeIntervalSince1970: confirmedAt)
        return Snapshot(dishes: dishes, total: total, validator: validator, confirmedAt: confirmedAt)
    }
}
