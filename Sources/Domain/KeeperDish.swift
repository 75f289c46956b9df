/// A dish as shown to the shop's keeper: the response to `GET /dishes/{hash}`.
public struct KeeperDish: Hashable, Sendable, Codable {
    /// A property of a dish that the keeper may change. The raw value is its encoded name.
    public enum Field: String, Hashable, Sendable, Codable, CaseIterable {
        case price
        case soldOut = "sold_out"
    }

    public let hash: String
    public let title: String
    /// The current price of one.
    public let price: Won
    /// The price in the menu file.
    public let filePrice: Won
    public let isSoldOut: Bool
    public let isSoldOutInFile: Bool
    /// The properties that the keeper changed, which no longer follow the menu file.
    public let changed: [Field]

    public init(
        hash: String, title: String, price: Won, filePrice: Won, isSoldOut: Bool, isSoldOutInFile: Bool,
        changed: [Field]
    ) {
        self.hash = hash
        self.title = title
        self.price = price
        self.filePrice = filePrice
        self.isSoldOut = isSoldOut
        self.isSoldOutInFile = isSoldOutInFile
        self.changed = changed
    }

    private enum CodingKeys: String, CodingKey {
        case hash, title, price, changed
        case filePrice = "file_price"
        case isSoldOut = "sold_out"
        case isSoldOutInFile = "file_sold_out"
    }
}

/// The body of `PUT /dishes/{hash}/price`.
public struct DishPrice: Hashable, Sendable, Codable {
    /// The prices that a dish may have, in won.
    public static let amounts = 0...1_000_000_000

    public let price: Won

    public init(_ price: Won) { self.price = price }
}

/// The body of `PUT /dishes/{hash}/availability`.
public struct DishAvailability: Hashable, Sendable, Codable {
    public let isSoldOut: Bool

    public init(isSoldOut: Bool) { self.isSoldOut = isSoldOut }

    private enum CodingKeys: String, CodingKey { case isSoldOut = "sold_out" }
}
