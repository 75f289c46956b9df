import Domain
import Foundation
import Storage

// What lies in the drinks machine, and whose money is in it.
extension StoreTransaction {
    /// What is kept, with what the assortment opens with of drinks that were never kept before.
    func openedBatches(of assortment: Assortment, on day: Day) throws -> [StoredBatch] {
        let kept = try batches()
        let missing = assortment.missing(in: kept)
        guard !missing.isEmpty else { return kept }
        for batch in try assortment.opening(missing, on: day) { try insert(batch) }
        return try batches()
    }

    /// Has the machine work, keeps its stock, and gives the sections that look different afterwards new versions.
    func changeMachine<Outcome>(
        of assortment: Assortment, on day: Day, balance: Won = Won(0),
        _ work: (inout VendingMachine) throws -> Outcome
    ) throws -> (Outcome, VendingMachine) {
        let kept = try openedBatches(of: assortment, on: day)
        var machine = try assortment.storedMachine(kept, balance: balance)
        let before = assortment.drinks(in: machine, on: day)
        let outcome = try work(&machine)
        try replace(kept, with: kept.filter { !assortment.sells($0) } + assortment.kept(machine))
        let after = assortment.drinks(in: machine, on: day)
        try change(DrinkKind.sections(changedFrom: before, to: after))
        return (outcome, machine)
    }

    private func replace(_ before: [StoredBatch], with after: [StoredBatch]) throws {
        let after = after.withoutEmptied
        for batch in Set(before).subtracting(after) { try remove(batch) }
        for batch in Set(after).subtracting(before) { try insert(batch) }
    }

    /// Keeps a session that changed, and has its terminals told. All sessions are one section here: whose changed last is
    /// the number's.
    func keep(_ session: MachineSession) throws {
        var session = session
        session.number = try addVersion(of: .drinksOfSession).number
        try set(session)
    }

    /// Keeps what was bought, with its share of all that was.
    func keep(_ purchase: DrinkPurchase, of session: UUID) throws {
        try insert(purchase, of: session)
        let total = try purchaseTotals().first { $0.kind == purchase.kind }
        try set(
            DrinkKindTotal(
                kind: purchase.kind, count: (total?.count ?? 0) + 1,
                amount: Won((total?.amount.amount ?? 0) + purchase.price.amount)))
        try change([.drinkPurchases])
    }
}

extension Assortment {
    /// The machine as it was kept. Throws `StoreError` where that is damaged.
    func storedMachine(_ kept: [StoredBatch], balance: Won = Won(0)) throws(StoreError) -> VendingMachine {
        do {
            return try machine(kept, balance: balance)
        } catch {
            throw .damaged
        }
    }
}

extension [StoredBatch] {
    /// Of each drink the last batch stays, though nothing is left of it: so one knows that there was some.
    fileprivate var withoutEmptied: [StoredBatch] {
        let ofDrinks = Dictionary(grouping: self, by: \.drink)
        return filter { batch in
            batch.count > 0
                || !ofDrinks[batch.drink, default: []].contains {
                    $0.count > 0 || $0.manufacturedOn > batch.manufacturedOn
                }
        }
    }
}

extension DrinkKind {
    /// The sections of kinds of which something is different.
    fileprivate static func sections(changedFrom before: [Drink], to after: [Drink]) -> [SectionID] {
        let changed = zip(before, after).filter { $0 != $1 }.map(\.1.kind)
        return allCases.filter(changed.contains).map(\.section)
    }
}
