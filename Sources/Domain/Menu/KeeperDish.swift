import TerminalText

/// A dish as shown to the shop's keeper: the response to `GET /dishes/{hash}`.
public struct KeeperDish: Hashable, Sendable, Codable {
    /// A property of a dish that the keeper may change. The raw value is its encoded name.
    public enum Field: String, Hashable, Sendable, Codable, CaseIterable {
        case price
        case soldOut = "sold_out"
        case count
    }

    public let hash: String
    public let title: String
    public let price: Won
    public let filePrice: Won
    public let isSoldOut: Bool
    public let isSoldOutInFile: Bool
    /// How many are left; `nil` if they are not counted.
    public let count: Int?
    /// How many the file says there are, in all or at the start of each day; `nil` if it does not count them.
    public let fileCount: Int?
    /// The properties that the keeper changed, which no longer follow the menu file.
    public let changed: [Field]
    /// The keeper's changes of another dish, for which the menu file used the hash before; `nil` if there are none. They
    /// do not apply, and are replaced by the next change of this dish.
    public let setAside: SetAside?

    /// Changes of a dish that do not apply, because the menu file uses its hash for another one now.
    public struct SetAside: Hashable, Sendable, Codable {
        /// The title of the dish that was changed; empty if it is unknown.
        public let title: PlainText
        public let price: Won?
        public let isSoldOut: Bool?

        public init(title: PlainText, price: Won?, isSoldOut: Bool?) {
            self.title = title
            self.price = price
            self.isSoldOut = isSoldOut
        }

        private enum CodingKeys: String, CodingKey {
            case title, price
            case isSoldOut = "sold_out"
        }
    }

    public init(
        hash: String, title: String, price: Won, filePrice: Won, isSoldOut: Bool, isSoldOutInFile: Bool,
        count: Int? = nil, fileCount: Int? = nil, changed: [Field], setAside: SetAside? = nil
    ) {
        self.hash = hash
        self.title = title
        self.price = price
        self.filePrice = filePrice
        self.isSoldOut = isSoldOut
        self.isSoldOutInFile = isSoldOutInFile
        self.count = count
        self.fileCount = fileCount
        self.changed = changed
        self.setAside = setAside
    }

    private enum CodingKeys: String, CodingKey {
        case hash, title, price, count, changed
        case filePrice = "file_price"
        case isSoldOut = "sold_out"
        case isSoldOutInFile = "file_sold_out"
        case fileCount = "file_count"
        case setAside = "set_aside"
    }
}

/// The body of `PUT /dishes/{hash}/price`.
public struct DishPrice: Hashable, Sendable, Codable {
    /// The prices that a dish may have, in won.
    public static let amounts = 0...1_000_000_000

    /// The title that the keeper was shown: the change is for that dish only.
    public let title: PlainText
    public let price: Won

    public init(title: PlainText, _ price: Won) {
        self.title = title
        self.price = price
    }
}

/// The body of `PUT /dishes/{hash}/count`.
public struct DishCountChange: Hashable, Sendable, Codable {
    /// The title that the keeper was shown: the change is for that dish only.
    public let title: PlainText
    /// How many are left, one of `Dish.counts`.
    public let count: Int

    public init(title: PlainText, _ count: Int) {
        self.title = title
        self.count = count
    }
}

/// The body of `PUT /dishes/{hash}/availability`.
public struct DishAvailability: Hashable, Sendable, Codable {
    /// The title that the keeper was shown: the change is for that dish only.
    public let title: PlainText
    public let isSoldOut: Bool

    public init(title: PlainText, isSoldOut: Bool) {
        self.title = title
        self.isSoldOut = isSoldOut
    }

    private enum CodingKeys: String, CodingKey {
        case title
        case isSoldOut = "sold_out"
    }
}
