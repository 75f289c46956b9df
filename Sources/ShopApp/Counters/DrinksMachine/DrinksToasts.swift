import Domain
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
    static func noneExpired(_ name: ShopText) -> Toast {
        Toast(Localized { [name[$0.language].string, $0.drinks.noneExpired] })
    }
}
