import Domain
import Foundation
import Storage
import TerminalText

struct MachineOperation: Sendable {
    enum Action: Hashable, Sendable {
        case insert(Won, session: UUID)
        /// Buys a drink at the price `seen`; at any price if that is `nil`.
        case buy(DrinkID, seen: Won? = nil, session: UUID)
        case giveChange(session: UUID)
        case restock(DrinkRestock)
        case removeExpired(DrinkID)
    }

    let action: Action
    let assortment: Assortment
    let day: Day
    /// The time of the operation, stored in whole seconds.
    let time: Date
    /// Whether a message about a sale is added to the outbox.
    let isAnnounced: Bool

    /// Performs the operation and stores its answer under the idempotency key, in the transaction `store`. If the key
    /// was already used, returns the same answer again. Throws `VendingError`, `MachineError` and `KeyTaken`.
    func run(under key: IdempotencyKey, in store: any StoreTransaction) throws -> KeyedAnswer<MachineAnswer> {
        try store.answerOnce(to: key, at: time) {
            switch action {
            case .insert(let note, let session): .balance(try insert(note, session, in: store))
            case .buy(let drink, let seen, let session): .sold(try buy(drink, seen, session, in: store))
            case .giveChange(let session): .change(try giveChange(session, in: store))
            case .restock(let restock): .stock(try self.restock(restock, in: store))
            case .removeExpired(let drink): .stock(try removeExpired(drink, in: store))
            }
        }
    }
}

enum MachineAnswer: Hashable, Sendable, Codable {
    case balance(DrinkBalance)
    case sold(SoldDrink)
    case change(DrinkChange)
    case stock(DrinksStock)
}

/// The reason why an operation conflicts with the assortment or with what the client saw.
enum MachineError: Error, Hashable {
    /// The drink is not in the assortment.
    case unknownDrink
    /// The count is no longer the one that was seen.
    case changedMeanwhile
    /// The drink costs that instead of the price that was seen.
    case anotherPrice(Won)
}

// Operations of guests.
extension MachineOperation {
    private func insert(_ note: Won, _ id: UUID, in store: any StoreTransaction) throws -> DrinkBalance {
        var session = try store.machineSession(id)
        var machine = VendingMachine(balance: session.balance)
        try machine.insert(note)
        session.balance = machine.balance
        session.inserted = Won(session.inserted.amount + note.amount)
        try store.keep(session)
        return DrinkBalance(balance: machine.balance)
    }

    private func giveChange(_ id: UUID, in store: any StoreTransaction) throws -> DrinkChange {
        var session = try store.machineSession(id)
        var machine = VendingMachine(balance: session.balance)
        let change = machine.giveChange()
        if change > Won(0) {
            session.balance = machine.balance
            session.returned = Won(session.returned.amount + change.amount)
            try store.keep(session)
        }
        return DrinkChange(returned: change, balance: machine.balance)
    }

    private func buy(_ drink: DrinkID, _ seen: Won?, _ id: UUID, in store: any StoreTransaction) throws -> SoldDrink {
        let offer = try offer(drink)
        let price = offer.product.label.price
        guard seen ?? price == price else { throw MachineError.anotherPrice(price) }
        var session = try store.machineSession(id)
        let (beverage, machine) = try store.changeMachine(of: assortment, on: day, balance: session.balance) {
            try $0.buy(offer.product, on: day)
        }
        let label = beverage.label
        let order = try store.keep(
            NewOrder(
                who: Order.soldByMachine, handover: Handover(.here),
                lines: [
                    OrderLine(
                        item: OrderedItem(.drinks, offer.id.name), title: PlainText("\(label.brand) \(label.name)"),
                        titleInEnglish: offer.titleInEnglish, quantity: 1, unitPrice: label.price)
                ], state: .handedOver, session: id, day: day, placedAt: time, isAnnounced: isAnnounced))
        let purchase = DrinkPurchase(
            id: order.id, drink: offer.id, name: label.name, kind: beverage.kind, image: offer.image,
            price: order.total, boughtAt: order.placedAt)
        try store.keep(purchase, of: id)
        session.balance = machine.balance
        session.spent = Won(session.spent.amount + order.total.amount)
        session.purchases += 1
        try store.keep(session)
        return SoldDrink(drink: purchase.named(by: assortment), balance: machine.balance)
    }

    fileprivate func offer(_ drink: DrinkID) throws -> DrinkOffer {
        guard let offer = assortment[drink] else { throw MachineError.unknownDrink }
        return offer
    }
}

// Operations of the keeper.
extension MachineOperation {
    private func restock(_ restock: DrinkRestock, in store: any StoreTransaction) throws -> DrinksStock {
        let offer = try offer(restock.id)
        let fresh = try offer.beverage(manufacturedOn: day)
        let (_, machine) = try store.changeMachine(of: assortment, on: day) { machine in
            let count = machine.count(of: offer.product, on: day)
            guard restock.seen.map({ $0 == count || restock.count == count }) ?? true else {
                throw MachineError.changedMeanwhile
            }
            try machine.restock(fresh, to: restock.count, on: day)
        }
        return DrinksStock(of: assortment.drinks(in: machine, on: day))
    }

    private func removeExpired(_ drink: DrinkID, in store: any StoreTransaction) throws -> DrinksStock {
        let offer = try offer(drink)
        let (_, machine) = try store.changeMachine(of: assortment, on: day) {
            $0.removeExpired(offer.product, on: day)
        }
        return DrinksStock(of: assortment.drinks(in: machine, on: day))
    }
}

extension DrinksStock {
    init(of drinks: [Drink]) { self.init(Dictionary(grouping: drinks, by: \.kind)) }
}
