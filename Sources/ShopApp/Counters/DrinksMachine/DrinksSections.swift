import Domain
import ShopClient

extension SectionDefinition {
    /// The machine's sections, in the order in which they are shown.
    public static let drinksMachine = DrinkKind.allCases.map { kind in
        SectionDefinition(kind.section, kind.heading, rows: Drink.self)
    }
}

extension DrinkKind {
    var heading: SectionHeading {
        switch self {
        case .milk: SectionHeading(title: "우유", subtitle: "유통기한을 지키는 시원한 우유")
        case .soda: SectionHeading(title: "탄산음료", subtitle: "톡 쏘는 시원한 한 병")
        case .coffee: SectionHeading(title: "커피", subtitle: "따뜻하게, 또는 차갑게")
        }
    }
}
