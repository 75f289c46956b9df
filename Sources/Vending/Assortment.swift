import ShopModels

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

    /// Those of which nothing was ever kept.
    public func missing(in kept: [KeptBatch]) -> [DrinkOffer] {
        let known = Set(kept.map(\.drink))
        return offers.filter { !known.contains($0.id) }
    }

    /// What is kept of `offers` when a machine with them is set up on `day`.
    public func opening(_ offers: [DrinkOffer], on day: Day) throws -> [KeptBatch] {
        try kept(offers.flatMap { try $0.openingBatches(on: day) })
    }

    /// The machine as it was kept. What is not sold here any more is left where it is, and what is sold under another
    /// label by now has that one.
    public func machine(_ kept: [KeptBatch], balance: Won = Won(0)) throws -> VendingMachine {
        let batches = try kept.compactMap { kept -> Batch? in
            guard let offer = self[kept.drink] else { return nil }
            let beverage = try KeptBeverage.beverage(in: kept.beverage)
            guard type(of: beverage).drinkClass == offer.product.drinkClass else { return nil }
            beverage.relabel(as: offer.product.label)
            return Batch(beverage, count: kept.count)
        }
        return VendingMachine(balance: balance, batches: batches)
    }

    /// What is to be kept of the machine: what is alike as one.
    public func kept(_ machine: VendingMachine) throws -> [KeptBatch] {
        try kept(machine.batches + machine.emptied)
    }

    private func kept(_ batches: [Batch]) throws -> [KeptBatch] {
        var counts: [KeptBatch: Int] = [:]
        for batch in batches {
            guard let offer = self[batch.beverage.product] else { continue }
            let kind = KeptBatch(drink: offer.id, beverage: try KeptBeverage.text(of: batch.beverage), count: 0)
            counts[kind, default: 0] += batch.count
        }
        return counts.map { KeptBatch(drink: $0.key.drink, beverage: $0.key.beverage, count: $0.value) }
    }
}

/// A batch as it is kept.
public struct KeptBatch: Hashable, Sendable {
    /// The offer of which it is.
    public let drink: DrinkID
    /// As `KeptBeverage` writes it.
    public let beverage: String
    /// 0 where it was the last one.
    public let count: Int

    public init(drink: DrinkID, beverage: String, count: Int) {
        self.drink = drink
        self.beverage = beverage
        self.count = count
    }
}

/// Why a machine cannot sell such drinks. Positions count from 0.
public enum AssortmentError: Error, Hashable, Sendable {
    case sameID(at: Int)
    /// The same class, brand, name, volume and price under another id.
    case sameProduct(at: Int)
}
