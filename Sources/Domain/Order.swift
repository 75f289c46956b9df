import Foundation

/// What a guest asks for: the body of `POST /orders`.
public struct OrderRequest: Hashable, Sendable, Codable {
    /// Who orders: 1 to 64 characters.
    public var who: String
    /// Names the dish, as the menu does.
    public var detailHash: String
    /// 1 to 99.
    public var quantity: Int
    /// What the guest was told that one costs.
    public var unitPrice: Won

    /// Characters that `who` may have.
    public static let longestName = 64
    public static let quantities = 1...99

    public init(who: String, detailHash: String, quantity: Int, unitPrice: Won) {
        self.who = who
        self.detailHash = detailHash
        self.quantity = quantity
        self.unitPrice = unitPrice
    }

    private enum CodingKeys: String, CodingKey {
        case who, quantity
        case detailHash = "detail_hash"
        case unitPrice = "unit_price"
    }
}

/// An order that the shop keeps: the answer to `POST /orders`.
public struct PlacedOrder: Hashable, Sendable, Codable, Identifiable {
    /// Grows with every order of the shop.
    public let id: Int
    public let who: String
    public let title: String
    public let quantity: Int
    public let unitPrice: Won
    public let total: Won
    public let placedAt: Date

    public init(id: Int, who: String, title: String, quantity: Int, unitPrice: Won, total: Won, placedAt: Date) {
        self.id = id
        self.who = who
        self.title = title
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.total = total
        self.placedAt = placedAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, who, title, quantity, total
        case unitPrice = "unit_price"
        case placedAt = "placed_at"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        who = try values.decode(String.self, forKey: .who)
        title = try values.decode(String.self, forKey: .title)
        quantity = try values.decode(Int.self, forKey: .quantity)
        unitPrice = try values.decode(Won.self, forKey: .unitPrice)
        total = try values.decode(Won.self, forKey: .total)
        placedAt = try Date(try values.decode(String.self, forKey: .placedAt), strategy: .iso8601)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(who, forKey: .who)
        try values.encode(title, forKey: .title)
        try values.encode(quantity, forKey: .quantity)
        try values.encode(unitPrice, forKey: .unitPrice)
        try values.encode(total, forKey: .total)
        try values.encode(placedAt.formatted(.iso8601), forKey: .placedAt)
    }
}
