/// A section of the shop, named by its path below the server's base URL: "woowa/main".
public struct SectionID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let path: String

    public init(path: String) { self.path = path }

    public var description: String { path }

    public static let main = SectionID(path: "woowa/main")
    public static let soup = SectionID(path: "woowa/soup")
    public static let side = SectionID(path: "woowa/side")

    /// The menu's sections, in the order in which they are shown.
    public static let menu = [main, soup, side]

    /// The last part of the path: "main". Also the name of the section's file in `Resources/menu`.
    public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// What stands at the head of a section. The shop's own words, so Korean everywhere.
public struct SectionHeading: Hashable, Sendable {
    public let title: String
    public let subtitle: String

    public init(title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
    }

    /// The heading of a menu section, spelt as the shop spells it; a section of another origin shows its path.
    public static func of(_ section: SectionID) -> SectionHeading {
        switch section {
        case .main: SectionHeading(title: "메인반찬", subtitle: "한그릇 뚝딱 메인 요리")
        case .soup: SectionHeading(title: "국.찌게", subtitle: "김이 모락모락 국.찌게")
        case .side: SectionHeading(title: "밑반찬", subtitle: "언제 먹어도 든든한 밑반찬")
        case .juices: SectionHeading(title: "쥬스", subtitle: "주문하면 바로 갈아 드리는 쥬스")
        case .fruits: SectionHeading(title: "과일", subtitle: "오늘 남은 과일")
        case .milk: SectionHeading(title: "우유", subtitle: "유통기한을 지키는 시원한 우유")
        case .soda: SectionHeading(title: "탄산음료", subtitle: "톡 쏘는 시원한 한 병")
        case .coffee: SectionHeading(title: "커피", subtitle: "따뜻하게, 또는 차갑게")
        default: SectionHeading(title: section.path, subtitle: "")
        }
    }
}
