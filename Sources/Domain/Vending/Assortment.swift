/// The drinks that a machine sells. Converts between a machine and its stored batches.
public struct Assortment: Hashable, Sendable {
    /// The offers in display order; ids and products are unique.
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

    /// The offer with that id, or `nil` if it is not sold here.
    public subscript(id: DrinkID) -> DrinkOffer? { byID[id] }
    public subscript(product: Product) -> DrinkOffer? { byProduct[product] }

    /// Returns whether the stored batch belongs to a current offer, and not to a different class that was once sold
    /// under the same id.
    public func sells(_ kept: StoredBatch) -> Bool { self[kept.drink]?.product.drinkClass == kept.drinkClass }

    /// Returns the offers for which no batch was ever stored.
    public func missing(in kept: [StoredBatch]) -> [DrinkOffer] {
        let known = Set(kept.filter(sells).map(\.drink))
        return offers.filter { !known.contains($0.id) }
    }

    /// Returns the batches to store for `offers` when a machine is set up with them on `day`.
    public func opening(_ offers: [DrinkOffer], on day: Day) throws -> [StoredBatch] {
        try kept(offers.flatMap { try $0.openingBatches(on: day) })
    }

    /// Restores the machine from its stored batches. Batches that are no longer sold are skipped and stay in storage;
    /// batches whose label has changed get the current label.
    public func machine(_ kept: [StoredBatch], balance: Won = Won(0)) throws -> VendingMachine {
        let batches = try kept.compactMap { kept -> Batch? in
            guard sells(kept), let offer = self[kept.drink] else { return nil }
            let beverage = try StoredBeverage.beverage(in: kept.beverage)
            beverage.relabel(as: offer.product.label)
            return Batch(beverage, count: kept.count)
        }
        return VendingMachine(balance: balance, batches: batches)
    }

    /// Returns the batches to store for the machine, with equal beverages merged into one batch.
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

/// The reason why an assortment is invalid. Positions count from 0.
public enum AssortmentError: Error, Hashable, Sendable {
    case sameID(at: Int)
    /// The same class, brand, name, volume and price as an earlier offer with another id.
    case sameProduct(at: Int)
}

/// The selection of a machine's drinks in a list.
public enum DrinkList: Hashable, Sendable, CaseIterable {
    case all
    case expired
    case hot
}

extension Assortment {
    /// Returns the machine's drinks as values, in display order.
    public func drinks(_ list: DrinkList = .all, in machine: VendingMachine, on day: Day) -> [Drink] {
        let shown: Set<Product>? =
            switch list {
            case .all: nil
            case .expired: Set(machine.expired(on: day).map(\.beverage.product))
            case .hot: Set(machine.hot.map(\.beverage.product))
            }
        let batches = Dictionary(grouping: machine.batches + machine.emptied) { $0.beverage.product }
        return offers.filter { shown?.contains($0.product) ?? true }.compactMap { offer in
            batches[offer.product].flatMap { Drink(offer, $0, on: day) }
        }
    }

    /// Returns the ids of the drinks that can be bought now with the machine's balance.
    public func affordable(in machine: VendingMachine, on day: Day) -> Set<DrinkID> {
        Set(machine.affordable(on: day).compactMap { self[$0]?.id })
    }
}

extension Drink {
    /// Creates a drink from an offer and its batches, including empty ones. Returns `nil` if there are no batches.
    fileprivate init?(_ offer: DrinkOffer, _ batches: [Batch], on day: Day) {
        let (sellable, others) = (batches.filter { $0.isSellable(on: day) }, batches.filter { !$0.isSellable(on: day) })
        let next = sellable.min { $0.goes(before: $1) }
        let oldest = others.filter { $0.count > 0 }.min { $0.goes(before: $1) }
        let last = others.max { $0.goes(before: $1) }
        guard let shown = (next ?? oldest ?? last)?.beverage else { return nil }
        self.init(
            id: offer.id, shown, count: sellable.beverages, expired: others.beverages, image: offer.image,
            english: offer.english)
    }
}
