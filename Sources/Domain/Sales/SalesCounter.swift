import TerminalText

/// The counter of the shop at which something was ordered, identified by its encoded name.
public struct SalesCounter: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    /// Creates a counter from untrusted text: control characters are removed and the length is limited.
    public init(rawValue: String) { self.rawValue = PlainText(rawValue, limit: SalesCounter.maxNameLength).string }

    private static let maxNameLength = 64

    /// Side dishes.
    public static let menu = SalesCounter(rawValue: "menu")
    public static let juice = SalesCounter(rawValue: "juice")
    public static let drinks = SalesCounter(rawValue: "drinks")
}
