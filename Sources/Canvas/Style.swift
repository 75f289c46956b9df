/// The appearance of text: a semantic colour and weights.
public struct Style: Hashable, Sendable {
    public var ink: Ink
    public var weight: Weight

    public init(_ ink: Ink = .standard, _ weight: Weight = []) {
        self.ink = ink
        self.weight = weight
    }

    public static let plain = Style()
    public static let bold = Style(.standard, .bold)
    public static let dim = Style(.standard, .dim)

    /// The style of the selected row, distinguishable with and without colour.
    public static let selected = Style(.standard, [.reverse, .bold])
}

/// Semantic colours. The terminal front end maps them to actual colours, or to none.
public enum Ink: UInt8, Hashable, Sendable, CaseIterable {
    /// The terminal's default foreground.
    case standard
    /// The accent colour of the shop.
    case accent
    case price
    case good
    case bad
}

/// Text attributes, which work without colour too.
public struct Weight: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Weight(rawValue: 1 << 0)
    public static let dim = Weight(rawValue: 1 << 1)
    public static let underline = Weight(rawValue: 1 << 2)
    public static let reverse = Weight(rawValue: 1 << 3)
    /// Text of box-drawing characters, drawn with the terminal's line-drawing character set: one column each in every
    /// terminal.
    public static let frame = Weight(rawValue: 1 << 4)
}
