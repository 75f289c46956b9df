import Domain
import ShopClient
import TerminalText

extension Toast {
    static func dish(title: PlainText, price: Won, in section: SectionID) -> Toast {
        Toast(Localized { _ in [title.string, price.text] }, topic: .section(section))
    }

    static func dishChanged(_ report: DishReport) -> Toast {
        Toast(
            Localized { [report.draft.title.string, $0.keptDish.report(report)] }, isError: !report.outcome.isDone,
            topic: Topic(name: "dish \(report.draft.hash)"), isLong: true)
    }
}
