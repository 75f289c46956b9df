import Domain
import Foundation
import Settings
import ShopClient

extension SectionDefinition {
    /// The menu's sections, in display order.
    public static let menu = SectionID.menu.map {
        SectionDefinition($0, heading(ofDishes: $0)[.korean], rows: Dish.self)
    }

    /// Returns the menu's sections, followed by the user's own.
    public static func menu(and own: [OwnSection]) -> [SectionDefinition] {
        menu + own.map { SectionDefinition($0) }
    }

    /// Creates a section that the user added.
    init(_ section: OwnSection) {
        switch section.place {
        case .path(let path): self.init(SectionID(path: path), section.heading, rows: Dish.self)
        case .address(let url):
            self.init(SectionID(path: url.absoluteString), section.heading, elsewhere: url, rows: Dish.self)
        }
    }

    static func heading(ofDishes section: SectionID) -> Localized<SectionHeading> {
        switch section {
        case .main:
            Localized(
                korean: SectionHeading(title: "메인반찬", subtitle: "한그릇 뚝딱 메인 요리"),
                english: SectionHeading(title: "Main dishes", subtitle: "a whole meal in a bowl"))
        case .soup:
            Localized(
                korean: SectionHeading(title: "국.찌게", subtitle: "김이 모락모락 국.찌게"),
                english: SectionHeading(title: "Soups and stews", subtitle: "steaming hot"))
        default:
            Localized(
                korean: SectionHeading(title: "밑반찬", subtitle: "언제 먹어도 든든한 밑반찬"),
                english: SectionHeading(title: "Side dishes", subtitle: "good with every meal"))
        }
    }
}
