import Canvas
import Domain
import TerminalText

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
            stops: [stepper.drink.id: stepper.form.number(stepper.drink.id)?.text.columns ?? 0],
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
        if stepper.count != stepper.drink.count { line.right(words.juice.before(stepper.drink.count), .dim, gap: 1) }
        view.addNumber(stepper.drink.id, to: &line)
        line.steps(stepper.drink.id, gap: 2)
        Bar(count: stepper.count ?? 0, columns: min(line.room, StepperView.maxBarWidth)).add(to: &line)
    }
}
