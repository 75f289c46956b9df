import Domain
import ShopClient
import TerminalText

extension Toast {
    static func drink(_ report: DrinkReport) -> Toast {
        Toast(
            Localized { $0.drinks.report(report) }, isError: !report.outcome.isDone,
            topic: report.outcome.isDone ? Topic(name: "drinks") : nil)
    }

    /// The toast shown if there is no money in the machine.
    static let noChange = Toast(Localized { [$0.drinks.noChange] })

    /// Returns the toast shown if no cup of the drink has expired.
    static func noneExpired(_ name: ShopText) -> Toast {
        Toast(Localized { [name[$0.language].string, $0.drinks.noneExpired] })
    }
}
