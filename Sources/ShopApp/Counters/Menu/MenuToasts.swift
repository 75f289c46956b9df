import Domain
import ShopClient
import TerminalText

extension Toast {
    static func dish(_ dish: Dish, in section: SectionID) -> Toast {
        Toast(Localized { [dish.title(in: $0.language).string, dish.price.text] }, topic: .section(section))
    }

    /// The toast for a dish whose section does not belong to the shop.
    static let listOnly = Toast(
        Localized(
            korean: ["이 구역은 가게 밖의 목록이라 이름과 가격만 볼 수 있습니다."],
            english: ["This section is not the shop's: it tells names and prices only."]))

    static func dishChanged(_ report: DishReport, _ words: Words) -> Toast {
        Toast(
            Localized(naming: words) {
                [report.draft.title(in: $0.language).string, $0.keeperDish.report(report, $0)]
            },
            isError: !report.outcome.isDone,
            topic: Topic(name: "dish \(report.draft.hash)"), isLong: true)
    }
}
