import Domain
import ShopClient
import TerminalText

extension Toast {
    static func dish(title: PlainText, price: Won) -> Toast {
        Toast(Localized { _ in [title.string, price.text] })
    }

    static func order(_ report: OrderReport) -> Toast {
        Toast(Localized { $0.order.report(report) }, isError: report.isFailure)
    }
}

extension OrderReport {
    /// Whether the guest does not get what was ordered, or not yet.
    fileprivate var isFailure: Bool {
        if case .stored = outcome { return false }
        return true
    }
}
