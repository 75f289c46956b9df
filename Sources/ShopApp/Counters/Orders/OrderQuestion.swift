import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// A question asked before an order is cancelled or withdrawn.
enum OrderQuestion: Question {
    typealias Owner = OrdersCounter

    /// Whether to cancel an order that the shop has but has not started to prepare.
    case cancel(Order)
    /// Whether to withdraw an order that waits on this device.
    case takeBack(PendingOrder)

    func title(_ words: Words) -> String {
        switch self {
        case .cancel(let order): words.orders.numbered(order.number)
        case .takeBack(let order): words.orders.standing(order.state)
        }
    }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        let contents =
            switch self {
            case .cancel(let order):
                order.remainingLines.map { (title: $0.title(in: words.language), quantity: $0.quantity) }
            case .takeBack(let order):
                order.draft.lines.map { (title: $0.item.title(in: words.language), quantity: $0.quantity) }
            }
        return ModalRow.sentence(words.orders.question(self), in: layout)
            + ModalRow.sentence(
                OrderRow.contents(contents, columns: 2 * Modal.textColumns(in: layout), words.orders), .plain, .useful,
                in: layout)
    }

    func answers(_ words: Words) -> [String] { [words.orders.yes, words.orders.no] }

    func answer(isYes: Bool, _ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        switch self {
        case .cancel(let order) where isYes: orders.move(order, .cancel, &shell)
        case .takeBack(let order) where isYes: [.takeBack(order)]
        case .cancel, .takeBack: []
        }
    }
}

/// A form whose answer changes an order. It stays open until the shop has answered, so that nothing typed is lost.
protocol OrderChangeForm: FormLayer where Owner == OrdersCounter {
    var order: Order { get }
}

extension OrderChangeForm {
    /// Requests the change, unless another one of the order is pending.
    mutating func send(
        _ kind: OrderMove.Kind, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        let requests = orders.move(order, kind, &shell)
        form.isSending = !requests.isEmpty
        if requests.isEmpty { shell.show(.isUnderway) }
        return requests
    }
}

enum ReasonProblem: Hashable, Sendable {
    case missing
    case tooLong(by: Int)

    /// Returns `nil` for a valid reason.
    init?(_ reason: PlainText) {
        let excess = reason.string.count - Order.reasons.upperBound
        guard reason.isEmpty || excess > 0 else { return nil }
        self = reason.isEmpty ? .missing : .tooLong(by: excess)
    }
}

/// The form for the keeper's reason to cancel or refund an order, which the guest will read.
struct ReasonForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case reason, confirm, leave }

    let order: Order
    /// `cancelled` or `refunded`.
    let end: OrderState
    var form = Form<Stop, ReasonProblem, Never>(
        [(.reason, .text(TextField())), (.confirm, .button), (.leave, .button)], focus: .reason)

    init(_ order: Order, for end: OrderState) {
        self.order = order
        self.end = end
    }

    /// Returns the reason. Returns `nil` and shows the problem if it is invalid.
    fileprivate mutating func confirmed() -> String? {
        let reason = form.text(.reason).value
        let problem = ReasonProblem(reason)
        return form.show(problem.map { [.reason: $0] } ?? [:]) ? nil : reason.string
    }
}

extension ReasonForm: OrderChangeForm {
    var keyTable: KeyTable { isSending ? .sending : focus == .reason ? .text : .buttons }

    mutating func submit(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard focus == .confirm else { return leave(&orders, &shell) }
        guard let reason = confirmed() else { return [] }
        return send(.keeper(from: order.state, to: end, reason: reason), &orders, &shell)
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        typealias View = FormView<Stop, ReasonProblem, Never>
        let view = View(form: form, layout: context.layout, labels: 0, spinner: context.spinner)
        let sentence = ModalRow.sentence(words.orders.askReason(for: end), in: context.layout).map { View.Row(row: $0) }
        let problem = view.problem(.reason, indent: 0) { words.orders.reasonProblem($0) }
        let buttons = view.buttons(
            [(.confirm, words.orders.confirm(end, of: order)), (.leave, words.orders.no)],
            verbs: end == .refunded ? [.confirm: words.orders.refund] : [:], sending: words.orders.moving)
        return view.picture(
            Region("reason"), title: words.orders.numbered(order.number),
            sentence + [.space, view.text("", .reason)] + problem + [.space, buttons])
    }
}
