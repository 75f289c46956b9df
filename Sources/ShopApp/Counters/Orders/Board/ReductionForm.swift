import Canvas
import Domain
import ShopClient
import TerminalText

/// A validation problem of a field of the form.
enum ReductionProblem: Hashable, Sendable {
    /// Not a number from 0 to that.
    case quantity(Int)
    /// No line is reduced.
    case nothing
    case reason(ReasonProblem)
}

/// The keeper's form that takes pieces out of an order, or refunds them if it was handed over.
struct ReductionForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable {
        /// The quantity that is left of a line, by the line's index in the order.
        case line(Int)
        case reason, confirm, leave
    }

    /// What confirming does.
    enum Consequence: Hashable, Sendable {
        case nothing
        /// The order's new total.
        case reduce(to: Won)
        /// The new price of the lines of a delivery, whose fee the shop computes.
        case reduceItems(to: Won)
        case refund(Won)
        /// Nothing is left.
        case cancel, refundAll
    }

    let order: Order
    var form: Form<Stop, ReductionProblem, Never>

    init(_ order: Order) {
        self.order = order
        let lines = ReductionForm.lines(of: order)
        form = Form(
            lines.map {
                (.line($0), .number(QuantityField(order.lines[$0].quantity, in: 0...order.lines[$0].quantity)))
            }
                + [(.reason, .text(TextField())), (.confirm, .button), (.leave, .button)],
            focus: lines.first.map { .line($0) } ?? .reason)
    }

    /// The indices of the lines of which something is left.
    fileprivate static func lines(of order: Order) -> [Int] {
        order.lines.indices.filter { order.lines[$0].quantity > 0 }
    }

    /// The number of pieces that are left of the line; `nil` if the input is invalid.
    func left(ofLine index: Int) -> Int? { form.quantity(.line(index))?.value }

    /// The reduced lines. An invalid quantity counts as unchanged.
    var changes: [ReductionRequest.Line] {
        ReductionForm.lines(of: order).compactMap { index in
            guard let left = left(ofLine: index), left < order.lines[index].quantity else { return nil }
            return ReductionRequest.Line(line: index, quantity: left)
        }
    }

    var consequence: Consequence {
        let changes = changes
        guard !changes.isEmpty else { return .nothing }
        let removed = changes.reduce(0) { sum, change in
            let line = order.lines[change.line]
            return sum + line.unitPrice.amount * (line.quantity - change.quantity)
        }
        let isAll = changes.count == order.remainingLines.count && changes.allSatisfy { $0.quantity == 0 }
        switch (order.state.isOpen, isAll) {
        case (true, true): return .cancel
        case (false, true): return .refundAll
        case (false, false): return .refund(Won(removed))
        case (true, false) where order.handover.fulfillment == .delivery:
            return .reduceItems(to: Won(order.subtotal.amount - removed))
        case (true, false): return .reduce(to: Won(order.total.amount - removed))
        }
    }

    /// Returns the request. Returns `nil` and shows the problems if the input is invalid.
    fileprivate mutating func confirmed() -> OrderMove.Kind? {
        let reason = form.text(.reason).value
        var problems: [Stop: ReductionProblem] = [:]
        let lines = ReductionForm.lines(of: order)
        for index in lines where left(ofLine: index) == nil {
            problems[.line(index)] = .quantity(order.lines[index].quantity)
        }
        if problems.isEmpty, changes.isEmpty, let first = lines.first { problems[.line(first)] = .nothing }
        if let problem = ReasonProblem(reason) { problems[.reason] = .reason(problem) }
        return form.show(problems) ? nil : .reduce(changes, from: order.state, reason: reason.string)
    }
}

extension ReductionForm: OrderChangeForm {
    var keyTable: KeyTable {
        guard !isSending else { return .sending }
        switch focus {
        case .line: return .quantity
        case .reason: return .text
        case .confirm, .leave: return .buttons
        }
    }

    mutating func handle(
        _ command: Command, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        // Enter leads from any line to the reason.
        guard command == .leaveField, case .line = focus else { return handleForm(command, &orders, &shell) }
        form.focus(on: .reason)
        return []
    }

    mutating func submit(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard focus == .confirm else { return leave(&orders, &shell) }
        guard let reduction = confirmed() else { return [] }
        return send(reduction, &orders, &shell)
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        ReductionFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}

/// The view of the form: each line with the quantity that is left and its price, the reason, and what confirming does.
struct ReductionFormView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    private typealias View = FormView<ReductionForm.Stop, ReductionProblem, Never>

    private static let labelColumns = 8
    /// The columns of a title that are kept when the quantity keys need room.
    private static let roomForTitle = 12

    func picture(of reduction: ReductionForm) -> LayerPicture {
        let view = View(
            form: reduction.form, layout: layout, labels: ReductionFormView.labelColumns, spinner: spinner)
        let order = reduction.order
        let reason =
            [view.text(words.orders.reasonLabel, .reason)]
            + view.problem(.reason, indent: ReductionFormView.labelColumns) { words.orders.problem($0) }
        let buttons = view.buttons(
            [(.confirm, words.orders.confirm(reduction.consequence)), (.leave, words.orders.no)],
            verbs: [.confirm: words.orders.verb(reduction.consequence)], sending: words.orders.moving)
        return view.picture(
            Region("reduction"),
            title: words.orders.numbered(order.number) + "  " + order.who(in: words.language).string,
            ReductionForm.lines(of: order).flatMap { line($0, reduction, view) } + feeNote(reduction)
                + [.space] + reason + [.space, buttons])
    }

    private func line(_ index: Int, _ reduction: ReductionForm, _ view: View) -> [View.Row] {
        let (line, stop) = (reduction.order.lines[index], ReductionForm.Stop.line(index))
        let left = reduction.left(ofLine: index)
        let row = ModalRow { builder in
            view.addNumber(stop, to: &builder)
            let isReduced = left != line.quantity
            if !layout.isNarrow {
                let sum = left.map { Won(line.unitPrice.amount * $0).text } ?? "-"
                builder.right(sum, isReduced ? Style(.price, .bold) : .dim, gap: 2)
            }
            let title = line.title(in: words.language)
            if view.isFocused(stop) {
                builder.stepsAtRight(stop, gap: 2, leaving: min(title.columns, ReductionFormView.roomForTitle))
            }
            let style = view.isFocused(stop) ? Style(.accent, .bold) : left == 0 ? .dim : .bold
            builder.left(title.string, style, target: FormTarget.field(stop))
        }
        let entered = reduction.form.quantity(stop)?.text.columns ?? 0
        return [View.Row(stops: [stop: min(entered, FormMetrics.digits - 1)], row: row)]
            + view.problem(stop, indent: FormMetrics.digits + 2) { words.orders.problem($0) }
    }

    /// Says that the fee is computed anew, which only the shop can do.
    private func feeNote(_ reduction: ReductionForm) -> [View.Row] {
        guard reduction.order.state.isOpen, reduction.order.handover.fulfillment == .delivery else { return [] }
        return ModalRow.sentence(words.orders.feeIsComputed, .dim, .wanted, in: layout).map { View.Row(row: $0) }
    }
}
