import Canvas

/// The colours of inks and dim text on one kind of background, as indices into the palette of 256. Anything without a
/// colour has the terminal's default foreground.
struct Theme: Hashable, Sendable {
    enum Secondary: Hashable, Sendable {
        case color(UInt8)
        /// Like all other text: how strongly the terminal dims, and whether dimmed text is readable, is unknown.
        case plain
        /// With the terminal's own dim attribute.
        case dimmed
    }

    let inks: [Ink: UInt8]
    let secondary: Secondary
    /// Whether coloured text may be bold: with 16 colours, many terminals show bold text in the bright colour.
    var allowsBoldInks = true

    /// For backgrounds from #000000 to #282828.
    static let dark = Theme(
        inks: [
            .accent: 37,  // teal #00afaf
            .price: 172,  // amber #d78700
            .good: 71,  // leaf green #5faf5f
            .bad: 203,  // coral #ff5f5f
        ],
        secondary: .color(246))  // grey #949494

    /// For backgrounds from #eeeeee to #ffffff.
    static let light = Theme(
        inks: [
            .accent: 23,  // deep teal #005f5f
            .price: 94,  // brown #875f00
            .good: 22,  // forest green #005f00
            .bad: 160,  // red #d70000
        ],
        secondary: .color(241))  // grey #626262

    /// For terminals of 16 colours with a dark background; these are readable as xterm and the Linux console show
    /// them.
    static let sixteenOnDark = Theme(
        inks: [
            .accent: 6,  // cyan
            .price: 11,  // bright yellow
            .good: 2,  // green
            .bad: 9,  // bright red
        ],
        secondary: .plain)

    /// For terminals of 16 colours with a light background, on which none of the 16 colours' greens is readable.
    static let sixteenOnLight = Theme(
        inks: [
            .accent: 4,  // blue
            .price: 5,  // magenta
            .bad: 1,  // red
        ],
        secondary: .plain, allowsBoldInks: false)

    /// Colours with a contrast of 7 at least, on the same backgrounds as `dark`, and nothing that reduces contrast.
    static let highContrastOnDark = Theme(
        inks: [
            .accent: 51,  // cyan #00ffff
            .price: 226,  // yellow #ffff00
            .good: 46,  // green #00ff00
            .bad: 217,  // light red #ffafaf
        ],
        secondary: .plain)

    /// The same on the backgrounds of `light`. No green of the palette has that contrast there.
    static let highContrastOnLight = Theme(
        inks: [
            .accent: 18,  // navy #000087
            .price: 53,  // purple #5f005f
            .bad: 88,  // dark red #870000
        ],
        secondary: .plain)

    /// For terminals of few colours, whose contrast is unknown: weights and reverse only.
    static let highContrast = Theme(inks: [:], secondary: .plain)

    /// For terminals without colours, and users who want none.
    static let colorless = Theme(inks: [:], secondary: .dimmed)
}

extension Theme {
    /// The appearance of a style: a palette index, or `nil` for the default foreground, and weights.
    struct Appearance: Hashable, Sendable {
        var color: UInt8?
        var weight: Weight
    }

    /// The first bright colour. Terminals with eight colours show the bright ones as bold text.
    fileprivate static let bright: UInt8 = 8

    /// Returns the appearance of `style` on a terminal with `colors` colours.
    func appearance(of style: Style, colors: Int) -> Appearance {
        var appearance = Appearance(color: inks[style.ink], weight: style.weight.subtracting(.frame))
        if secondary != .dimmed, appearance.weight.contains(.dim) {
            appearance.weight.remove(.dim)
            if style.ink == .standard, case .color(let color) = secondary { appearance.color = color }
        }
        if !allowsBoldInks, appearance.color != nil { appearance.weight.remove(.bold) }
        return colors > Theme.bright ? appearance : appearance.withoutBright
    }
}

extension Theme.Appearance {
    /// This appearance for terminals that show bold text as bright. In reverse, bold would brighten the text to grey on
    /// grey, and no background is bright, so a bright colour is replaced by the default colours there.
    fileprivate var withoutBright: Theme.Appearance {
        let isReversed = weight.contains(.reverse)
        var appearance = self
        if isReversed { appearance.weight.remove(.bold) }
        guard let color, color >= Theme.bright else { return appearance }
        appearance.color = isReversed ? nil : color - Theme.bright
        if !isReversed { appearance.weight.insert(.bold) }
        return appearance
    }
}

