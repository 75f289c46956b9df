import Canvas
import Domain
import ShopClient

/// The editor of one drink's stock.
struct Stepper: Hashable, Sendable {
    private(set) var drink: Drink
    var form: Form<DrinkID, Never, StockNotice>

    init(_ drink: Drink) {
        self.drink = drink
        form = Form(Stepper.fields(drink), focus: drink.id)
    }

    private static func fields(_ drink: Drink) -> [(DrinkID, Form<DrinkID, Never, StockNotice>.Field)] {
        [(drink.id, .number(QuantityField(drink.count, in: Drink.counts)))]
    }

    /// How many there are to be; `nil` while the number is no stock.
    var count: Int? { form.number(drink.id)?.value }

    /// What the keeper wants; `nil`, with a notice, while the number is no stock.
    mutating func confirmed() -> DrinkRestock? {
        guard let count else {
            form.notice = .count
            return nil
        }
        form.isSending = true
        form.notice = nil
        return DrinkRestock(id: drink.id, count: count, seen: drink.count)
    }

    /// What was sent came to nothing.
    mutating func fail(_ outcome: DrinkOutcome) {
        form.isSending = false
        switch outcome {
        case .changedMeanwhile: form.notice = .changed
        case .refused(let status): form.notice = .refused(status: status)
        case .unanswered(let failure): form.notice = .unanswered(failure)
        default: break
        }
    }

    /// The machine has another stock by now: it goes on from there.
    mutating func rebase(on drinks: [Drink]) {
        guard !isSending, let present = drinks.first(where: { $0.id == drink.id }), present.count != drink.count
        else { return }
        drink = present
        form.replace(Stepper.fields(present))
        form.notice = .changed
    }
}

extension Stepper: StockForm {
    typealias Owner = DrinksCounter

    var losesEntry: Bool { count != drink.count }

    /// There is no other field to go to.
    var keyTable: KeyTable { isSending ? .sending : KeyTable.steppers.without(.nextField, .previousField) }

    /// Closes the editor, once the machine has what was changed.
    mutating func submit(_ drinks: inout DrinksCounter, _ shell: inout ShellContext) -> [DrinksRequest] {
        guard count != drink.count else { return leave(&drinks, &shell) }
        return confirmed().map { drinks.perform(.restock($0, name: drink.title), &shell) } ?? []
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        StepperView(words: words, layout: context.layout.whole, spinner: context.spinner).picture(of: self)
    }
}
