import TerminalText

/// The counter of the shop at which something was ordered, by its name on the wire.
public struct SalesCounter: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    /// A name is harmless to print, whatever it was.
    public init(rawValue: String) { self.rawValue = PlainText(rawValue, limit: SalesCounter.longestName).string }

    private static let longestName = 64

    /// Side dishes.
    public static let menu = SalesCounter(rawValue: "menu")
    public static let juice = SalesCounter(rawValue: "juice")
    public static let drinks = SalesCounter(rawValue: "drinks")
}
