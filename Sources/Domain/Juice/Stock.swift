/// The number of each fruit. It validates every change itself and returns it as a value, so that its owner can notify
/// observers.
public struct Stock: Hashable, Sendable {
    public private(set) var counts: [FruitID: Int]

    /// Creates a stock with those counts. Throws `StockError` if one is outside 0 to 100.
    public init(_ counts: [FruitID: Int]) throws(StockError) {
        self.counts = [:]
        for (fruit, count) in counts {
            guard FruitStock.counts.contains(count) else { throw .noSuchCount(fruit, count) }
            self.counts[fruit] = count
        }
    }

    /// The count of `fruit`; 0 if the stock does not know it.
    public subscript(fruit: FruitID) -> Int { counts[fruit] ?? 0 }

    /// The fruits that the stock knows, including those with a count of 0.
    public var fruits: Set<FruitID> { Set(counts.keys) }

    /// Returns how many of each fruit are missing; empty if there is enough of all.
    public func missing(for needs: [FruitID: Int]) -> [FruitID: Int] {
        needs.reduce(into: [:]) { missing, need in
            let lack = need.value - self[need.key]
            if lack > 0 { missing[need.key] = lack }
        }
    }

    /// Takes all of `needs`, or throws and takes nothing.
    mutating func take(_ needs: [FruitID: Int]) throws(Shortage) -> StockChange {
        let missing = missing(for: needs)
        guard missing.isEmpty else { throw Shortage(missing: missing) }
        return change(needs.reduce(into: [:]) { left, need in left[need.key] = self[need.key] - need.value })
    }

    /// Adds `counts`, limiting each fruit to the capacity.
    public mutating func putBack(_ counts: [FruitID: Int]) -> StockChange {
        change(
            counts.reduce(into: [:]) { full, count in
                full[count.key] = min(self[count.key] + count.value, FruitStock.counts.upperBound)
            })
    }

    /// Sets the counts of the given fruits, or throws and sets none of them.
    public mutating func set(_ counts: [FruitID: Int]) throws(StockError) -> StockChange {
        for (fruit, count) in counts {
            guard self.counts[fruit] != nil else { throw .unknownFruit(fruit) }
            guard FruitStock.counts.contains(count) else { throw .noSuchCount(fruit, count) }
        }
        return change(counts)
    }

    /// Adds the fruits of `opening` that the stock does not know yet, with their counts.
    public mutating func open(with opening: Stock) -> StockChange {
        change(opening.counts.filter { counts[$0.key] == nil })
    }

    private mutating func change(_ counts: [FruitID: Int]) -> StockChange {
        let before = self
        self.counts.merge(counts) { $1 }
        return StockChange(before: before, after: self)
    }
}

public struct StockChange: Hashable, Sendable {
    public let before: Stock
    public let after: Stock

    public var counts: [FruitID: Int] {
        var counts: [FruitID: Int] = [:]
        for fruit in after.fruits where after[fruit] != before[fruit] || !before.fruits.contains(fruit) {
            counts[fruit] = after[fruit]
        }
        return counts
    }
}

/// The stock does not suffice for a request.
public struct Shortage: Error, Hashable, Sendable {
    /// How many of each fruit are missing; never empty.
    public let missing: [FruitID: Int]

    public init(missing: [FruitID: Int]) { self.missing = missing }
}

/// The reason why a stock cannot have the requested counts.
public enum StockError: Error, Hashable, Sendable {
    /// The stock does not know this fruit.
    case unknownFruit(FruitID)
    /// The count is outside 0...100.
    case noSuchCount(FruitID, Int)
}
