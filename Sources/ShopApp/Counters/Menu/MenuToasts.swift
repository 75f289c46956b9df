import Domain
import ShopClient
import TerminalText

extension Toast {
    static func dish(_ dish: Dish, in section: SectionID) -> Toast {
        Toast(Localized { [dish.title(in: $0.language).string, dish.price.text] }, topic: .section(section))
    }

    static func dishChanged(_ report: DishReport) -> Toast {
        Toast(
            Localized { [report.draft.title(in: $0.language).string, $0.keptDish.report(report)] },
            isError: !report.outcome.isDone,
            topic: Topic(name: "dish \(report.draft.hash)"), isLong: true)
    }
}