/// The user's choice of colours.
public enum ThemeChoice: String, Sendable, CaseIterable {
    /// Colours for the terminal's background, which the terminal is queried for.
    case auto
    case light
    case dark
    /// Only the 16 colours of the terminal's own palette.
    case sixteen = "16"
    /// The colours with the highest contrast on the terminal's background, and no dim text.
    case highContrast = "high-contrast"

    var dependsOnBackground: Bool { self == .auto || self == .sixteen || self == .highContrast }
}

/// The user's choices for the terminal, which may change while it is open.
public struct TerminalPreferences: Hashable, Sendable {
    public var theme: ThemeChoice
    public var colors: ThemeColors
    /// Whether mouse reports are requested; otherwise the terminal handles the mouse itself.
    public var allowsMouse: Bool

    public init(theme: ThemeChoice = .auto, colors: ThemeColors = ThemeColors(), allowsMouse: Bool = true) {
        self.theme = theme
        self.colors = colors
        self.allowsMouse = allowsMouse
    }
}

/// The user's replacements for a theme's colours, for each kind of background.
public struct ThemeColors: Hashable, Sendable {
    public enum Ground: String, Sendable, CaseIterable { case dark, light }

    public enum Part: Hashable, Sendable, CaseIterable {
        case ink(Ink)
        case dim

        public static let allCases: [Part] = Ink.allCases.filter { $0 != .standard }.map(Part.ink) + [.dim]

        /// The part's name in the settings.
        public var name: String {
            switch self {
            case .ink(let ink): "\(ink)"
            case .dim: "dim"
            }
        }
    }

    /// Indices into the palette of 256.
    private var indices: [Ground: [Part: UInt8]] = [:]

    public init() {}

    public subscript(ground: Ground, part: Part) -> UInt8? {
        get { indices[ground]?[part] }
        set { indices[ground, default: [:]][part] = newValue }
    }

    var isEmpty: Bool { indices.values.allSatisfy(\.isEmpty) }

    /// The minimum contrast of text by WCAG 2.2 (success criterion 1.4.3).
    public static let minContrast = 4.5

    /// Returns the lowest contrast of a palette colour on backgrounds of that kind, from 1 to 21, or `nil` for the
    /// first 16 colours, which every terminal defines itself.
    public static func contrast(of place: UInt8, on ground: Ground) -> Double? {
        guard place >= firstKnown else { return nil }
        let color = RGBColor(RGBColor.value(inPalette: place))
        let ends: [UInt32] = ground == .dark ? [0x00_0000, 0x28_2828] : [0xEE_EEEE, 0xFF_FFFF]
        return ends.map { color.contrast(with: RGBColor($0)) }.min()
    }

    static let firstKnown: UInt8 = 16

    /// Parses a palette index, or `#rrggbb`, for which the nearest palette colour is used. Returns `nil` if `text` is
    /// neither.
    public static func paletteIndex(of text: String) -> UInt8? {
        if let index = UInt8(text) { return index }
        guard text.count == 7, text.first == "#", text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        return UInt32(text.dropFirst(), radix: 16).map(nearest)
    }

    private static func nearest(_ value: UInt32) -> UInt8 {
        func distance(_ other: UInt32) -> Int {
            [16, 8, 0].reduce(0) { sum, shift in
                let step = Int(value >> shift & 0xFF) - Int(other >> shift & 0xFF)
                return sum + step * step
            }
        }
        return (firstKnown...UInt8.max).min {
            distance(RGBColor.value(inPalette: $0)) < distance(RGBColor.value(inPalette: $1))
        } ?? firstKnown
    }
}

extension Theme {
    /// Returns this theme with the user's `colors` for backgrounds of that kind. Colours beyond the first 16 need a
    /// terminal with the whole palette (`hasPalette`).
    func with(_ colors: ThemeColors, on ground: ThemeColors.Ground, hasPalette: Bool) -> Theme {
        var (inks, secondary) = (inks, secondary)
        for part in ThemeColors.Part.allCases {
            guard let index = colors[ground, part], hasPalette || index < ThemeColors.firstKnown else { continue }
            switch part {
            case .ink(let ink): inks[ink] = index
            case .dim: secondary = .color(index)
            }
        }
        return Theme(inks: inks, secondary: secondary, allowsBoldInks: allowsBoldInks)
    }
}
