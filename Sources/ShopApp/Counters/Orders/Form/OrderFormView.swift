import Canvas
import Domain
import ShopClient
import TerminalText

/// The view of the order form: the items, the guest's name, the quantities and the prices.
struct OrderFormView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    typealias View = FormView<OrderForm.Stop, OrderProblem, OrderNotice>

    private static let labelColumns = 10
    /// Below this width problems are aligned with the label of their field.
    private static let hangingFrom = 44
    private static let maxSuggestionWidth = 30
    /// The cart is wider than other forms, so that names are not cut.
    private static let widestCart = 92

    private var labels: Int { layout.isNarrow ? OrderFormView.labelColumns - 1 : OrderFormView.labelColumns }
    private var indent: Int { layout.width < OrderFormView.hangingFrom ? 0 : labels }

    func picture(of order: OrderForm) -> LayerPicture {
        var view = View(form: order.form, layout: layout, labels: labels, spinner: spinner)
        if order.isCart { view.widest = OrderFormView.widestCart }
        let title = order.isCart ? words.orders.cart : words.order.title
        let size = order.isCart ? words.orders.cartSize(order.items.count, order.pieces) : ""
        var picture = view.picture(Region("order"), title: title, note: size, rows(order, view))
        if let cursor = picture.cursor, let panel = suggestions(order, below: cursor, view) {
            picture.panels.append(panel)
        }
        return picture
    }

    private func rows(_ order: OrderForm, _ view: View) -> [View.Row] {
        let buttons = view.buttons(
            [
                (
                    .confirm,
                    order.lineToChoose == nil
                        ? words.order.confirm(order.lines.isEmpty ? nil : order.total) : words.order.chooseAgain
                ),
                (.cancel, order.isCart ? words.orders.close : words.order.cancel),
            ],
            verbs: order.lineToChoose == nil ? [.confirm: words.order.confirm(nil)] : [:], sending: words.order.sending)
        let notice = closed(order) + view.notice { words.order.notice($0) }
        guard order.isCart else {
            return order.items.flatMap { one($0, order, view) } + notice + [.space, buttons]
        }
        return order.items.flatMap { cartLine($0, order, view) } + [.space] + name(order, view) + [way(order, view)]
            + delivery(order, view) + details(order, view) + notice + [.space, buttons]
    }

    /// Returns the field of the way in which the guest gets the order.
    private func way(_ order: OrderForm, _ view: View) -> View.Row {
        let names = order.shop.receive.map(words.language.fulfillment)
        let way =
            names.count > 1
            ? view.choices(words.order.receive, .receive, names)
            : view.row(words.order.receive) { $0.left(names.first ?? "", .plain) }
        return way.weighing(.wanted)
    }

    /// Returns the fields of what the shop asks for when the order is got that way.
    private func details(_ order: OrderForm, _ view: View) -> [View.Row] {
        let details = GuestDetail.allCases.filter { order.shop.asks(for: $0, when: order.fulfillment) }
        return details.flatMap { detail in
            let stop = OrderForm.Stop.detail(detail)
            let isNeeded = order.shop.requires(detail, when: order.fulfillment) || order.problems[stop] != nil
            return [view.text(words.order.detail(detail), stop).weighing(isNeeded ? .wanted : .useful)]
                + problem(stop, indent, view)
        }
    }

    /// Returns the rows that say that the shop takes no orders, unless the notice says so.
    private func closed(_ order: OrderForm) -> [View.Row] {
        guard let closed = order.closed else { return [] }
        if case .terms(let terms) = order.notice, terms.shop != nil { return [] }
        let canBeWanted =
            closed.status.pause == nil && order.shop.asks(for: .wantedAt, when: order.fulfillment)
            && !order.hasWantedTime
        let text = closed.sentence[words.language] + (canBeWanted ? words.order.orderAhead : "")
        return ModalRow.sentence(text, Style(.bad), .needed, in: layout).map { View.Row(row: $0) }
    }

    func problem(_ stop: OrderForm.Stop, _ indent: Int, _ view: View) -> [View.Row] {
        view.problem(stop, indent: indent) { words.order.problem($0) }
    }

    private func name(_ order: OrderForm, _ view: View) -> [View.Row] {
        view.guest(order.guest, at: .who, words) + problem(.who, indent, view)
    }

    // MARK: - Single item

    private func one(_ item: SaleItem, _ order: OrderForm, _ view: View) -> [View.Row] {
        let title = View.Row(
            row: ModalRow(weight: .useful) { line in
                line.right(item.price.text, Style(.price), gap: 2)
                line.left(item.title(in: words.language).string, .bold)
            })
        let stop = OrderForm.Stop.quantity(item.id)
        return [title, .space] + name(order, view) + [.space, view.quantity(words.order.quantity, stop)]
            + problem(stop, indent, view) + note(of: item, indent: 0, order, view)
            + [way(order, view)] + details(order, view) + [.space] + sums(order, view)
    }

    /// Returns the field for the note of `item`, indented by `indent` columns; nothing if it is not shown.
    func note(of item: SaleItem, indent: Int, _ order: OrderForm, _ view: View) -> [View.Row] {
        guard order.showsNote(of: item) else { return [] }
        let stop = OrderForm.Stop.lineNote(item.id)
        let name = String(repeating: " ", count: indent) + words.order.lineNote
        var view = view
        if indent > 0 { view.labels = name.columns + 1 }
        let weight: ModalRow.Weight = view.form.text(stop).value.isEmpty ? .spare : .wanted
        return [view.text(name, stop).weighing(weight)] + problem(stop, view.labels, view)
    }

    // MARK: - What it costs

    /// Returns the rows with the total, and above it, where there is a delivery fee, its parts.
    private func sums(_ order: OrderForm, _ view: View) -> [View.Row] {
        let dash = "-"
        let sums = [sum(words.orders.total, order.total?.text ?? dash, Style(.price, .bold), .wanted)]
        guard order.fulfillment == .delivery else { return sums }
        return [
            sum(words.orders.subtotal, order.subtotal?.text ?? dash, .plain, .useful),
            // Without it the total is not understood, the subtotal can be computed.
            sum(words.orders.fee, fee(of: order), order.fee == nil ? .dim : .plain, .wanted),
        ] + tooLittle(order) + sums
    }

    /// Returns the rows that say from which price on the shop delivers, if the order's is lower and the notice does not say so.
    func tooLittle(_ order: OrderForm) -> [View.Row] {
        if case .terms(let terms) = order.notice, terms.minimum != nil { return [] }
        guard let minimum = order.missedMinimum,
            let text = words.language.terms(OrderTermsConflict(minimum: minimum))
        else { return [] }
        return ModalRow.sentence(text, Style(.bad), .wanted, in: layout).map { View.Row(row: $0) }
    }

    func fee(of order: OrderForm) -> String {
        let unknown = order.isWaitingForFees ? words.orders.feePending : words.orders.feeUnknown
        return order.fee.map { $0 == Won(0) ? words.orders.free : $0.text } ?? unknown
    }

    private func sum(_ name: String, _ text: String, _ style: Style, _ weight: ModalRow.Weight) -> View.Row {
        View.Row(
            row: ModalRow(weight: weight) { line in
                line.right(text, style, gap: 2)
                line.left(name, .dim)
            })
    }

    // MARK: - Name suggestions

    /// Returns the panel with the suggestions, below the field with the cursor and above the rest of the form.
    private func suggestions(_ order: OrderForm, below cursor: Point, _ view: View) -> Panel? {
        let names = order.suggestions.names
        guard !names.isEmpty, order.focus == .who, !order.isSending else { return nil }
        let row = cursor.row + 1
        let shown = names.prefix(max(0, layout.origin.row + layout.height - row))
        guard !shown.isEmpty else { return nil }
        let columns = min(view.fieldColumns, OrderFormView.maxSuggestionWidth)
        let caret = order.form.text(.who).visible(columns: view.fieldColumns).caret
        return Panel(
            region: Region("suggestions"), origin: Point(column: cursor.column - caret, row: row), width: columns,
            lines: shown.enumerated().map { index, name -> Line in
                let isChosen = index == order.suggestions.chosen
                var line = LineBuilder(
                    width: columns,
                    fill: Style(isChosen ? .accent : .standard, isChosen ? [.reverse, .bold] : .reverse))
                line.left((isChosen ? "> " : "  ") + name.string, line.line.fill)
                return line.line.clickable(.all(SuggestionTarget(name: name)))
            })
    }
}

