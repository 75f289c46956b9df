import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// A problem with the reason.
enum ReasonProblem: Hashable, Sendable {
    case missing
    case tooLong(by: Int)
}

/// The form for the keeper's reason to cancel an order, which the guest will read.
struct ReasonForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case reason, confirm, leave }

    let order: Order
    var form = Form<Stop, ReasonProblem, Never>(
        [(.reason, .text(TextField())), (.confirm, .button), (.leave, .button)], focus: .reason)

    init(_ order: Order) { self.order = order }

    /// Returns the reason. Returns `nil` and shows the problem if it is invalid.
    fileprivate mutating func confirmed() -> String? {
        let reason = form.text(.reason).value
        let excess = reason.string.count - Order.reasons.upperBound
        let problem: ReasonProblem? = reason.isEmpty ? .missing : excess > 0 ? .tooLong(by: excess) : nil
        return form.tell(problem.map { [.reason: $0] } ?? [:]) ? nil : reason.string
    }
}

extension ReasonForm: FormLayer {
    typealias Owner = OrdersCounter

    var keyTable: KeyTable { focus == .reason ? .text : .buttons }
    var helpTopic: HelpTopic? { .board }

    mutating func submit(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard focus == .confirm else { return leave(&orders, &shell) }
        guard let reason = confirmed() else { return [] }
        shell.close(ReasonForm.self)
        return orders.move(order.id, .keeper(from: order.state, to: .cancelled, reason: reason), &shell)
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        typealias View = FormView<Stop, ReasonProblem, Never>
        let view = View(form: form, layout: context.layout, labels: 0, spinner: context.spinner)
        let sentence = ModalRow.sentence(words.orders.askReason, in: context.layout).map { View.Row(row: $0) }
        let problem = view.problem(.reason, indent: 0) { words.orders.reasonProblem($0) }
        let buttons = view.buttons([(.confirm, words.orders.yes), (.leave, words.orders.no)], sending: "")
        return view.picture(
            Region("reason"), title: words.orders.numbered(order.id),
            sentence + [.space, view.text("", .reason)] + problem + [.space, buttons])
    }
}
