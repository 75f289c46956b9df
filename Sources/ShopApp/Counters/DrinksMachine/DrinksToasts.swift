import ShopClient
import TerminalText

extension Toast {
    static func drink(_ report: DrinkReport) -> Toast {
        Toast(
            Localized { $0.drinks.report(report) }, isError: !report.outcome.isDone,
            topic: report.outcome.isDone ? Topic(name: "drinks") : nil)
    }

    /// There is no money in the machine.
    static let noChange = Toast(Localized { [$0.drinks.noChange] })

    /// None of that drink has expired.
    static func noneExpired(_ name: PlainText) -> Toast {
        Toast(Localized { [name.string, $0.drinks.noneExpired] })
    }
}
