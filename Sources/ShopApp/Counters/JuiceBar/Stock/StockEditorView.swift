import Canvas
import Domain
import TerminalText

/// The view of the stock editor: a row per fruit, with the new count as a number and a bar.
struct StockEditorView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    private typealias View = FormView<FruitID, Never, StockNotice>

    private static let names = 14
    private static let namesWhereNarrow = 12
    private static let maxBarWidth = 20

    func picture(of editor: StockEditor) -> LayerPicture {
        let view = View(form: editor.form, layout: layout, labels: nameColumns, spinner: spinner)
        let fruits = editor.fruits.map { row($0, editor, view) }
        let notice = view.notice { words.juice.notice($0) }
        let state = View.Row(
            row: ModalRow(weight: .useful) { line in
                editor.isSending ? view.addBusy(words.juice.sending, to: &line) : line.left(words.juice.range, .dim)
            })
        let rows = fruits + (notice.isEmpty ? [] : [.space]) + notice + [.space, state]
        return view.picture(
            Region("stock"), title: words.juice.stock, rows, shownRow: notice.isEmpty ? nil : fruits.count - 1)
    }

    private func row(_ fruit: FruitStock, _ editor: StockEditor, _ view: View) -> View.Row {
        let count = editor.count(of: fruit.id)
        let entered = editor.form.number(fruit.id)?.text.columns ?? 0
        let row = ModalRow { line in
            let before = words.juice.before(fruit.count)
            let kept = max(before.columns, words.juice.before(FruitStock.counts.upperBound).columns) + 2
            let isEdited = count != fruit.count
            if isEdited, layout.width >= JuiceColumns.tiny { line.right(before, .dim) }
            let name = fruit.name(in: words.language).string.truncated(columns: nameColumns - 1)
            let isFocused = view.isFocused(fruit.id)
            line.left(
                name, isFocused ? Style(.accent, .bold) : .plain, gap: nameColumns - name.columns,
                target: FormTarget.field(fruit.id))
            view.addNumber(fruit.id, to: &line)
            if isFocused { line.steps(fruit.id, gap: 2) } else { line.skip(FormMetrics.stepHint.columns + 2) }
            let room = line.room - (isEdited ? kept - before.columns : kept)
            Bar(count: count ?? 0, columns: min(room, StockEditorView.maxBarWidth)).add(to: &line)
        }
        return View.Row(stops: [fruit.id: nameColumns + min(entered, FormMetrics.digits - 1)], row: row)
    }

    private var nameColumns: Int {
        layout.width < JuiceColumns.narrow
            ? min(StockEditorView.namesWhereNarrow, layout.width / 2) : StockEditorView.names
    }
}
