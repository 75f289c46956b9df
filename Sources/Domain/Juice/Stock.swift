/// How many there are of each fruit. It alone checks what is taken from it and put into it, and every change comes back
/// as a value, so that whoever keeps the stock can tell those who watch it.
public struct Stock: Hashable, Sendable {
    public private(set) var counts: [FruitID: Int]

    /// A stock of those counts, each from 0 to 100.
    public init(_ counts: [FruitID: Int]) throws(StockError) {
        self.counts = [:]
        for (fruit, count) in counts {
            guard FruitStock.counts.contains(count) else { throw .noSuchCount(fruit, count) }
            self.counts[fruit] = count
        }
    }

    /// How many there are; 0 of a fruit that the stock does not know.
    public subscript(fruit: FruitID) -> Int { counts[fruit] ?? 0 }

    /// The fruits that the stock knows, those of which nothing is left among them.
    public var fruits: Set<FruitID> { Set(counts.keys) }

    /// How many are missing of each fruit of which there are fewer than needed; empty when there is enough.
    public func missing(for needs: [FruitID: Int]) -> [FruitID: Int] {
        needs.reduce(into: [:]) { missing, need in
            let lack = need.value - self[need.key]
            if lack > 0 { missing[need.key] = lack }
        }
    }

    /// Takes all of it, or throws and takes nothing.
    mutating func take(_ needs: [FruitID: Int]) throws(Shortage) -> StockChange {
        let missing = missing(for: needs)
        guard missing.isEmpty else { throw Shortage(missing: missing) }
        return change(needs.reduce(into: [:]) { left, need in left[need.key] = self[need.key] - need.value })
    }

    /// Puts so many of each fruit in, as far as there is room.
    mutating func putBack(_ counts: [FruitID: Int]) -> StockChange {
        change(
            counts.reduce(into: [:]) { full, count in
                full[count.key] = min(self[count.key] + count.value, FruitStock.counts.upperBound)
            })
    }

    /// Sets the counts of the fruits named, or throws and sets none of them.
    public mutating func set(_ counts: [FruitID: Int]) throws(StockError) -> StockChange {
        for (fruit, count) in counts {
            guard self.counts[fruit] != nil else { throw .unknownFruit(fruit) }
            guard FruitStock.counts.contains(count) else { throw .noSuchCount(fruit, count) }
        }
        return change(counts)
    }

    /// Knows, from now on, the fruits of `opening` that it did not know, as many as there are in that.
    public mutating func open(with opening: Stock) -> StockChange {
        change(opening.counts.filter { counts[$0.key] == nil })
    }

    private mutating func change(_ counts: [FruitID: Int]) -> StockChange {
        let before = self
        self.counts.merge(counts) { $1 }
        return StockChange(before: before, after: self)
    }
}

/// What became of a stock: told by the stock itself.
public struct StockChange: Hashable, Sendable {
    public let before: Stock
    public let after: Stock

    /// The new counts of those fruits whose count is another now.
    public var counts: [FruitID: Int] {
        var counts: [FruitID: Int] = [:]
        for fruit in after.fruits where after[fruit] != before[fruit] || !before.fruits.contains(fruit) {
            counts[fruit] = after[fruit]
        }
        return counts
    }
}

/// There is too little for what was asked.
public struct Shortage: Error, Hashable, Sendable {
    /// How many are missing of each fruit that there is too little of; never empty.
    public let missing: [FruitID: Int]

    public init(missing: [FruitID: Int]) { self.missing = missing }
}

/// Why a stock cannot be what it was told to be.
public enum StockError: Error, Hashable, Sendable {
    /// The bar does not work with this fruit.
    case unknownFruit(FruitID)
    /// A count outside of 0...100.
    case noSuchCount(FruitID, Int)
}
