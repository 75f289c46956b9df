import Canvas
import Domain
import ShopClient
import TerminalText

/// Asks how an order was paid: a button for each way, and one for not yet.
struct PaymentForm: Hashable, Sendable {
    let order: Order
    var form: Form<Sale.Payment, Never, Never>

    static let payments = PaymentMethod.allCases.map(Sale.Payment.init) + [.unpaid]

    init(_ order: Order) {
        self.order = order
        form = Form(
            PaymentForm.payments.map { ($0, .button) }, focus: order.payment.map(Sale.Payment.init) ?? .cash)
    }
}

extension PaymentForm: FormLayer {
    typealias Owner = OrdersCounter

    var keyTable: KeyTable { .manyButtons }

    mutating func submit(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        let method = PaymentMethod(rawValue: focus.rawValue)
        let requests = method == order.payment ? [] : orders.move(order, .pay(method), &shell)
        if method == order.payment || !requests.isEmpty {
            shell.close(PaymentForm.self)
        } else {
            shell.show(.isUnderway)
        }
        return requests
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        typealias View = FormView<Sale.Payment, Never, Never>
        let view = View(form: form, layout: context.layout, labels: 0, spinner: context.spinner)
        let guest = ModalRow(weight: .useful) { line in
            line.right(order.total.text, Style(.price, .bold), gap: 2)
            line.left(order.who(in: words.language).string, .bold)
        }
        let question = ModalRow.sentence(words.orders.askPayment, .plain, in: context.layout)
        let buttons = PaymentForm.payments.map { ($0, words.orders.payment($0)) }
        return view.picture(
            Region("payment"), title: words.orders.numbered(order.number),
            [View.Row(row: guest)] + question.map { View.Row(row: $0) } + [.space] + view.buttonRows(buttons))
    }
}

extension FormView {
    /// Returns the buttons in one row, or below each other if they do not all fit.
    fileprivate func buttonRows(_ names: [(Stop, String)]) -> [Row] {
        let columns = names.reduce(0) { $0 + layout.button($1.1).columns } + 2 * (names.count - 1)
        guard columns > Modal.textColumns(in: layout) else { return [buttons(names, sending: "")] }
        return names.map { buttons([$0], sending: "") }
    }
}
