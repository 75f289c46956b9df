import Foundation

// Requests and responses for the keeper only.

/// All drinks by kind: the response to `GET /drinks/stock`, and the resulting state in the responses to `PUT
/// /drinks/stock` and `POST /drinks/removals`. Encoded as `{"milk": [...], "soda": [...], "coffee": [...]}`; an absent
/// kind has no drinks. `GET /drinks/hot` and `GET /drinks/expired` return a bare array of `Drink`: those with `isHot`,
/// and those with `expired` above 0.
public struct DrinksStock: Hashable, Sendable, Codable {
    public let drinks: [DrinkKind: [Drink]]

    public init(_ drinks: [DrinkKind: [Drink]]) { self.drinks = drinks }

    public init(from decoder: any Decoder) throws {
        drinks = try decoder.singleValueContainer().decode([DrinkKind: [Drink]].self)
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(drinks)
    }
}

/// The body of `PUT /drinks/stock`: sets the number that can be sold to `count`. Added drinks are fresh; surplus ones
/// are removed, oldest first.
public struct DrinkRestock: Hashable, Sendable, Codable {
    public let id: DrinkID
    /// The number that can be sold afterwards, in `Drink.counts`.
    public let count: Int
    /// The count that the keeper saw. If the count differs by now and is not already `count`, the response is 412 and
    /// nothing changes. If absent, it is not checked.
    public let seen: Int?

    public init(id: DrinkID, count: Int, seen: Int? = nil) {
        self.id = id
        self.count = count
        self.seen = seen
    }
}

/// The body of `POST /drinks/removals`: removes all expired ones of that drink from the machine. It is not an error if
/// there are none.
public struct DrinkRemoval: Hashable, Sendable, Codable {
    public let id: DrinkID

    public init(id: DrinkID) { self.id = id }
}

/// The response to `GET /drinks/purchases`: the purchases from the machine in all sessions.
public struct DrinksHistory: Hashable, Sendable, Codable {
    /// One total for each kind with purchases since the machine was set up.
    public let totals: [DrinkKindTotal]
    /// The last 100 (`maxPurchases`), newest first.
    public let purchases: [DrinkPurchase]

    public init(totals: [DrinkKindTotal], purchases: [DrinkPurchase]) {
        self.totals = totals
        self.purchases = purchases
    }

    public static let maxPurchases = 100

    private enum CodingKeys: String, CodingKey { case totals, purchases }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        var seen = Set<DrinkKind>()
        totals = try values.decode([DrinkKindTotal].self, forKey: .totals).filter { seen.insert($0.kind).inserted }
        let purchases = try values.decode([DrinkPurchase].self, forKey: .purchases)
        self.purchases = Array(purchases.prefix(DrinksHistory.maxPurchases))
    }
}

public struct DrinkKindTotal: Hashable, Sendable, Codable {
    public let kind: DrinkKind
    public let count: Int
    public let amount: Won

    public init(kind: DrinkKind, count: Int, amount: Won) {
        self.kind = kind
        self.count = count
        self.amount = amount
    }

    private enum CodingKeys: String, CodingKey { case kind, count, amount }

    private static let amounts = 0...1_000_000_000_000

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        kind = try values.decode(DrinkKind.self, forKey: .kind)
        count = try values.decode(in: WireBounds.won, forKey: .count)
        amount = Won(try values.decode(in: DrinkKindTotal.amounts, forKey: .amount))
    }
}
