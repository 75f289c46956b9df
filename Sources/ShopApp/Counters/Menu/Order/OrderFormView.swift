import Canvas
import Domain
import TerminalText

/// The order form: the dish, who orders, how many, and what that costs.
struct OrderFormView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    private typealias View = FormView<OrderForm.Stop, OrderProblem, OrderNotice>

    private static let labelColumns = 10
    /// Below this many columns problems begin where their field's name does.
    private static let hangingFrom = 44
    private static let widestSuggestion = 30

    private var labels: Int { layout.isNarrow ? OrderFormView.labelColumns - 1 : OrderFormView.labelColumns }

    func picture(of order: OrderForm) -> LayerPicture {
        let view = View(form: order.form, layout: layout, labels: labels, spinner: spinner)
        var picture = view.picture(Region("order"), title: words.order.title, rows(order, view))
        if let cursor = picture.cursor, let panel = suggestions(order, below: cursor, view) {
            picture.panels.append(panel)
        }
        return picture
    }

    private func rows(_ order: OrderForm, _ view: View) -> [View.Row] {
        let indent = layout.width < OrderFormView.hangingFrom ? 0 : labels
        func problem(_ stop: OrderForm.Stop) -> [View.Row] {
            view.problem(stop, indent: indent) { words.order.problem($0) }
        }
        let buttons = view.buttons(
            [(.confirm, words.order.confirm), (.cancel, words.order.cancel)], sending: words.order.sending)
        return [dish(order), .space, view.text(words.order.who, .who)] + problem(.who)
            + [.space, view.number(words.order.quantity, .quantity)] + problem(.quantity)
            + [.space, total(order, view)] + view.notice { words.order.notice($0) } + [.space, buttons]
    }

    private func dish(_ order: OrderForm) -> View.Row {
        View.Row(
            row: ModalRow(weight: .useful) { line in
                line.right(order.price.text, Style(.price), gap: 2)
                line.left(order.dish.title.string, .bold)
            })
    }

    private func total(_ order: OrderForm, _ view: View) -> View.Row {
        View.Row(
            row: ModalRow(weight: .wanted) { line in
                view.addLabel(words.order.total, to: &line)
                guard let total = order.total, let quantity = order.quantity else { return line.left("-", .dim) }
                let parts = "\(order.price.text) x \(quantity) = "
                if parts.columns + total.text.columns <= line.room { line.left(parts, .dim) }
                line.left(total.text, Style(.price, .bold))
            })
    }

    /// Names that are offered, below the field, where the cursor is, above whatever else the form has there.
    private func suggestions(_ order: OrderForm, below cursor: Point, _ view: View) -> Panel? {
        guard !order.suggestions.isEmpty, order.focus == .who, !order.isSending else { return nil }
        let row = cursor.row + 1
        let shown = order.suggestions.prefix(max(0, layout.origin.row + layout.height - row))
        guard !shown.isEmpty else { return nil }
        let columns = min(view.fieldColumns, OrderFormView.widestSuggestion)
        let caret = order.form.text(.who).visible(columns: view.fieldColumns).caret
        return Panel(
            region: Region("suggestions"), origin: Point(column: cursor.column - caret, row: row), width: columns,
            lines: shown.enumerated().map { index, name in
                let isChosen = index == order.chosenSuggestion
                var line = LineBuilder(
                    width: columns,
                    fill: Style(isChosen ? .accent : .standard, isChosen ? [.reverse, .bold] : .reverse))
                line.left((isChosen ? "> " : "  ") + name.string, line.line.fill)
                return line.line
            })
    }
}
