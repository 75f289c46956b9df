import Canvas
import Domain
import ShopClient
import TerminalText

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

    /// The new count; `nil` if the input is not a valid stock.
    var count: Int? { form.quantity(drink.id)?.value }

    /// Returns the change to send and marks it as in progress. Returns `nil` and shows a notice if the input is not a
    /// valid stock.
    mutating func confirmed() -> DrinkRestock? {
        guard let count else {
            form.notice = .count
            return nil
        }
        form.isSending = true
        form.notice = nil
        return DrinkRestock(id: drink.id, count: count, seen: drink.count)
    }

    /// Shows why the change failed.
    mutating func fail(_ outcome: DrinkOutcome) {
        form.isSending = false
        switch outcome {
        case .changedMeanwhile: form.notice = .changed
        case .refused(let status): form.notice = .refused(status: status)
        case .unanswered(let failure): form.notice = .unanswered(failure)
        default: break
        }
    }

    /// Restarts the editor from the machine's stock if that changed in the meantime.
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

    /// Whether another count was entered. What is there may be more than can be entered.
    var hasUnsavedInput: Bool { form.isEdited && count != drink.count }

    /// The keys without those for other fields, because there is only one.
    var keyTable: KeyTable { isSending ? .sending : KeyTable.steppers.without(.nextField, .previousField) }

    /// Sends the change. The editor closes once the machine has stored it, or at once if nothing changed.
    mutating func submit(_ drinks: inout DrinksCounter, _ shell: inout ShellContext) -> [DrinksRequest] {
        guard hasUnsavedInput else { return leave(&drinks, &shell) }
        guard drinks.takesActions else { return [] }
        return confirmed().map { drinks.perform(.restock($0, name: drink.title), &shell) } ?? []
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        StepperView(words: words, layout: context.layout.whole, spinner: context.spinner).picture(of: self)
    }
}

/// The view of the editor of one drink's stock: the new count as a number and a bar.
struct StepperView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    private static let maxBarWidth = 25

    func picture(of stepper: Stepper) -> LayerPicture {
        let view = FormView(form: stepper.form, layout: layout, labels: 0, spinner: spinner)
        typealias Row = FormView<DrinkID, Never, StockNotice>.Row
        let field = Row(
            stops: [stepper.drink.id: stepper.form.quantity(stepper.drink.id)?.text.columns ?? 0],
            row: ModalRow { add(stepper, view, to: &$0) })
        let notice = view.notice { words.drinks.notice($0) }
        let state = Row(
            row: ModalRow(weight: .useful) { line in
                stepper.isSending ? view.addBusy(words.juice.sending, to: &line) : line.left(words.drinks.range, .dim)
            })
        let rows = [field] + (notice.isEmpty ? [] : [.space]) + notice + [.space, state]
        return view.picture(Region("stepper"), title: stepper.drink.title[words.language].string, rows)
    }

    private func add(_ stepper: Stepper, _ view: FormView<DrinkID, Never, StockNotice>, to line: inout LineBuilder) {
        let count = stepper.hasUnsavedInput ? stepper.count ?? 0 : stepper.drink.count
        if stepper.hasUnsavedInput { line.right(words.juice.before(stepper.drink.count), .dim, gap: 1) }
        view.addNumber(stepper.drink.id, to: &line)
        line.steps(stepper.drink.id, gap: 2)
        Bar(count: count, columns: min(line.room, StepperView.maxBarWidth)).add(to: &line)
    }
}
