/// The drinks that a machine sells, and how what is kept of it becomes a machine, and back.
public struct Assortment: Hashable, Sendable {
    /// In the order in which they are shown, each with an id and a product of its own.
    public let offers: [DrinkOffer]
    private let byID: [DrinkID: DrinkOffer]
    private let byProduct: [Product: DrinkOffer]

    public init(_ offers: [DrinkOffer]) throws(AssortmentError) {
        var (byID, byProduct): ([DrinkID: DrinkOffer], [Product: DrinkOffer]) = ([:], [:])
        for (index, offer) in offers.enumerated() {
            guard byID.updateValue(offer, forKey: offer.id) == nil else { throw .sameID(at: index) }
            guard byProduct.updateValue(offer, forKey: offer.product) == nil else { throw .sameProduct(at: index) }
        }
        (self.offers, self.byID, self.byProduct) = (offers, byID, byProduct)
    }

    /// `nil` for a drink that is not sold here.
    public subscript(id: DrinkID) -> DrinkOffer? { byID[id] }
    public subscript(product: Product) -> DrinkOffer? { byProduct[product] }

    /// Whether that is of an offer, and not of something else that was once sold under its id.
    public func sells(_ kept: StoredBatch) -> Bool { self[kept.drink]?.product.drinkClass == kept.drinkClass }

    /// Those of which nothing was ever kept.
    public func missing(in kept: [StoredBatch]) -> [DrinkOffer] {
        let known = Set(kept.filter(sells).map(\.drink))
        return offers.filter { !known.contains($0.id) }
    }

    /// What is kept of `offers` when a machine with them is set up on `day`.
    public func opening(_ offers: [DrinkOffer], on day: Day) throws -> [StoredBatch] {
        try kept(offers.flatMap { try $0.openingBatches(on: day) })
    }

    /// The machine as it was kept. What is not sold here any more is left where it is, and what is sold under another
    /// label by now has that one.
    public func machine(_ kept: [StoredBatch], balance: Won = Won(0)) throws -> VendingMachine {
        let batches = try kept.compactMap { kept -> Batch? in
            guard sells(kept), let offer = self[kept.drink] else { return nil }
            let beverage = try StoredBeverage.beverage(in: kept.beverage)
            beverage.relabel(as: offer.product.label)
            return Batch(beverage, count: kept.count)
        }
        return VendingMachine(balance: balance, batches: batches)
    }

    /// What is to be kept of the machine: what is alike as one.
    public func kept(_ machine: VendingMachine) throws -> [StoredBatch] {
        try kept(machine.batches + machine.emptied)
    }

    private func kept(_ batches: [Batch]) throws -> [StoredBatch] {
        var kept: [String: StoredBatch] = [:]
        for batch in batches {
            guard let offer = self[batch.beverage.product] else { continue }
            var one = try StoredBatch(batch, of: offer.id)
            one.count += kept[one.beverage]?.count ?? 0
            kept[one.beverage] = one
        }
        return Array(kept.values)
    }
}

/// Why a machine cannot sell such drinks. Positions count from 0.
public enum AssortmentError: Error, Hashable, Sendable {
    case sameID(at: Int)
    /// The same class, brand, name, volume and price under another id.
    case sameProduct(at: Int)
}
