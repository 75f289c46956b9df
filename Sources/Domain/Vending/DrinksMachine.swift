import Foundation
import TerminalText

/// The state of the machine for one session: the response to `GET /drinks/machine`.
public struct DrinksMachine: Hashable, Sendable {
    public let balance: Won
    /// The drinks that are available and that the balance can pay for.
    public let affordable: Set<DrinkID>
    /// The session's purchases, oldest first, limited to the last 50 (`maxPurchases`).
    public let purchases: [DrinkPurchase]
    /// The total number of the session's purchases; `purchase_count` in JSON.
    public let purchaseCount: Int

    public init(balance: Won, affordable: Set<DrinkID>, purchases: [DrinkPurchase], purchaseCount: Int? = nil) {
        self.balance = balance
        self.affordable = affordable
        self.purchases = purchases
        self.purchaseCount = purchaseCount ?? purchases.count
    }

    public static let maxPurchases = 50
    /// The banknotes that the machine accepts.
    public static let notes = [Won(1_000), Won(5_000)]
    /// The highest balance. Money that would exceed it is refused with 409 and not taken.
    public static let maxBalance = Won(100_000)
}

/// A purchased drink: in the responses to `GET /drinks/machine`, `POST /drinks/purchases` and `GET /drinks/purchases`.
public struct DrinkPurchase: Hashable, Sendable, Identifiable {
    /// The number of the sale, which increases with every order of the shop.
    public let id: Int
    /// The purchased drink; the machine may no longer offer it.
    public let drink: DrinkID
    public let name: PlainText
    /// The English name; `nil` if the machine no longer offers the drink or has no English name for it.
    public let nameInEnglish: PlainText?
    public let kind: DrinkKind
    /// The address of the picture as the server sent it; empty if there is none.
    public let image: String
    /// The amount charged.
    public let price: Won
    /// `bought_at` in JSON, ISO 8601.
    @WireTime public var boughtAt: Date

    public init(
        id: Int, drink: DrinkID, name: PlainText, nameInEnglish: PlainText? = nil, kind: DrinkKind, image: String = "",
        price: Won, boughtAt: Date
    ) {
        self.id = id
        self.drink = drink
        self.name = name
        self.nameInEnglish = nameInEnglish
        self.kind = kind
        self.image = image
        self.price = price
        _boughtAt = WireTime(wrappedValue: boughtAt)
    }
}

/// The body of `POST /drinks/money`: one of `DrinksMachine.notes`.
public struct DrinkMoneyRequest: Hashable, Sendable, Codable {
    public let amount: Won

    public init(amount: Won) { self.amount = amount }
}

/// The response to `POST /drinks/money`, 201.
public struct DrinkBalance: Hashable, Sendable, Codable {
    @WireWon public private(set) var balance: Won

    public init(balance: Won) { self.balance = balance }
}

/// The body of `POST /drinks/purchases`.
public struct DrinkRequest: Hashable, Sendable, Codable {
    public let id: DrinkID
    /// The price shown to the guest; if absent, the drink is bought at any price.
    public let price: Won?

    public init(id: DrinkID, price: Won? = nil) {
        self.id = id
        self.price = price
    }
}

/// The response to `POST /drinks/purchases`, 201: the purchased drink and the remaining balance.
public struct SoldDrink: Hashable, Sendable, Codable {
    public let drink: DrinkPurchase
    @WireWon public private(set) var balance: Won

    public init(drink: DrinkPurchase, balance: Won) {
        self.drink = drink
        self.balance = balance
    }
}

/// The response to `POST /drinks/change`, whose body is `{}`: 201, even if there was nothing to return.
public struct DrinkChange: Hashable, Sendable, Codable {
    @WireWon public private(set) var returned: Won
    /// Always 0.
    @WireWon public private(set) var balance: Won

    public init(returned: Won, balance: Won = Won(0)) {
        self.returned = returned
        self.balance = balance
    }
}

/// The body of a 402 to `POST /drinks/purchases`: the balance is too low.
public struct InsufficientBalance: Hashable, Sendable, Codable {
    public let error: String
    @WireWon public private(set) var price: Won
    @WireWon public private(set) var balance: Won

    public init(error: String, price: Won, balance: Won) {
        self.error = error
        self.price = price
        self.balance = balance
    }
}

/// The body of a 409 to `POST /drinks/purchases` with a price: the price has changed, and nothing was bought.
public struct DrinkPriceConflict: Hashable, Sendable, Codable {
    public let error: String
    public let price: Won

    public init(error: String, price: Won) {
        self.error = error
        self.price = price
    }
}

/// The body of the other 409 to `POST /drinks/purchases`: none can be sold. An unknown drink is a 404.
public struct DrinkUnavailable: Hashable, Sendable, Codable {
    public let error: String
    public let reason: Reason

    public init(error: String, reason: Reason) {
        self.error = error
        self.reason = reason
    }

    public enum Reason: String, Hashable, Sendable, Codable {
        /// None is left at all.
        case soldOut = "sold_out"
        /// All that are left have expired.
        case expired
    }
}

// Decoding treats the input as untrusted: numbers are checked against bounds and lists are limited.
extension DrinksMachine: Codable {
    private enum CodingKeys: String, CodingKey {
        case balance, affordable, purchases
        case purchaseCount = "purchase_count"
    }

    private static let maxAffordable = 1_000

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        balance = Won(try values.decode(in: WireBounds.won, forKey: .balance))
        affordable = Set(try values.decode([DrinkID].self, forKey: .affordable).prefix(DrinksMachine.maxAffordable))
        let purchases = try values.decode([DrinkPurchase].self, forKey: .purchases)
        self.purchases = purchases.suffix(DrinksMachine.maxPurchases)
        let count =
            values.contains(.purchaseCount) ? try values.decode(in: WireBounds.counts, forKey: .purchaseCount) : 0
        purchaseCount = max(count, purchases.count)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(balance, forKey: .balance)
        // Sorted so that equal values encode to equal bytes.
        try values.encode(affordable.sorted { $0.name < $1.name }, forKey: .affordable)
        try values.encode(purchases, forKey: .purchases)
        try values.encode(purchaseCount, forKey: .purchaseCount)
    }
}

extension DrinkPurchase {
    public var title: ShopText { ShopText(name, english: nameInEnglish) }

    /// Returns the purchase with the English name that `assortment` has for the drink now.
    public func named(by assortment: Assortment) -> DrinkPurchase {
        DrinkPurchase(
            id: id, drink: drink, name: name, nameInEnglish: assortment[drink]?.english.name, kind: kind, image: image,
            price: price, boughtAt: boughtAt)
    }
}

extension DrinkPurchase: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, drink, name, kind, image, price
        case nameInEnglish = "name_en"
        case boughtAt = "bought_at"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        drink = try values.decode(DrinkID.self, forKey: .drink)
        name = try values.decode(PlainText.self, forKey: .name)
        nameInEnglish = values.decodeEnglish(forKey: .nameInEnglish)
        kind = try values.decode(DrinkKind.self, forKey: .kind)
        image = PictureAddress.text(of: try values.decodeIfPresent(String.self, forKey: .image) ?? "")
        price = Won(try values.decode(in: WireBounds.won, forKey: .price))
        _boughtAt = try values.decode(WireTime.self, forKey: .boughtAt)
    }
}
