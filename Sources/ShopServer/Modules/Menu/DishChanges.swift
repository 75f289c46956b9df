import Domain
import Foundation
import Storage
import TerminalText

/// The keeper's changes of one dish. A property that is `nil` keeps the value of the menu's file.
struct DishChange: Hashable, Sendable {
    /// The title of the dish: while the menu's file uses the hash for another dish, the changes do not apply. Empty for
    /// changes from before titles were stored, which never apply.
    let title: PlainText
    var price: Won?
    var isSoldOut: Bool?

    var fields: [KeeperDish.Field] {
        (price == nil ? [] : [.price]) + (isSoldOut == nil ? [] : [.soldOut])
    }
}

extension DishChange: Codable {
    private enum CodingKeys: CodingKey { case title, price, isSoldOut }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decodeIfPresent(PlainText.self, forKey: .title) ?? ""
        price = try values.decodeIfPresent(Won.self, forKey: .price)
        isSoldOut = try values.decodeIfPresent(Bool.self, forKey: .isSoldOut)
    }
}

/// The keeper's changes of all dishes, by hash.
struct DishChanges: Sendable {
    var all: [String: DishChange] = [:]
    /// A new ID after each change, made on whatever server; `nil` before the first one.
    var generation: UUID?

    fileprivate static let table = RecordTable<DishChange>("dish changes")
    fileprivate static let generations = RecordTable<UUID>("dish change generation")
    fileprivate static let generationKey = "latest"
}

extension StoreReader {
    /// Returns the changes stored for that hash, of whatever dish; `nil` if there are none.
    func dishChange(of hash: String) throws -> DishChange? { try DishChanges.table.value(of: hash, in: self) }

    /// Returns the changes of all dishes. Returns `known` without reading them if nothing has changed since.
    func dishChanges(unless known: DishChanges) throws -> DishChanges {
        let generation = try DishChanges.generations.value(of: DishChanges.generationKey, in: self)
        guard generation != known.generation else { return known }
        let all = try DishChanges.table.values(limit: .max, in: self).map { ($0.key, $0.value) }
        return DishChanges(all: Dictionary(all) { first, _ in first }, generation: generation)
    }
}

extension StoreTransaction {
    /// Stores the changes of the dish with that hash.
    func set(_ change: DishChange, of hash: String) throws {
        if change.fields.isEmpty {
            try DishChanges.table.removeValue(of: hash, in: self)
        } else {
            try DishChanges.table.set(change, for: hash, in: self)
        }
        try DishChanges.generations.set(UUID(), for: DishChanges.generationKey, in: self)
    }
}
