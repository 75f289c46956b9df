import Canvas
import Domain
import ShopClient
import TerminalText

/// The form that changes the price of a dish: the present price, the price in the file, and the new one. Shows a
/// changed availability too; both can be reset to the file.
struct PriceForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case price, set, reset, resetSale, cancel }
    enum Problem: Hashable, Sendable { case amount }

    let dish: Dish
    /// The server's data of the dish; `nil` until it is loaded.
    private(set) var kept: Result<KeeperDish, FetchFailure>?
    var form: Form<Stop, Problem, DishOutcome>

    init(_ dish: Dish) {
        self.dish = dish
        form = Form(PriceForm.fields(dish.price, changed: []), focus: .price)
    }

    /// The step, in won, by which a key changes the price.
    private static let step = 100

    private static func fields(
        _ price: Won, changed: [KeeperDish.Field]
    ) -> [(Stop, Form<Stop, Problem, DishOutcome>.Field)] {
        [
            (.price, .number(QuantityField(price.amount, in: DishPrice.amounts, step: step))), (.set, .button),
            (.cancel, .button),
        ]
            + (changed.contains(.price) ? [(.reset, .button)] : [])
            + (changed.contains(.soldOut) ? [(.resetSale, .button)] : [])
    }

    /// The present price, as far as it is known here.
    var priceNow: Won { (try? kept?.get().price) ?? dish.price }

    /// Whether the price was changed here and differs from the file.
    var isChanged: Bool { changed.contains(.price) }

    /// The fields that were changed here, as far as the server reported them.
    private var changed: [KeeperDish.Field] { (try? kept?.get().changed) ?? [] }

    /// The server's data of the dish if its availability was changed here, else `nil`.
    var changedSale: KeeperDish? { changed.contains(.soldOut) ? try? kept?.get() : nil }

    /// The keeper's changes of another dish with the same hash, which do not apply; `nil` if there are none.
    var setAside: KeeperDish.SetAside? { try? kept?.get().setAside }

    /// The new price; `nil` if the input is not a valid price.
    var price: Won? { form.quantity(.price)?.value.map { Won($0) } }

    /// Stores the server's data. A price typed in the meantime stays.
    mutating func receive(_ result: Result<KeeperDish, FetchFailure>, of hash: String) {
        guard hash == dish.detailHash else { return }
        let field = form[.price]
        let isUntouched = price == priceNow
        kept = result
        form.replace(PriceForm.fields(priceNow, changed: changed))
        if !isUntouched { form[.price] = field }
    }

    /// Shows why the change failed.
    mutating func fail(_ outcome: DishOutcome) {
        form.isSending = false
        form.notice = outcome
    }

    /// Returns the change to send. Returns `nil` and shows the problem if the input is not a valid price.
    private mutating func confirmed() -> DishDraft.Change? {
        if focus == .reset { return .filePrice }
        if focus == .resetSale { return .fileAvailability }
        guard !form.show(price == nil ? [.price: .amount] : [:]) else { return nil }
        return price.map { .price($0) }
    }
}

extension PriceForm: FormLayer {
    typealias Owner = MenuCounter

    var isWaiting: Bool { isSending || kept == nil }
    var helpTopic: HelpTopic? { .keeperDish }

    var keyTable: KeyTable {
        guard !isSending else { return .sending }
        return focus == .price ? .price : changed.isEmpty ? .buttons : .manyButtons
    }

    /// Sends the change. The form closes once the shop has stored it, or at once if nothing changed.
    mutating func submit(_ menu: inout MenuCounter, _ shell: inout ShellContext) -> [MenuRequest] {
        guard focus != .cancel, focus == .reset || focus == .resetSale || price != priceNow else {
            return leave(&menu, &shell)
        }
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
        let ends = [(PriceForm.Stop.set, words.keeperDish.set), (.cancel, words.keeperDish.cancel)]
        let ways = [(PriceForm.Stop.reset, words.keeperDish.reset), (.resetSale, words.keeperDish.resetSale)]
            .filter { price.form[$0.0] != nil }
        let rows: [View.Row] =
            ModalRow.sentence(price.dish.title(in: words.language).string, .bold, .useful, in: layout).map {
                View.Row(row: $0)
            } + [
                .space, view.row(words.keeperDish.now) { $0.left(price.priceNow.text, Style(.price, .bold)) },
                view.row(words.keeperDish.inFile) { addFilePrice(price, to: &$0) },
            ] + (price.changedSale.map { [sale($0, view)] } ?? []) + setAside(price) + [.space, field(price, view)]
            + view.problem(.price, indent: 0) { _ in words.keeperDish.amounts }
            + view.notice { words.keeperDish.failed($0) }
            + [.space, view.buttons(ends, sending: words.keeperDish.sending)]
            + (ways.isEmpty || price.isSending ? [] : [.space, view.buttons(ways, sending: "")])
        return view.picture(Region("price"), title: words.keeperDish.title, rows)
    }

    private func setAside(_ price: PriceForm) -> [View.Row] {
        guard let change = price.setAside else { return [] }
        return ModalRow.sentence(words.keeperDish.setAside(change), Style(.bad), .useful, in: layout).map {
            View.Row(row: $0)
        }
    }

    private func addFilePrice(_ price: PriceForm, to line: inout LineBuilder) {
        switch price.kept {
        case nil: line.left("\(spinner) \(words.loading)", .dim)
        case .success(let dish):
            line.left(dish.filePrice.text, .plain, gap: 2)
            if price.isChanged { line.left(words.keeperDish.changedHere, .dim) }
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
    private func field(_ price: PriceForm, _ view: View) -> View.Row {
        view.quantity(words.keeperDish.newPrice, .price) { line in
            if let price = price.price, price.text.columns + 2 <= line.room { line.right(price.text, Style(.price)) }
        }
    }
}
