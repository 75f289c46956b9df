import Canvas
import Domain
import ShopClient
import TerminalText

/// A title, divided into its name and the brand before it: "[소반가] 잡채".
struct BrandedTitle: Hashable {
    /// Empty if the title names none.
    let brand: String
    let name: String

    var plainName: PlainText { PlainText(name) }

    init(_ title: PlainText) {
        let text = title.string
        guard text.first == "[", let end = text.firstIndex(of: "]") else {
            (brand, name) = ("", text)
            return
        }
        let name = text[text.index(after: end)...].drop { $0 == " " }
        (brand, self.name) =
            name.isEmpty ? ("", text) : (String(text[text.index(after: text.startIndex)..<end]), String(name))
    }
}

/// The columns of the cart's lines: the name at the left, and at the right the quantity and what it costs.
private struct CartColumns {
    let text: Int
    /// The widest sum of a line; 0 where there is no room for sums.
    let sum: Int
    /// The widest unit price; 0 where it is not shown.
    let price: Int
    /// The widest quantity.
    let quantity: Int

    /// "> "
    static let mark = 2
    static let gap = 2
    /// The width from which unit prices are shown.
    private static let widthForPrices = 64

    init(_ order: OrderForm, _ view: OrderFormView.View, soldOut: Int) {
        text = view.textColumns
        quantity = max(1, order.items.map { order.form.quantity(.quantity($0.id))?.text.columns ?? 0 }.max() ?? 1)
        let sums = order.items.map { order.isSoldOut($0) ? soldOut : order.sum(of: $0).columns }
        sum = view.layout.isNarrow ? 0 : sums.max() ?? 0
        let needsPrices = order.items.contains { order.quantity(of: $0) != 1 && !order.isSoldOut($0) }
        price = needsPrices && text >= CartColumns.widthForPrices ? order.items.map(\.price.text.columns).max() ?? 0 : 0
    }

    /// The offset behind the number in "- 1 +".
    var caret: Int { text - [sum, price].filter { $0 > 0 }.reduce(0) { $0 + $1 + CartColumns.gap } - 2 }
}

// The lines of the cart, and what its delivery costs.
extension OrderFormView {
    /// Returns the rows of a line of the cart: its name, quantity and sum, and below them its options and note.
    func cartLine(_ item: SaleItem, _ order: OrderForm, _ view: View) -> [View.Row] {
        let stop = OrderForm.Stop.quantity(item.id)
        let isSoldOut = order.isSoldOut(item)
        let columns = CartColumns(order, view, soldOut: soldOut.columns)
        let row = ModalRow { line in
            if isSoldOut {
                addSoldOut(stop, view, to: &line)
            } else {
                addQuantity(item, order, view, columns, to: &line)
            }
            addName(item, order, view, to: &line)
        }
        return [View.Row(stops: [stop: isSoldOut ? 0 : columns.caret], row: row)]
            + options(of: item) + problem(stop, CartColumns.mark, view)
            + note(of: item, indent: CartColumns.mark, order, view)
    }

    /// The mark of what is sold out, as in the menu.
    private var soldOut: String { " \(LocalizedText.soldOut[words.language]) " }

    private func addSoldOut(_ stop: OrderForm.Stop, _ view: View, to line: inout LineBuilder) {
        line.right(soldOut, Style(.bad, .reverse), gap: CartColumns.gap)
        guard view.isFocused(stop) else { return }
        let key = words.keyName(.removeLine, in: .cartLine)
        let hint = Command.removeLine.hint?[words.language] ?? ""
        line.right("\(key) \(hint)", .dim, gap: CartColumns.gap, target: ShellTarget.command(.removeLine))
    }

    private func addQuantity(
        _ item: SaleItem, _ order: OrderForm, _ view: View, _ columns: CartColumns, to line: inout LineBuilder
    ) {
        let (stop, quantity) = (OrderForm.Stop.quantity(item.id), order.quantity(of: item))
        if columns.sum > 0 {
            let style = quantity == 0 ? .dim : Style(.price, .bold)
            line.right(order.sum(of: item).right(columns: columns.sum), style, gap: CartColumns.gap)
        }
        if columns.price > 0 {
            let price = quantity == 1 ? "" : item.price.text
            line.right(price.right(columns: columns.price), .dim, gap: CartColumns.gap)
        }
        let isFocused = view.isFocused(stop)
        let number = (order.form.quantity(stop)?.text ?? "").right(columns: columns.quantity)
        line.right("+", .dim, gap: 1, target: FormTarget.step(stop, 1))
        line.right(
            number, isFocused ? Style(.standard, [.bold, .underline]) : .plain, gap: 1,
            target: FormTarget.field(stop))
        line.right("-", .dim, gap: CartColumns.gap, target: FormTarget.step(stop, -1))
    }

