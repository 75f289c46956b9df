import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// The form that closes the till: what the closing will hold, and the cash that was counted, which may be left out.
struct ClosingForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case cash, close, leave }
    enum Problem: Hashable, Sendable { case amount }

    /// What a closing would hold now; `nil` until it is loaded.
    private(set) var next: Result<Closing?, FetchFailure>?
    var form: Form<Stop, Problem, ClosingOutcome>
    let zone: TimeZone

    /// The step, in won, by which a key changes the amount.
    private static let step = 1_000

    init(zone: TimeZone) {
        self.zone = zone
        let cash = QuantityField(nil, in: Closing.cash, step: ClosingForm.step)
        form = Form([(.cash, .number(cash)), (.close, .button), (.leave, .button)], focus: .cash)
    }

    /// The closing that is asked about, as far as it is known.
    var closing: Closing? { (try? next?.get()).flatMap(\.self) }

    /// The counted cash; `nil` if nothing, or no valid amount, was typed.
    var cash: Won? { form.quantity(.cash)?.value.map { Won($0) } }

    private var isCashValid: Bool { cash != nil || form.quantity(.cash)?.text.isEmpty == true }

    mutating func receive(_ result: Result<Closing?, FetchFailure>) {
        next = result
        if case .success(nil) = result { form.notice = .nothingToClose }
    }

    /// Shows why there is no closing.
    mutating func fail(_ outcome: ClosingOutcome) {
        form.isSending = false
        form.notice = outcome
    }
}

extension ClosingForm: FormLayer {
    typealias Owner = OrdersCounter

    var keyTable: KeyTable { isSending ? .sending : focus == .cash ? .cash : .buttons }
    var isWaiting: Bool { isSending || next == nil }

    mutating func submit(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard focus != .leave else { return leave(&orders, &shell) }
        guard !form.show(isCashValid ? [:] : [.cash: .amount]) else { return [] }
        let requests = orders.close(closing?.number, cash: cash, &shell)
        form.isSending = !requests.isEmpty
        form.notice = nil
        return requests
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        ClosingFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}

private struct ClosingFormView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    private typealias View = FormView<ClosingForm.Stop, ClosingForm.Problem, ClosingOutcome>
    private static let labelColumns = 14

    func picture(of closing: ClosingForm) -> LayerPicture {
        let view = View(
            form: closing.form, layout: layout, labels: ClosingFormView.labelColumns, spinner: spinner)
        let buttons = view.buttons(
            [(.close, words.report.close(closing.closing?.number)), (.leave, words.report.doNotClose)],
            sending: words.report.closing)
        return view.picture(
            Region("closing"), title: words.report.closeTitle,
            contents(of: closing, view) + [.space, cash(closing, view)]
                + difference(closing, view) + view.problem(.cash, indent: 0) { _ in words.report.cashAmounts }
                + view.notice { words.report.failed($0) } + [.space, buttons])
    }

    private func contents(of form: ClosingForm, _ view: View) -> [View.Row] {
        switch form.next {
        case nil: return [view.row(words.report.since) { $0.left("\(spinner) \(words.loading)", .dim) }]
        case .failure(let failure):
            return [view.row(words.report.since) { $0.left(words.failure(failure), Style(.bad)) }]
        case .success(nil): return []
        case .success(let closing?):
            return [
                view.row(words.report.since) { $0.left(words.report.start(of: closing, in: form.zone), .plain) },
                view.row(words.orders.total) { line in
                    line.left(closing.report.total.amount.text, Style(.price, .bold), gap: 2)
                    line.left(words.orders.count(closing.report.total.count), .dim)
                },
                view.row(words.report.cashExpected) { $0.left(closing.cashExpected.text, .plain) },
            ]
        }
    }

    /// Returns the row with the typed number and the amount that it is.
    private func cash(_ form: ClosingForm, _ view: View) -> View.Row {
        view.quantity(words.report.cashCounted, .cash) { line in
            if let cash = form.cash, cash.text.columns + 2 <= line.room { line.right(cash.text, Style(.price)) }
        }
    }

    /// Returns what was counted beyond what is expected, as far as both are known.
    private func difference(_ form: ClosingForm, _ view: View) -> [View.Row] {
        guard let counted = form.cash, let expected = form.closing?.cashExpected else { return [] }
        let difference = Won(counted.amount - expected.amount)
        return [
            view.row(words.report.cashDifference) { line in
                line.left(words.report.difference(difference), Style(difference.amount == 0 ? .good : .bad))
            }
        ]
    }
}
