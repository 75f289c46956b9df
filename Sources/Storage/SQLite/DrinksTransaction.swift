import Domain
import Foundation
import GRDB

/// One operation at the machine: the machine is made of what is kept, works, and what became of it is kept. It lives no
/// longer than the transaction.
struct DrinksTransaction {
    let operation: DrinksOperation
    let db: Database

    private var assortment: Assortment { operation.assortment }
    private var day: Day { operation.day }

    /// Within the transaction of whoever calls.
    func run() throws -> DrinksOutcome {
        switch try AnswerTable.earlier(DrinksAnswer.self, to: operation.key, in: db) {
        case .answer(let answer): return .repeated(answer)
        case .keyTaken: return .keyTaken
        case nil: break
        }
        do {
            let outcome = try act()
            if case .done(let answer) = outcome {
                try AnswerTable.keep(answer, to: operation.key, at: operation.time, in: db)
            }
            return outcome
        } catch let error as VendingError {
            // The machine checks before it changes anything, and nothing is kept before it has worked.
            return .refused(error)
        }
    }

    private func act() throws -> DrinksOutcome {
        switch operation.action {
        case .insert(let note, let session): try insert(note, session)
        case .buy(let drink, let session): try buy(drink, session)
        case .giveChange(let session): try giveChange(session)
        case .restock(let restock): try self.restock(restock)
        case .removeExpired(let drink): try removeExpired(drink)
        }
    }

    private func insert(_ note: Won, _ session: UUID) throws -> DrinksOutcome {
        var machine = VendingMachine(balance: try DrinkSessionTable.session(session, in: db).balance)
        try machine.insert(note)
        try DrinkSessionTable.insert(note, session: session, in: db)
        return .done(.balance(DrinkBalance(balance: machine.balance)))
    }

    private func giveChange(_ session: UUID) throws -> DrinksOutcome {
        var machine = VendingMachine(balance: try DrinkSessionTable.session(session, in: db).balance)
        let change = machine.giveChange()
        try DrinkSessionTable.giveBack(change, session: session, in: db)
        return .done(.change(DrinkChange(returned: change, balance: machine.balance)))
    }

    private func buy(_ drink: DrinkID, _ session: UUID) throws -> DrinksOutcome {
        guard let offer = assortment[drink] else { return .unknownDrink }
        let balance = try DrinkSessionTable.session(session, in: db).balance
        let (beverage, machine) = try changing(balance: balance) { machine in
            try machine.buy(offer.product, on: day)
        }
        let purchase = try keep(beverage, offer, session)
        return .done(.sold(SoldDrink(drink: purchase, balance: machine.balance)))
    }

    /// Keeps the sale with everything that belongs to it.
    private func keep(_ beverage: any Sellable, _ offer: DrinkOffer, _ session: UUID) throws -> DrinkPurchase {
        let label = beverage.label
        let order = try OrderTable.keep(
            NewOrder(
                counter: .drinks, who: operation.buyer, title: "\(label.brand) \(label.name)", quantity: 1,
                unitPrice: label.price, placedAt: operation.time, key: operation.key,
                isAnnounced: operation.isAnnounced), in: db)
        let purchase = DrinkPurchase(
            id: order.id, drink: offer.id, name: label.name, kind: beverage.kind, image: offer.image,
            price: order.total, boughtAt: order.placedAt)
        try DrinkPurchaseTable.keep(purchase, session: session, in: db)
        try DrinkSessionTable.spend(order.total, session: session, in: db)
        try SectionTable.change([.drinkPurchases], in: db)
        return purchase
    }

    private func restock(_ restock: DrinkRestock) throws -> DrinksOutcome {
        guard let offer = assortment[restock.id] else { return .unknownDrink }
        let fresh = try offer.beverage(manufacturedOn: day)
        let (isDone, machine) = try changing { machine in
            let count = machine.count(of: offer.product, on: day)
            guard restock.seen.map({ $0 == count || restock.count == count }) ?? true else { return false }
            try machine.restock(fresh, to: restock.count, on: day)
            return true
        }
        return isDone ? stock(machine) : .changedMeanwhile
    }

    private func removeExpired(_ drink: DrinkID) throws -> DrinksOutcome {
        guard let offer = assortment[drink] else { return .unknownDrink }
        let (_, machine) = try changing { $0.removeExpired(offer.product, on: day) }
        return stock(machine)
    }

    private func stock(_ machine: VendingMachine) -> DrinksOutcome {
        .done(.stock(DrinksStock(of: assortment.drinks(in: machine, on: day))))
    }

    /// Has the machine work, keeps its stock, and gives the sections that look different afterwards new versions.
    private func changing<Outcome>(
        balance: Won = Won(0), _ work: (inout VendingMachine) throws -> Outcome
    ) throws -> (Outcome, VendingMachine) {
        let kept = try DrinkStockTable.opened(assortment, on: day, in: db)
        var machine = try assortment.machine(kept, balance: balance)
        let before = assortment.drinks(in: machine, on: day)
        let outcome = try work(&machine)
        try DrinkStockTable.replace(kept.filter(assortment.sells), with: assortment.kept(machine), in: db)
        let after = assortment.drinks(in: machine, on: day)
        try SectionTable.change(DrinkKind.sections(changedFrom: before, to: after), in: db)
        return (outcome, machine)
    }
}

extension DrinkKind {
    /// The sections of kinds of which something is different.
    fileprivate static func sections(changedFrom before: [Drink], to after: [Drink]) -> [SectionID] {
        let changed = zip(before, after).filter { $0 != $1 }.map(\.1.kind)
        return allCases.filter(changed.contains).map(\.section)
    }
}