    private func addName(_ item: SaleItem, _ order: OrderForm, _ view: View, to line: inout LineBuilder) {
        let stop = OrderForm.Stop.quantity(item.id)
        let title = BrandedTitle(item.title(in: words.language))
        let isFocused = view.isFocused(stop)
        let isLeftOut = order.isSoldOut(item) || order.quantity(of: item) == 0
        line.left(isFocused ? ">" : "", Style(.accent, .bold))
        line.skip(isFocused ? 1 : CartColumns.mark)
        line.left(
            title.name, isFocused ? Style(.accent, .bold) : isLeftOut ? .dim : .bold, gap: CartColumns.gap,
            target: FormTarget.field(stop))
        if title.brand.columns <= line.room { line.left(title.brand, .dim) }
    }

    /// Returns the row with the options of `item`; none if it has none.
    private func options(of item: SaleItem) -> [View.Row] {
        guard !item.options.isEmpty else { return [] }
        let names = item.options.map { option in
            let title = words.language.text(option.title.own, english: option.title.english).string
            return option.price.amount > 0 ? "\(title) +\(option.price.text)" : title
        }
        return [
            View.Row(
                row: ModalRow(weight: .useful) { line in
                    line.skip(2 * CartColumns.mark)
                    line.left(names.joined(separator: ", "), .dim)
                })
        ]
    }

    // MARK: - Delivery

    private static let meterColumns = 10

    /// Returns the rows with what delivery costs, how far it is from being free, and the dish that fits.
    func delivery(_ order: OrderForm, _ view: View) -> [View.Row] {
        guard order.fulfillment == .delivery else { return [] }
        let cost = fee(of: order)
        let missing = order.freeDelivery.map { words.orders.untilFree($0.gap) }
        let isBeside = missing.map { cost.columns + 1 + $0.columns <= view.fieldColumns } ?? true
        let fee = view.row(words.orders.fee) { line in
            line.left(cost, order.fee == nil ? .dim : .plain, gap: 1)
            guard isBeside, let free = order.freeDelivery, let text = missing else { return }
            if line.room > OrderFormView.meterColumns + CartColumns.gap + text.columns {
                line.skip(1)
                Bar(count: free.subtotal.amount, maximum: free.from.amount, columns: OrderFormView.meterColumns)
                    .add(to: &line)
                line.skip(CartColumns.gap)
            }
            line.left(text, Style(.good))
        }
        return [fee] + tooLittle(order) + (isBeside ? [] : missing.map { [missingRow($0, view)] } ?? [])
            + proposal(order, view)
    }

    /// Returns a row of its own for what is missing to free delivery.
    private func missingRow(_ text: String, _ view: View) -> View.Row {
        View.Row(
            row: ModalRow(weight: .useful) { line in
                line.skip(view.labels)
                line.left(text, Style(.good))
            })
    }

    private func proposal(_ order: OrderForm, _ view: View) -> [View.Row] {
        guard let item = order.proposal else { return [] }
        let name = BrandedTitle(item.title(in: words.language)).name
        let room = view.fieldColumns - layout.button("+  \(item.price.text)").columns
        let button = "+ \(name.truncated(columns: max(0, room))) \(item.price.text)"
        return [
            View.Row(
                stops: [.proposal: view.labels], verbs: [.proposal: words.order.choose(nil, isOrder: false)],
                row: ModalRow(weight: .wanted) { line in
                    line.skip(view.labels)
                    view.addButton(button, .proposal, gap: 0, to: &line)
                })
        ]
    }
}

extension OrderForm {
    /// The pieces to order.
    var pieces: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// Returns the line total of `item` as text; a dash if its quantity is invalid.
    fileprivate func sum(of item: SaleItem) -> String {
        quantity(of: item).map { Won(item.price.amount * $0).text } ?? "-"
    }
}
