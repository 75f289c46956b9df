import Foundation
import TerminalText

/// What the machine is for one session: the answer to `GET /drinks/machine`.
public struct DrinksMachine: Hashable, Sendable {
    public let balance: Won
    /// What there is and the balance suffices for.
    public let affordable: Set<DrinkID>
    /// What this session bought, oldest first: the last 50 (`mostPurchases`) of them.
    public let purchases: [DrinkPurchase]
    /// How many this session bought altogether; `purchase_count` on the wire.
    public let purchaseCount: Int

    public init(balance: Won, affordable: Set<DrinkID>, purchases: [DrinkPurchase], purchaseCount: Int? = nil) {
        self.balance = balance
        self.affordable = affordable
        self.purchases = purchases
        self.purchaseCount = purchaseCount ?? purchases.count
    }

    public static let mostPurchases = 50
    /// The notes that the machine takes.
    public static let notes = [Won(1_000), Won(5_000)]
    /// Money that would bring the balance beyond this is refused with 409, and stays with the guest.
    public static let mostBalance = Won(100_000)
}

/// A drink that was bought: in the answers to `GET /drinks/machine`, `POST /drinks/purchases` and
/// `GET /drinks/purchases`.
public struct DrinkPurchase: Hashable, Sendable, Identifiable {
    /// The number of the sale: it grows with every order of the shop.
    public let id: Int
    /// Which drink it was; the machine may not have it any more.
    public let drink: DrinkID
    public let name: PlainText
    /// The name in English, where the machine has the drink still and says it so.
    public let nameInEnglish: PlainText?
    public let kind: DrinkKind
    /// Where its picture is, as the server wrote it; empty for none.
    public let image: String
    /// What was charged.
    public let price: Won
    /// `bought_at` on the wire, ISO 8601.
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

/// The answer to `POST /drinks/money`, 201.
public struct DrinkBalance: Hashable, Sendable, Codable {
    public let balance: Won

    public init(balance: Won) { self.balance = balance }
}

/// The body of `POST /drinks/purchases`.
public struct DrinkRequest: Hashable, Sendable, Codable {
    public let id: DrinkID
    /// What the guest was told that it costs; absent means that it is bought for whatever it costs.
    public let price: Won?

    public init(id: DrinkID, price: Won? = nil) {
        self.id = id
        self.price = price
    }
}

/// The answer to `POST /drinks/purchases`, 201: what was bought, and the balance that is left.
public struct SoldDrink: Hashable, Sendable, Codable {
    public let drink: DrinkPurchase
    public let balance: Won

    public init(drink: DrinkPurchase, balance: Won) {
        self.drink = drink
        self.balance = balance
    }
}

/// The answer to `POST /drinks/change`, whose body is `{}`: 201, also where there was nothing to return.
public struct DrinkChange: Hashable, Sendable, Codable {
    public let returned: Won
    /// Always nothing.
    public let balance: Won

    public init(returned: Won, balance: Won = Won(0)) {
        self.returned = returned
        self.balance = balance
    }
}

/// The body of a 402 to `POST /drinks/purchases`: too little money.
public struct DrinkTooDear: Hashable, Sendable, Codable {
    public let error: String
    public let price: Won
    public let balance: Won

    public init(error: String, price: Won, balance: Won) {
        self.error = error
        self.price = price
        self.balance = balance
    }
}

/// The body of a 409 to `POST /drinks/purchases` with a price: the drink costs another one, and nothing was bought.
public struct DrinkPriceConflict: Hashable, Sendable, Codable {
    public let error: String
    public let price: Won

    public init(error: String, price: Won) {
        self.error = error
        self.price = price
    }
}

/// The body of another 409 to `POST /drinks/purchases`: there is none that can be sold. A drink that the machine does not
/// know is a 404.
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

// How they are read: whatever another program sent.
extension DrinksMachine: Codable {
    private enum CodingKeys: String, CodingKey {
        case balance, affordable, purchases
        case purchaseCount = "purchase_count"
    }

    private static let mostAffordable = 1_000

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        balance = Won(try values.decode(in: WireBounds.won, forKey: .balance))
        affordable = Set(try values.decode([DrinkID].self, forKey: .affordable).prefix(DrinksMachine.mostAffordable))
        let purchases = try values.decode([DrinkPurchase].self, forKey: .purchases)
        self.purchases = purchases.suffix(DrinksMachine.mostPurchases)
        let count =
            values.contains(.purchaseCount) ? try values.decode(in: WireBounds.counts, forKey: .purchaseCount) : 0
        purchaseCount = max(count, purchases.count)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(balance, forKey: .balance)
        // In one order, so that equal machines are equal bytes.
        try values.encode(affordable.sorted { $0.name < $1.name }, forKey: .affordable)
        try values.encode(purchases, forKey: .purchases)
        try values.encode(purchaseCount, forKey: .purchaseCount)
    }
}

extension DrinkPurchase {
    public var title: ShopText { ShopText(name, english: nameInEnglish) }

    /// The same, called in English as the machine calls that drink now.
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

    private static let longestURL = 2_048

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        drink = try values.decode(DrinkID.self, forKey: .drink)
        name = try values.decode(PlainText.self, forKey: .name)
        nameInEnglish = values.decodeEnglish(forKey: .nameInEnglish)
        kind = try values.decode(DrinkKind.self, forKey: .kind)
        let address = try values.decodeIfPresent(String.self, forKey: .image) ?? ""
        image = PlainText(address, limit: DrinkPurchase.longestURL).string
        price = Won(try values.decode(in: WireBounds.won, forKey: .price))
        _boughtAt = try values.decode(WireTime.self, forKey: .boughtAt)
    }
}

extension DrinkBalance {
    private enum CodingKeys: String, CodingKey { case balance }

    public init(from decoder: any Decoder) throws {
        balance = Won(try decoder.container(keyedBy: CodingKeys.self).decode(in: WireBounds.won, forKey: .balance))
    }
}

extension SoldDrink {
    private enum CodingKeys: String, CodingKey { case drink, balance }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        drink = try values.decode(DrinkPurchase.self, forKey: .drink)
        balance = Won(try values.decode(in: WireBounds.won, forKey: .balance))
    }
}

extension DrinkChange {
    private enum CodingKeys: String, CodingKey { case returned, balance }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        returned = Won(try values.decode(in: WireBounds.won, forKey: .returned))
        balance = Won(try values.decode(in: WireBounds.won, forKey: .balance))
    }
}

extension DrinkTooDear {
    private enum CodingKeys: String, CodingKey { case error, price, balance }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        error = try values.decode(String.self, forKey: .error)
        price = Won(try values.decode(in: WireBounds.won, forKey: .price))
        balance = Won(try values.decode(in: WireBounds.won, forKey: .balance))
    }
}
