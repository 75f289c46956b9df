import Domain
import ShopClient

extension SectionDefinition {
    /// The menu's sections, in the order in which they are shown.
    public static let menu = [main, soup, side]

    static let main = SectionDefinition(
        .main, SectionHeading(title: "메인반찬", subtitle: "한그릇 뚝딱 메인 요리"), rows: Dish.self)
    static let soup = SectionDefinition(
        .soup, SectionHeading(title: "국.찌게", subtitle: "김이 모락모락 국.찌게"), rows: Dish.self)
    static let side = SectionDefinition(
        .side, SectionHeading(title: "밑반찬", subtitle: "언제 먹어도 든든한 밑반찬"), rows: Dish.self)
}
