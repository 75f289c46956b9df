import Domain
import Foundation
import Storage

// Stores the machine's stock and the sessions' balances.
extension StoreTransaction {
    /// Returns the stored batches, after adding the assortment's opening batches of drinks that were never stored.
    func openedBatches(of assortment: Assortment, on day: Day) throws -> [StoredBatch] {
        let kept = try batches()
        let missing = assortment.missing(in: kept)
        guard !missing.isEmpty else { return kept }
        for batch in try assortment.opening(missing, on: day) { try insert(batch) }
        return try batches()
    }

    /// Runs `work` on the machine, stores its stock, and gives new versions to the sections that look different
    /// afterwards.
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

    /// Stores a changed session with a new version of its section, so that its terminal is notified. All sessions share
    /// the version counter of one section; each session stores the number of its latest change.
    func keep(_ session: MachineSession) throws {
        var session = session
        session.sequence = try addVersion(of: .drinksOfSession).sequence
        try set(session)
    }

    /// Stores a purchase and adds it to the totals of its kind.
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
    /// Restores the machine from stored batches. Throws `StoreError.damaged` if they are invalid.
    func storedMachine(_ kept: [StoredBatch], balance: Won = Won(0)) throws(StoreError) -> VendingMachine {
        do {
            return try machine(kept, balance: balance)
        } catch {
            throw .damaged
        }
    }
}

extension [StoredBatch] {
    /// The batches without empty ones, but with the last batch of each sold-out drink. That one records that the drink
    /// was stored before.
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
    /// Returns the sections of the kinds whose drinks differ.
    fileprivate static func sections(changedFrom before: [Drink], to after: [Drink]) -> [SectionID] {
        let changed = zip(before, after).filter { $0 != $1 }.map(\.1.kind)
        return allCases.filter(changed.contains).map(\.section)
    }
}
