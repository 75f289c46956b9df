import Canvas
import Domain
import ShopClient
import TerminalText

/// The form that changes the price of a dish, and how many of it are left: both as they are now, the price in the file,
/// and the new ones. Shows a changed availability too; all can be reset to the file.
struct DishForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case price, count, set, reset, resetSale, cancel }
    enum Problem: Hashable, Sendable { case amount, count }

    let dish: Dish
    /// The server's data of the dish; `nil` until it is loaded.
    private(set) var kept: Result<KeeperDish, FetchFailure>?
    var form: Form<Stop, Problem, DishOutcome>

    init(_ dish: Dish) {
        self.dish = dish
        form = Form(DishForm.fields(dish.price, dish.count, changed: []), focus: .price)
    }

    /// The step, in won, by which a key changes the price.
    private static let step = 100

    private static func fields(
        _ price: Won, _ count: Int?, changed: [KeeperDish.Field]
    ) -> [(Stop, Form<Stop, Problem, DishOutcome>.Field)] {
        [
            (.price, .number(QuantityField(price.amount, in: DishPrice.amounts, step: step))),
            (.count, .number(QuantityField(count, in: Dish.counts))), (.set, .button), (.cancel, .button),
        ]
            + (changed.contains(.price) ? [(.reset, .button)] : [])
            + (changed.contains(.soldOut) ? [(.resetSale, .button)] : [])
    }

    /// The server's data of the dish, as far as it is known here.
    private var known: KeeperDish? { try? kept?.get() }

    /// The present price, as far as it is known here.
    var priceNow: Won { known?.price ?? dish.price }

    /// How many are left; `nil` if they are not counted, or if it is not known here.
    var countNow: Int? { known.map(\.count) ?? dish.count }

    /// How many the file says there are; `nil` if it does not count them, or if that is not known here.
    var countInFile: Int? { known?.fileCount }

    /// Whether the price was changed here and differs from the file.
    var isChanged: Bool { changed.contains(.price) }

    /// The fields that were changed here, as far as the server reported them.
    private var changed: [KeeperDish.Field] { known?.changed ?? [] }

    /// The server's data of the dish if its availability was changed here, else `nil`.
    var changedSale: KeeperDish? { changed.contains(.soldOut) ? known : nil }

    /// The keeper's changes of another dish with the same hash, which do not apply; `nil` if there are none.
    var setAside: KeeperDish.SetAside? { known?.setAside }

    /// The new price; `nil` if the input is not a valid price.
    var price: Won? { form.quantity(.price)?.value.map { Won($0) } }

    /// The new number of those that are left; `nil` if the field is empty, or its input is not a valid number.
    var count: Int? { form.quantity(.count)?.value }

    /// Whether the keeper leaves the counting to the file.
    var isUncounted: Bool { form.quantity(.count)?.isEmpty ?? true }

    /// Stores the server's data. What was typed in the meantime stays.
    mutating func receive(_ result: Result<KeeperDish, FetchFailure>, of hash: String) {
        guard hash == dish.detailHash else { return }
        let edited = [Stop.price, .count].filter { form.isEdited($0) }.map { (stop: $0, field: form[$0]) }
        kept = result
        form.replace(DishForm.fields(priceNow, countNow, changed: changed))
        for (stop, field) in edited { form[stop] = field }
    }

    /// Shows why a change failed. Those that were made before it are not made again.
    mutating func fail(_ outcome: DishOutcome, after made: KeeperDish?) {
        if let made { receive(.success(made), of: made.hash) }
        form.isSending = false
        form.notice = outcome
    }

    /// Returns the changes to send; empty if there are none. Returns `nil` and shows the problems if the input is not
    /// valid.
    private mutating func confirmed() -> [DishDraft.Change]? {
        if focus == .reset { return [.filePrice] }
        if focus == .resetSale { return [.fileAvailability] }
        let isCount = isUncounted || count != nil
        let problems = [Stop.price: price == nil ? Problem.amount : nil, .count: isCount ? nil : .count]
        guard !form.show(problems.compactMapValues(\.self)), let price else { return nil }
        let counting: DishDraft.Change? = form.isEdited(.count) ? count.map { .count($0) } ?? .fileCount : nil
        return (price == priceNow ? [] : [.price(price)]) + (counting.map { [$0] } ?? [])
    }
}

extension DishForm: FormLayer {
    typealias Owner = MenuCounter

    var isWaiting: Bool { isSending || kept == nil }

