import Canvas
import Domain
import ShopClient
import ShopHTTP
import TerminalText

/// What a dish is to cost: its price now, what the file says, and the new one.
struct PriceForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case price, set, reset, cancel }
    enum Problem: Hashable, Sendable { case amount }

    let dish: Dish
    /// What the server knows of it; `nil` until that came.
    private(set) var kept: Result<KeeperDish, FetchFailure>?
    var form: Form<Stop, Problem, DishOutcome>

    init(_ dish: Dish) {
        self.dish = dish
        form = Form(PriceForm.fields(dish.price, isChanged: false), focus: .price)
    }

    /// A key changes the price by so many won.
    private static let step = 100

    private static func fields(
        _ price: Won, isChanged: Bool
    ) -> [(Stop, Form<Stop, Problem, DishOutcome>.Field)] {
        [(.price, .number(QuantityField(price.amount, in: DishPrice.amounts, step: step))), (.set, .button)]
            + (isChanged ? [(.reset, .button)] : []) + [(.cancel, .button)]
    }

    /// What it costs now, as far as that is known here.
    var priceNow: Won { (try? kept?.get().price) ?? dish.price }

    /// Whether it costs something else than the file says, because that was changed here.
    var isChanged: Bool { (try? kept?.get().changed.contains(.price)) ?? false }

    /// What it is to cost; `nil` while the number is no price.
    var price: Won? { form.number(.price)?.value.map { Won($0) } }

    /// Takes over what the server knows. What was typed meanwhile stays.
    mutating func take(_ result: Result<KeeperDish, FetchFailure>, of hash: String) {
        guard hash == dish.detailHash else { return }
        let field = form[.price]
        let isUntouched = price == priceNow
        kept = result
        form.replace(PriceForm.fields(priceNow, isChanged: isChanged))
        if !isUntouched { form[.price] = field }
    }

    /// What was sent came to nothing.
    mutating func fail(_ outcome: DishOutcome) {
        form.isSending = false
        form.notice = outcome
    }

    /// What the keeper wants; `nil`, with the problem told, while the number is no price.
    private mutating func confirmed() -> DishDraft.Change? {
        guard focus != .reset else { return .filePrice }
        guard !form.tell(price == nil ? [.price: .amount] : [:]) else { return nil }
        return price.map { .price($0) }
    }
}

extension PriceForm: FormLayer {
    typealias Owner = MenuCounter

    var isWaiting: Bool { isSending || kept == nil }
    var helpTopic: HelpTopic? { .keptDish }

    var keyTable: KeyTable {
        guard !isSending else { return .sending }
        return focus == .price ? .price : isChanged ? .manyButtons : .buttons
    }

    /// Closes the form, once the shop has what was changed.
    mutating func submit(_ menu: inout MenuCounter, _ shell: inout ShellContext) -> [MenuRequest] {
        guard focus != .cancel, focus == .reset || price != priceNow else { return leave(&menu, &shell) }
        guard let change = confirmed() else { return [] }
        let requests = menu.change(dish, change, &shell)
        form.isSending = !requests.isEmpty
        form.notice = nil
        return requests
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        PriceFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}

struct PriceFormView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    private typealias View = FormView<PriceForm.Stop, PriceForm.Problem, DishOutcome>
    private static let labelColumns = 11
    private static let labelColumnsWhereNarrow = 8

    func picture(of price: PriceForm) -> LayerPicture {
        let labels = layout.isNarrow ? PriceFormView.labelColumnsWhereNarrow : PriceFormView.labelColumns
        let view = View(form: price.form, layout: layout, labels: labels, spinner: spinner)
        let names = [
            (PriceForm.Stop.set, words.keptDish.set), (.reset, words.keptDish.reset), (.cancel, words.keptDish.cancel),
        ]
        let rows: [View.Row] =
            ModalRow.sentence(price.dish.title.string, .bold, .useful, in: layout).map { View.Row(row: $0) } + [
                .space, fact(words.keptDish.now, view) { $0.left(price.priceNow.text, Style(.price, .bold)) },
                fact(words.keptDish.inFile, view) { addFilePrice(price, to: &$0) }, .space, field(price, view),
            ] + view.problem(.price, indent: 0) { _ in words.keptDish.amounts }
            + view.notice { words.keptDish.failed($0) }
            + [.space, view.buttons(names.filter { price.form[$0.0] != nil }, sending: words.keptDish.sending)]
        return view.picture(Region("price"), title: words.keptDish.title, rows)
    }

    private func fact(_ name: String, _ view: View, _ add: @escaping (inout LineBuilder) -> Void) -> View.Row {
        View.Row(
            row: ModalRow(weight: .wanted) { line in
                view.addLabel(name, to: &line)
                add(&line)
            })
    }

    private func addFilePrice(_ price: PriceForm, to line: inout LineBuilder) {
        switch price.kept {
        case nil: line.left("\(spinner) \(words.loading)", .dim)
        case .success(let dish):
            line.left(dish.filePrice.text, .plain, gap: 2)
            if price.isChanged { line.left(words.keptDish.changedHere, .dim) }
        case .failure(let failure): line.left(words.failure(failure), Style(.bad))
        }
    }

    /// The number that is typed, and the price that it is.
    private func field(_ price: PriceForm, _ view: View) -> View.Row {
        view.number(words.keptDish.newPrice, .price) { line in
            if let price = price.price, price.text.columns + 2 <= line.room { line.right(price.text, Style(.price)) }
        }
    }
}