struct SuggestionTarget: ClickTarget {
    let name: PlainText
}

extension OrderForm: FormLayer {
    var keyTable: KeyTable {
        guard !isSending else { return .sending }
        switch focus {
        case .who: return suggestions.names.isEmpty ? .text : .suggesting
        case .receive: return .choice
        case .detail, .lineNote: return .text
        case .quantity(let item): return !isCart ? .quantity : soldOut.contains(item) ? .soldOutLine : .cartLine
        case .proposal, .confirm, .cancel: return .buttons
        }
    }

    var helpTopic: HelpTopic? { isSending ? nil : isCart ? .cart : .order }
    /// Whether closing the form loses edits; changes of the cart's lines are saved at once, except for notes that are too
    /// long.
    var hasUnsavedInput: Bool {
        guard isCart else { return form.isEdited }
        return !itemsWithUnsavedNote.isEmpty
            || ([.who] + GuestDetail.allCases.map(Stop.detail)).contains(where: form.isEdited)
    }

    mutating func handle(
        _ command: Command, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        defer { hideWhatIsNotAsked() }
        switch command {
        case .nextSuggestion: chooseSuggestion(1)
        case .previousSuggestion: chooseSuggestion(-1)
        case .back where suggestions.chosen != nil: forgetSuggestions()
        case .nextField, .leaveField:
            let before = who
            acceptSuggestion()
            checkFocusedField(at: shell.now)
            let found = who == before ? [] : orders.findContact(named: who)
            guard command == .leaveField else { return found + handleForm(command, &orders, &shell) }
            // On the line, what is typed to shorten the note would be commands.
            if case .lineNote = focus, problems[focus] != nil { return found }
            form.focus(on: stopToGoOn)
            return found
        case .previousField:
            forgetSuggestions()
            checkFocusedField(at: shell.now)
            return handleForm(command, &orders, &shell)
        case .toConfirm:
            checkFocusedField(at: shell.now)
            form.focus(on: .confirm)
        case .noteLine: openNote()
        case .removeLine: return removeLine(&orders, &shell)
        default: return handleForm(command, &orders, &shell)
        }
        return []
    }

