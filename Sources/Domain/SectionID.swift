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
}
