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
    /// The total number of beverages.
    public var beverages: Int { reduce(0) { $0 + $1.count } }
}