    mutating func click(
        _ click: Click, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        defer { hideWhatIsNotAsked() }
        if let suggestion = click.target as? SuggestionTarget, !isSending {
            take(suggestion.name)
            return orders.findContact(named: who)
        }
        forgetSuggestions()
        if !isSending, let target = click.target as? FormTarget<Stop>, target.stop != focus {
            checkFocusedField(at: shell.now)
        }
        return clickForm(click, &orders, &shell)
    }

    /// Requests suggestions if the name changed, and saves the cart as it is shown.
    mutating func edited(
        from before: OrderForm, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        if fulfillment != before.fulfillment {
            hideWhatIsNotAsked()
            fillIn()
            form.notice = nil
            propose(from: shell.itemsOnSale)
        }
        if cartLines != before.cartLines {
            if cartLines.map(\.quantity) != before.cartLines.map(\.quantity) { forgetFee() }
            form.notice = nil
            propose(from: shell.itemsOnSale)
            if isCart { return orders.setCart(to: self, &shell) }
        }
        guard who != before.who else { return [] }
        nameChanged()
        forgetSuggestions()
        guard orders.suggestsNames, !who.isEmpty else { return [] }
        return [.suggest(for: who.string)] + orders.findContact(named: who)
    }

    mutating func submit(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        if focus == .proposal { return addProposal(&orders, &shell) }
        guard focus == .confirm else { return leave(&orders, &shell) }
        if let line = lineToChoose {
            shell.handle(.chooseAgain, onListed: line.item)
            return []
        }
        guard let confirmed = confirmed(at: shell.now) else { return [] }
        let draft = identified(confirmed, among: &orders.unansweredOrders, &shell)
        if !guest.isFixed { shell.guest.name = who }
        if isCart { orders.sentCart = (draft.key, draft.lines.reduce(into: Cart()) { $0.add($1) }) }
        return [.place(draft)]
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        OrderFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}
