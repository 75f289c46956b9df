import Domain
import ShopClient

extension SectionDefinition {
    /// The juice bar's sections, in the order in which they are shown.
    public static let juiceBar = [juices, fruits]

    static let juices = SectionDefinition(
        .juices, SectionHeading(title: "쥬스", subtitle: "주문하면 바로 갈아 드리는 쥬스"), rows: Juice.self)
    static let fruits = SectionDefinition(
        .fruits, SectionHeading(title: "과일", subtitle: "오늘 남은 과일"), rows: FruitStock.self)
}
