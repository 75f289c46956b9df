import Domain
import ShopClient

extension SectionDefinition {
    /// The machine's sections, in display order.
    public static let drinksMachine = DrinkKind.allCases.map { kind in
        SectionDefinition(kind.section, kind.heading[.korean], rows: Drink.self)
    }
}

extension DrinkKind {
    var heading: Localized<SectionHeading> {
        switch self {
        case .milk:
            Localized(
                korean: SectionHeading(title: "우유", subtitle: "유통기한을 지키는 시원한 우유"),
                english: SectionHeading(title: "Milk", subtitle: "cold, and never past its date"))
        case .soda:
            Localized(
                korean: SectionHeading(title: "탄산음료", subtitle: "톡 쏘는 시원한 한 병"),
                english: SectionHeading(title: "Soda", subtitle: "cold and fizzy"))
        case .coffee:
            Localized(
                korean: SectionHeading(title: "커피", subtitle: "따뜻하게, 또는 차갑게"),
                english: SectionHeading(title: "Coffee", subtitle: "hot or cold"))
        }
    }
}
