/// A machine with drinks and money in it. It alone checks and changes both: what throws changes nothing. Which day it is
/// it is told.
public struct VendingMachine {
    /// What was put in, and neither spent nor returned.
    public private(set) var balance: Won
    /// Everything that was bought, oldest first.
    public private(set) var purchases: [any Sellable] = []
    /// What lies in it and what lay in it, in the order in which it was put in.
    private var everything: [Batch]

    /// A machine that somebody used before: with that money, and those drinks.
    public init(balance: Won = Won(0), batches: [Batch] = []) {
        self.balance = balance
        everything = batches
    }

    /// What lies in it, expired or not.
    public var batches: [Batch] { everything.filter { $0.count > 0 } }

    /// What lay in it, of which nothing is left.
    public var emptied: [Batch] { everything.filter { $0.count == 0 } }

    /// Takes a note.
    public mutating func insert(_ note: Won) throws(VendingError) {
        guard DrinksMachine.notes.contains(note) else { throw .notANote(note) }
        let balance = Won(balance.amount + note.amount)
        guard balance <= DrinksMachine.mostBalance else { throw .tooMuchMoney(balance: self.balance) }
        self.balance = balance
    }

    /// Returns all the money that is left.
    public mutating func giveChange() -> Won {
        defer { balance = Won(0) }
        return balance
    }

    /// Puts a beverage in, or several that are alike.
    public mutating func add(_ beverage: any Sellable, count: Int = 1) throws(VendingError) {
        guard Drink.counts.contains(count) else { throw .noSuchCount(count) }
        if count > 0 { everything.append(Batch(beverage, count: count)) }
    }

    /// Every product of which one could be bought now.
    public func affordable(on day: Day) -> [Product] {
        products.filter { $0.label.price <= balance && count(of: $0, on: day) > 0 }
    }

    /// Sells one, of those that there are the one that goes bad first.
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

    /// Everything that lies in it, by kind.
    public var stock: [DrinkKind: [Batch]] { Dictionary(grouping: batches) { $0.beverage.kind } }

    /// What nobody can buy any more.
    public func expired(on day: Day) -> [Batch] { batches.filter { $0.beverage.isExpired(on: day) } }

    /// What is at or above 60 °C.
    public var hot: [Batch] { batches.filter(\.beverage.isHot) }
}

// What its keeper does.
extension VendingMachine {
    /// How many of it can be sold.
    public func count(of product: Product, on day: Day) -> Int {
        batches.filter { $0.beverage.product == product && $0.isSellable(on: day) }.beverages
    }

    /// Sees to it that there are `count` that can be sold: puts in more like `fresh`, or takes out those that are sold next.
    public mutating func restock(_ fresh: any Sellable, to count: Int, on day: Day) throws(VendingError) {
        guard Drink.counts.contains(count) else { throw .noSuchCount(count) }
        let missing = count - self.count(of: fresh.product, on: day)
        if missing > 0 { return try add(fresh, count: missing) }
        for _ in missing..<0 {
            guard let next = next(of: fresh.product, on: day) else { return }
            _ = takeOne(at: next)
        }
    }

    /// Takes out all of that product that have expired, and returns them.
    public mutating func removeExpired(_ product: Product, on day: Day) -> [Batch] {
        let gone = expired(on: day).filter { $0.beverage.product == product }
        for index in everything.indices where everything[index].beverage.product == product {
            if everything[index].beverage.isExpired(on: day) { everything[index].count = 0 }
        }
        return gone
    }

    /// Each once, in the order in which they were put in.
    private var products: [Product] {
        var seen: Set<Product> = []
        return batches.map(\.beverage.product).filter { seen.insert($0).inserted }
    }

    /// Where the one is that is sold next.
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

/// Why a machine does not do what it was asked. Carries data only; the words are made where it is shown.
public enum VendingError: Error, Hashable, Sendable {
    /// It takes only `DrinksMachine.notes`.
    case notANote(Won)
    /// It would have more than `DrinksMachine.mostBalance`.
    case tooMuchMoney(balance: Won)
    case tooLittleMoney(price: Won, balance: Won)
    case soldOut(Product)
    /// There are some, and all of them have expired.
    case onlyExpired(Product)
    /// Outside of `Drink.counts`.
    case noSuchCount(Int)
}
