import Domain
import ShopClient

/// The editor of one drink's stock.
struct StepperState: Hashable, Sendable {
    private(set) var drink: Drink
    private(set) var field: QuantityField
    private(set) var isSending = false
    private(set) var notice: StockNotice?

    init(_ drink: Drink) {
        self.drink = drink
        field = QuantityField(drink.count, in: Drink.counts)
    }

    /// The keys that work now.
    var keyTable: KeyTable {
        // There is no other field to go to.
        isSending ? .sending : KeyTable.steppers.without(.nextField, .previousField)
    }

    mutating func change(_ body: (inout QuantityField) -> Void) {
        guard !isSending else { return }
        body(&field)
        if notice == .count { notice = nil }
    }

    /// What the keeper wants; `nil`, with a notice, while the number is no stock.
    mutating func confirmed() -> DrinkRestock? {
        guard let count = field.value else {
            notice = .count
            return nil
        }
        isSending = true
        notice = nil
        return DrinkRestock(id: drink.id, count: count, seen: drink.count)
    }

    /// What was sent came to nothing.
    mutating func fail(_ outcome: DrinkOutcome) {
        isSending = false
        switch outcome {
        case .changedMeanwhile: notice = .changed
        case .refused(let status): notice = .refused(status: status)
        case .unanswered(let failure): notice = .unanswered(failure)
        default: break
        }
    }

    /// The machine has another stock by now: it goes on from there.
    mutating func rebase(on drinks: [Drink]) {
        guard !isSending, let present = drinks.first(where: { $0.id == drink.id }), present.count != drink.count
        else { return }
        drink = present
        field = QuantityField(present.count, in: Drink.counts)
        notice = .changed
    }
}
