/// How a piece of text looks: a colour that means something, and weights.
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

    /// How the selected row stands out, with colour and without.
    public static let selected = Style(.standard, [.reverse, .bold])
}

/// Colours by what they mean; which colour that is, and whether there is one at all, the terminal decides.
public enum Ink: UInt8, Hashable, Sendable, CaseIterable {
    /// The terminal's own foreground.
    case standard
    /// The one colour of the shop.
    case accent
    case price
    case good
    case bad
}

/// Weights of text; they work without colour too.
public struct Weight: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Weight(rawValue: 1 << 0)
    public static let dim = Weight(rawValue: 1 << 1)
    public static let underline = Weight(rawValue: 1 << 2)
    public static let reverse = Weight(rawValue: 1 << 3)
    /// Text of box-drawing characters that the terminal draws by its own line-drawing set, one column each everywhere.
    public static let frame = Weight(rawValue: 1 << 4)
}
