/// A section of the shop, identified by its path below the server's base URL: "woowa/main".
public struct SectionID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let path: String

    public init(path: String) { self.path = path }

    public var description: String { path }

    public static let main = SectionID(path: "woowa/main")
    public static let soup = SectionID(path: "woowa/soup")
    public static let side = SectionID(path: "woowa/side")

    /// The sections of a menu of which the shop names none, in display order.
    public static let menu = [main, soup, side]

    /// The profile of the shop.
    public static let shop = SectionID(path: "shop")

    /// The last component of the path: "main". Also the name of a menu section's file in `menu/`.
    public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The heading of a section. It is the shop's own text, so it is Korean in every language setting.
public struct SectionHeading: Hashable, Sendable {
    public let title: String
    public let subtitle: String

    public init(title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
    }
}
