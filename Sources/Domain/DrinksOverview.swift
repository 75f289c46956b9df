import Foundation

// What only the keeper of the machine asks for.

/// The answer to `GET /drinks/stock`, and to `PUT /drinks/stock` and `POST /drinks/removals` as it is afterwards: all
/// drinks, by kind. On the wire `{"milk": [...], "soda": [...], "coffee": [...]}`; an absent kind has none.
/// `GET /drinks/hot` and `GET /drinks/expired` answer a bare array of `Drink`: those with `isHot`, those with `expired`
/// above 0.
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

/// The body of `PUT /drinks/stock`: that there shall be `count` that can be sold. What is added is fresh; what is too
/// much is taken out, oldest first.
public struct DrinkRestock: Hashable, Sendable, Codable {
    public let id: DrinkID
    /// One of `Drink.counts`.
    public let count: Int
    /// How many there were when the keeper looked: where there are others by now, and not `count` already, the answer is
    /// 412 and nothing changes. Absent means that it does not matter.
    public let seen: Int?

    public init(id: DrinkID, count: Int, seen: Int? = nil) {
        self.id = id
        self.count = count
        self.seen = seen
    }
}

/// The body of `POST /drinks/removals`: all of that drink which have expired are taken out of the machine. None is no
/// error.
public struct DrinkRemoval: Hashable, Sendable, Codable {
    public let id: DrinkID

    public init(id: DrinkID) { self.id = id }
}

/// The answer to `GET /drinks/purchases`: what was bought from the machine, by whatever session.
public struct DrinksHistory: Hashable, Sendable, Codable {
    /// One for each kind of which something was bought since the machine stands.
    public let totals: [DrinkKindTotal]
    /// The last 100 (`mostPurchases`), newest first.
    public let purchases: [DrinkPurchase]

    public init(totals: [DrinkKindTotal], purchases: [DrinkPurchase]) {
        self.totals = totals
        self.purchases = purchases
    }

    public static let mostPurchases = 100

    private enum CodingKeys: String, CodingKey { case totals, purchases }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        var seen = Set<DrinkKind>()
        totals = try values.decode([DrinkKindTotal].self, forKey: .totals).filter { seen.insert($0.kind).inserted }
        let purchases = try values.decode([DrinkPurchase].self, forKey: .purchases)
        self.purchases = Array(purchases.prefix(DrinksHistory.mostPurchases))
    }
}

/// How many drinks of a kind were bought, and for how much.
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
