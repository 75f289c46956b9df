import Domain
import Foundation
import Storage

/// What the keeper changed of a dish; what is `nil` follows the menu's file.
struct DishChange: Hashable, Sendable, Codable {
    var price: Won?
    var isSoldOut: Bool?

    var fields: [KeeperDish.Field] {
        (price == nil ? [] : [.price]) + (isSoldOut == nil ? [] : [.soldOut])
    }
}

/// What the keeper changed of all dishes, by their hashes.
struct DishChanges: Sendable {
    var all: [String: DishChange] = [:]
    /// Another one after each change, on whatever server; `nil` before the first.
    var generation: UUID?

    fileprivate static let table = RecordTable<DishChange>("dish changes")
    fileprivate static let generations = RecordTable<UUID>("dish change generation")
    fileprivate static let generationKey = "latest"
}

extension StoreReader {
    /// What was changed of the dish of that hash.
    func dishChange(of hash: String) throws -> DishChange {
        try DishChanges.table.value(of: hash, in: self) ?? DishChange()
    }

    /// What was changed of all dishes: `known`, if nothing was changed since.
    func dishChanges(unless known: DishChanges) throws -> DishChanges {
        let generation = try DishChanges.generations.value(of: DishChanges.generationKey, in: self)
        guard generation != known.generation else { return known }
        let all = try DishChanges.table.values(limit: .max, in: self).map { ($0.key, $0.value) }
        return DishChanges(all: Dictionary(all) { first, _ in first }, generation: generation)
    }
}

extension StoreTransaction {
    /// Keeps what was changed of the dish of that hash.
    func set(_ change: DishChange, of hash: String) throws {
        if change.fields.isEmpty {
            try DishChanges.table.removeValue(of: hash, in: self)
        } else {
            try DishChanges.table.set(change, for: hash, in: self)
        }
        try DishChanges.generations.set(UUID(), for: DishChanges.generationKey, in: self)
    }
}
