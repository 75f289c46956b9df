import Domain
import ShopClient

extension SectionDefinition {
    /// The juice bar's sections, in display order.
    public static let juiceBar = [juices, fruits]

    static let juices = SectionDefinition(.juices, heading(juiceList: .juices)[.korean], rows: Juice.self)
    static let fruits = SectionDefinition(.fruits, heading(juiceList: .fruits)[.korean], rows: FruitStock.self)

    static func heading(juiceList section: SectionID) -> Localized<SectionHeading> {
        section == .juices
            ? Localized(
                korean: SectionHeading(title: "쥬스", subtitle: "주문하면 바로 갈아 드리는 쥬스"),
                english: SectionHeading(title: "Juices", subtitle: "made when you order"))
            : Localized(
                korean: SectionHeading(title: "과일", subtitle: "오늘 남은 과일"),
                english: SectionHeading(title: "Fruit", subtitle: "what is left today"))
    }
}
