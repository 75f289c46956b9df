/// The selection of a machine's drinks in a list.
public enum DrinkList: Hashable, Sendable, CaseIterable {
    case all
    /// Drinks of which some have expired.
    case expired
    /// Drinks of which some are hot.
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
        let label = shown.label
        self.init(
            id: offer.id, brand: label.brand, name: label.name, volume: label.volume, price: label.price,
            count: sellable.beverages, expired: others.beverages, manufacturedOn: shown.manufacturedOn,
            image: offer.image, traits: shown.traits, english: offer.english)
    }
}
