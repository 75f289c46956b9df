/// Beverages in the machine that are alike in everything, or where such beverages were.
public struct Batch {
    public let beverage: any Sellable
    public internal(set) var count: Int

    public init(_ beverage: any Sellable, count: Int) {
        self.beverage = beverage
        self.count = count
    }

    func isSellable(on day: Day) -> Bool { count > 0 && !beverage.isExpired(on: day) }

    /// Whether it is to be sold before `other`: what goes bad sooner, then what was made earlier.
    func goes(before other: Batch) -> Bool {
        let (mine, others) = (beverage.expiresOn, other.beverage.expiresOn)
        if let mine, let others, mine != others { return mine < others }
        if (mine == nil) != (others == nil) { return mine != nil }
        return beverage.manufacturedOn < other.beverage.manufacturedOn
    }
}

extension [Batch] {
    /// How many beverages there are altogether.
    public var beverages: Int { reduce(0) { $0 + $1.count } }
}