    var keyTable: KeyTable {
        guard !isSending else { return .sending }
        return switch focus {
        case .price: .price
        case .count: .quantity
        default: changed.isEmpty ? .buttons : .manyButtons
        }
    }

    /// Sends the changes. The form closes once the shop has stored them, or at once if nothing changed.
    mutating func submit(_ menu: inout MenuCounter, _ shell: inout ShellContext) -> [MenuRequest] {
        guard focus != .cancel else { return leave(&menu, &shell) }
        guard let changes = confirmed() else { return [] }
        guard !changes.isEmpty else { return leave(&menu, &shell) }
        let requests = menu.change(dish, changes, priceNow: priceNow, countNow: countNow, &shell)
        form.isSending = !requests.isEmpty
        form.notice = nil
        return requests
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        DishFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}

struct DishFormView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    private typealias View = FormView<DishForm.Stop, DishForm.Problem, DishOutcome>
    private static let labelColumns = 11
    private static let labelColumnsWhereNarrow = 8

    func picture(of dish: DishForm) -> LayerPicture {
        let labels = layout.isNarrow ? DishFormView.labelColumnsWhereNarrow : DishFormView.labelColumns
        let view = View(form: dish.form, layout: layout, labels: labels, spinner: spinner)
        let texts = words.keeperDish
        let ends = [(DishForm.Stop.set, texts.set), (.cancel, texts.cancel)]
        let ways = [(DishForm.Stop.reset, texts.reset), (.resetSale, texts.resetSale)]
            .filter { dish.form[$0.0] != nil }
        let title = ModalRow.sentence(dish.dish.title(in: words.language).string, .bold, .useful, in: layout)
        let now = [
            view.row(texts.now) { $0.left(dish.priceNow.text, Style(.price, .bold)) },
            view.row(texts.inFile) { addFilePrice(dish, to: &$0) },
        ]
        let fields =
            [.space, price(dish, view)] + view.problem(.price, indent: 0) { _ in texts.amounts }
            + [count(dish, view)] + view.problem(.count, indent: 0) { _ in texts.counts }
        let buttons =
            [.space, view.buttons(ends, sending: texts.sending)]
            + (ways.isEmpty || dish.isSending ? [] : [.space, view.buttons(ways, sending: "")])
        let rows: [View.Row] =
            title.map { View.Row(row: $0) } + [.space] + now
            + (dish.changedSale.map { [sale($0, view)] } ?? []) + setAside(dish) + fields
            + view.notice { texts.failed($0) } + buttons
        return view.picture(Region("dish-form"), title: texts.title, rows)
    }

    private func setAside(_ dish: DishForm) -> [View.Row] {
        guard let change = dish.setAside else { return [] }
        return ModalRow.sentence(words.keeperDish.setAside(change), Style(.bad), .useful, in: layout).map {
            View.Row(row: $0)
        }
    }

    private func addFilePrice(_ dish: DishForm, to line: inout LineBuilder) {
        switch dish.kept {
        case nil: line.left("\(spinner) \(words.loading)", .dim)
        case .success(let kept):
            line.left(kept.filePrice.text, .plain, gap: 2)
            if dish.isChanged { line.left(words.keeperDish.changedHere, .dim) }
        case .failure(let failure): line.left(words.failure(failure), Style(.bad))
        }
    }

    /// Returns the row with the present availability and that in the file.
    private func sale(_ dish: KeeperDish, _ view: View) -> View.Row {
        view.row(words.keeperDish.sale) { line in
            line.left(words.keeperDish.isSoldOut(dish.isSoldOut), .plain, gap: 2)
            line.left(words.keeperDish.saleInFile(dish.isSoldOutInFile), .dim)
        }
    }

    /// Returns the row with the typed number and the resulting price.
    private func price(_ dish: DishForm, _ view: View) -> View.Row {
        view.quantity(words.keeperDish.newPrice, .price) { line in
            if let price = dish.price, price.text.columns + 2 <= line.room { line.right(price.text, Style(.price)) }
        }
    }

    /// Returns the row with the number of those that are left, and what holds if it is empty.
    private func count(_ dish: DishForm, _ view: View) -> View.Row {
        view.quantity(words.keeperDish.left, .count) { line in
            guard dish.isUncounted, dish.kept != nil else { return }
            let text = words.keeperDish.uncounted(inFile: dish.countInFile)
            if text.columns + 2 <= line.room { line.right(text, .dim) }
        }
    }
}
