import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

enum StockNotice: Hashable, Sendable {
    /// The stock was changed elsewhere in the meantime.
    case changed
    /// A count is outside 0...100.
    case count
    case refused(status: Int)
    case unanswered(FetchFailure)
}

/// The stock editor, with the new count of each fruit.
struct StockEditor: Hashable, Sendable {
    typealias Fields = Form<FruitID, Never, StockNotice>

    /// The shop's present stock.
    private(set) var fruits: [FruitStock]
    var form: Fields
    /// The version of the section that the counts came from.
    private var contentVersion: Int
    /// The last draft sent, if its result is unknown.
    private var unanswered: StockDraft?

    /// Creates the editor from the fruits section, focused on `fruit`. Returns `nil` if there are no fruits.
    init?(_ section: Section, at fruit: FruitID? = nil) {
        fruits = StockEditor.fruits(in: section)
        guard let first = fruits.first else { return nil }
        let focus = fruits.first { $0.id == fruit }?.id ?? first.id
        form = Form(fruits.map(StockEditor.field), focus: focus)
        contentVersion = section.contentVersion
    }

    private static func fruits(in section: Section) -> [FruitStock] {
        Array(section.rows.array(of: FruitStock.self).prefix(JuiceAppearance.maxFruits))
    }

    private static func field(_ fruit: FruitStock) -> (FruitID, Fields.Field) {
        (fruit.id, .number(QuantityField(fruit.count, in: FruitStock.counts)))
    }

    /// Returns the new count of a fruit; `nil` if the input is not a valid stock.
    func count(of fruit: FruitID) -> Int? { form.quantity(fruit)?.value }

    var isEdited: Bool { fruits.contains { count(of: $0.id) != $0.count } }

    /// Returns the draft to send and marks it as in progress. It gets `key`, or the previous key if the result of the
    /// same draft is unknown. Returns `nil` and shows a notice if a count is not a valid stock.
    mutating func confirmed(key: UUID) -> StockDraft? {
        if let wrong = fruits.first(where: { count(of: $0.id) == nil }) {
            form.focus(on: wrong.id)
            form.notice = .count
            return nil
        }
        let counts = Dictionary(fruits.compactMap { fruit in count(of: fruit.id).map { (fruit.id, $0) } }) { first, _ in
            first
        }
        form.isSending = true
        form.notice = nil
        if let unanswered, unanswered.counts == counts, unanswered.contentVersion == contentVersion {
            return unanswered
        }
        return StockDraft(key: key, counts: counts, contentVersion: contentVersion)
    }

    /// Shows why the change failed, and keeps an unanswered draft for a retry.
    mutating func fail(_ report: StockReport) {
        form.isSending = false
        switch report.outcome {
        case .stored: break
        case .changedMeanwhile: form.notice = .changed
        case .refused(let status): form.notice = .refused(status: status)
        case .unanswered(let failure):
            unanswered = report.draft
            form.notice = .unanswered(failure)
        }
    }

    /// Takes over a changed stock. Fruits changed in the shop show its count; edits of the others are kept.
    mutating func rebase(on section: Section) {
        guard section.contentVersion != contentVersion else { return }
        contentVersion = section.contentVersion
        let (before, entered) = (fruits, form)
        fruits = StockEditor.fruits(in: section)
        form.replace(
            fruits.map { fruit in
                let isSame = before.contains { $0.id == fruit.id && $0.count == fruit.count }
                let kept = isSame ? entered.quantity(fruit.id) : nil
                return kept.map { (fruit.id, .number($0)) } ?? StockEditor.field(fruit)
            })
        if fruits.map(\.id) != before.map(\.id) || fruits.map(\.count) != before.map(\.count) { form.notice = .changed }
    }
}

extension StockEditor: StockForm {
    typealias Owner = JuiceCounter

    var keyTable: KeyTable { isSending ? .sending : .steppers }
    var helpTopic: HelpTopic? { isSending ? nil : .stock }
    var hasUnsavedInput: Bool { isEdited }

    /// Sends the change. The editor closes once the shop has stored it, or at once if nothing changed.
    mutating func submit(_ bar: inout JuiceCounter, _ shell: inout ShellContext) -> [JuiceBarRequest] {
        guard isEdited else { return leave(&bar, &shell) }
        return confirmed(key: shell.nextRequestKey()).map { [.restock($0)] } ?? []
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        StockEditorView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}

/// A form that edits counts. The notice of an invalid count stays until the next edit.
protocol StockForm: FormLayer where Notice == StockNotice {}

extension StockForm {
    mutating func edited(from before: Self, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        if notice == .count { form.notice = nil }
        return []
    }
}

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
        // The notice about a count says the same.
        let rows =
            fruits + (notice.isEmpty ? [] : [.space]) + notice + (editor.notice == .count ? [] : [.space, state])
        return view.picture(
            Region("stock"), title: words.juice.stock, rows, shownRow: notice.isEmpty ? nil : fruits.count - 1)
    }

    private func row(_ fruit: FruitStock, _ editor: StockEditor, _ view: View) -> View.Row {
        let count = editor.count(of: fruit.id)
        let entered = editor.form.quantity(fruit.id)?.text.columns ?? 0
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
