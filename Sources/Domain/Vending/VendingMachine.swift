/// A vending machine that contains drinks and money. It validates every change itself; a method that throws changes
/// nothing. The current day is always passed in.
public struct VendingMachine {
    /// The inserted money that was neither spent nor returned.
    public private(set) var balance: Won
    /// All purchases, oldest first.
    public private(set) var purchases: [any Sellable] = []
    /// All batches, including empty ones, in the order in which they were added.
    private var everything: [Batch]

    public init(balance: Won = Won(0), batches: [Batch] = []) {
        self.balance = balance
        everything = batches
    }

    /// The batches that are not empty, expired or not.
    public var batches: [Batch] { everything.filter { $0.count > 0 } }

    /// The batches of which nothing is left.
    public var emptied: [Batch] { everything.filter { $0.count == 0 } }

    public mutating func insert(_ note: Won) throws(VendingError) {
        guard DrinksMachine.notes.contains(note) else { throw .notANote(note) }
        let balance = Won(balance.amount + note.amount)
        guard balance <= DrinksMachine.maxBalance else { throw .tooMuchMoney(balance: self.balance) }
        self.balance = balance
    }

    /// Returns the whole balance, leaving 0.
    public mutating func giveChange() -> Won {
        defer { balance = Won(0) }
        return balance
    }

    /// Adds one beverage, or several identical ones.
    public mutating func add(_ beverage: any Sellable, count: Int = 1) throws(VendingError) {
        guard Drink.counts.contains(count) else { throw .noSuchCount(count) }
        if count > 0 { everything.append(Batch(beverage, count: count)) }
    }

    /// Returns the products that can be bought now with the balance.
    public func affordable(on day: Day) -> [Product] {
        products.filter { $0.label.price <= balance && count(of: $0, on: day) > 0 }
    }

    /// Sells one beverage of the product, the one that expires first. Throws `VendingError`.
    public mutating func buy(_ product: Product, on day: Day) throws(VendingError) -> any Sellable {
        guard let next = next(of: product, on: day) else {
            let hasSome = batches.contains { $0.beverage.product == product }
            throw hasSome ? .onlyExpired(product) : .soldOut(product)
        }
        guard product.label.price <= balance else {
            throw .tooLittleMoney(price: product.label.price, balance: balance)
        }
        balance = Won(balance.amount - product.label.price.amount)
        let beverage = takeOne(at: next)
        purchases.append(beverage)
        return beverage
    }

    /// The batches that are not empty, by kind.
    public var stock: [DrinkKind: [Batch]] { Dictionary(grouping: batches) { $0.beverage.kind } }

    public func expired(on day: Day) -> [Batch] { batches.filter { $0.beverage.isExpired(on: day) } }

    /// The batches at or above 60 °C.
    public var hot: [Batch] { batches.filter(\.beverage.isHot) }
}

// The keeper's operations.
extension VendingMachine {
    /// Returns how many of the product can be sold.
    public func count(of product: Product, on day: Day) -> Int {
        batches.filter { $0.beverage.product == product && $0.isSellable(on: day) }.beverages
    }

    /// Sets the number that can be sold to `count` by adding beverages like `fresh` or removing those that would be
    /// sold next.
    public mutating func restock(_ fresh: any Sellable, to count: Int, on day: Day) throws(VendingError) {
        guard Drink.counts.contains(count) else { throw .noSuchCount(count) }
        let missing = count - self.count(of: fresh.product, on: day)
        if missing > 0 { return try add(fresh, count: missing) }
        for _ in missing..<0 {
            guard let next = next(of: fresh.product, on: day) else { return }
            _ = takeOne(at: next)
        }
    }

    public mutating func removeExpired(_ product: Product, on day: Day) -> [Batch] {
        let gone = expired(on: day).filter { $0.beverage.product == product }
        for index in everything.indices where everything[index].beverage.product == product {
            if everything[index].beverage.isExpired(on: day) { everything[index].count = 0 }
        }
        return gone
    }

    /// The distinct products, in the order in which they were added.
    private var products: [Product] {
        var seen: Set<Product> = []
        return batches.map(\.beverage.product).filter { seen.insert($0).inserted }
    }

    /// Returns the index of the batch that is sold next, or `nil` if none can be sold.
    private func next(of product: Product, on day: Day) -> Int? {
        let sellable = everything.indices.filter {
            everything[$0].beverage.product == product && everything[$0].isSellable(on: day)
        }
        return sellable.min { everything[$0].goes(before: everything[$1]) }
    }

    private mutating func takeOne(at index: Int) -> any Sellable {
        everything[index].count -= 1
        return everything[index].beverage
    }
}

/// The reason why a machine refuses an operation. It carries data only; the message is composed where it is displayed.
public enum VendingError: Error, Hashable, Sendable {
    /// The amount is not one of `DrinksMachine.notes`.
    case notANote(Won)
    /// The balance would exceed `DrinksMachine.maxBalance`.
    case tooMuchMoney(balance: Won)
    case tooLittleMoney(price: Won, balance: Won)
    case soldOut(Product)
    /// All that are left have expired.
    case onlyExpired(Product)
    /// The count is outside `Drink.counts`.
    case noSuchCount(Int)
}

/// A number of identical beverages in the machine. An empty batch records that such beverages were there.
public struct Batch {
    public let beverage: any Sellable
    public internal(set) var count: Int

    public init(_ beverage: any Sellable, count: Int) {
        self.beverage = beverage
        self.count = count
    }

    func isSellable(on day: Day) -> Bool { count > 0 && !beverage.isExpired(on: day) }

    /// Returns whether this batch is sold before `other`: the earlier expiry date first, then the earlier manufacturing
    /// day.
    func goes(before other: Batch) -> Bool {
        let (mine, others) = (beverage.expiresOn, other.beverage.expiresOn)
        if let mine, let others, mine != others { return mine < others }
        if (mine == nil) != (others == nil) { return mine != nil }
        return beverage.manufacturedOn < other.beverage.manufacturedOn
    }
}

extension [Batch] {
    public var beverages: Int { reduce(0) { $0 + $1.count } }
}
